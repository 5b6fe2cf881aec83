import type { Name } from "../syntax/scopes.ts";

/** A column of a table source that a value is made from. */
export interface Origin {
  readonly table: string;
  readonly column: string;
}

/** A column as a query sees it. */
export interface Column {
  readonly name: string;
  /** Data type as the service says it; only of a column that is taken over as it is. */
  readonly type: string | undefined;
  readonly isPrimaryTimestamp: boolean;
  readonly origins: readonly Origin[];
}

/** What is known of a column that an expression gives. */
export const unknownColumn: Omit<Column, "name"> = { type: undefined, isPrimaryTimestamp: false, origins: [] };

/** Of a set operation each column is made from all sides; its type counts when all sides have it. */
export function joinedOutputs([first, ...others]: readonly (readonly Column[] | undefined)[]):
  | readonly Column[]
  | undefined {
  return others.length === 0
    ? first
    : first?.map((column, index) => {
        const sides = others.map((other) => other?.[index]);
        const isSame = sides.every((side) => side?.type === column.type);
        return {
          name: column.name,
          type: isSame ? column.type : undefined,
          isPrimaryTimestamp: column.isPrimaryTimestamp && sides.every((side) => side?.isPrimaryTimestamp),
          origins: [column, ...sides].flatMap((side) => side?.origins ?? []),
        };
      });
}

/** Names of columns ignore case (sql-like-language 13.1). */
export function findColumn<Item extends { readonly name: string }>(
  columns: readonly Item[],
  name: string,
): Item | undefined {
  const folded = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase() === folded);
}

/** Columns with names of the writer, as far as there are names; of columns that are not known the names are all of them. */
export function renamed(columns: readonly Column[] | undefined, names: readonly Name[]): readonly Column[] | undefined {
  if (names.length === 0) {
    return columns;
  }
  if (!columns) {
    return names.map(({ text }) => ({ ...unknownColumn, name: text }));
  }
  return columns.map((column, index) => ({ ...column, name: names[index]?.text ?? column.name }));
}

/** Of columns that a join merges the first. */
export function withoutMerged(columns: readonly Column[], merged: ReadonlySet<string>): readonly Column[] {
  const seen = new Set<string>();
  return columns.filter(({ name }) => {
    const folded = name.toLowerCase();
    const isSecond = merged.has(folded) && seen.has(folded);
    seen.add(folded);
    return !isSecond;
  });
}
