import type { Name } from "../syntax/scopes.ts";

/** A column of a table source or view from which a value is derived. */
export interface Origin {
  readonly table: string;
  readonly column: string;
}

/** A column as seen by a query. */
export interface Column {
  readonly name: string;
  /** Data type in the service's notation. Undefined for a value that an expression computes. */
  readonly type: string | undefined;
  readonly isPrimaryTimestamp: boolean;
  readonly origins: readonly Origin[];
}

/** Properties of a column that an expression computes. */
export const expressionColumn: Omit<Column, "name"> = { type: undefined, isPrimaryTimestamp: false, origins: [] };

/**
 * Returns the columns of a set operation, with the names of its first operand and the origins of all. A type is known
 * only if it is the same in all operands.
 */
export function setOperationColumns([first, ...others]: readonly (readonly Column[] | undefined)[]):
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

/** Finds a column by its name in any letter case (sql-like-language 13.1). */
export function findColumn<Item extends { readonly name: string }>(
  columns: readonly Item[],
  name: string,
): Item | undefined {
  const folded = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase() === folded);
}

/** Applies column aliases to the first columns. If the columns are unknown, the aliases are taken as complete. */
export function renameColumns(
  columns: readonly Column[] | undefined,
  names: readonly Name[],
): readonly Column[] | undefined {
  if (names.length === 0) {
    return columns;
  }
  if (!columns) {
    return names.map(({ text }) => ({ ...expressionColumn, name: text }));
  }
  return columns.map((column, index) => ({ ...column, name: names[index]?.text ?? column.name }));
}

/** Keeps only the first of the columns that a join merges. */
export function withoutMergedColumns(columns: readonly Column[], merged: ReadonlySet<string>): readonly Column[] {
  const seen = new Set<string>();
  return columns.filter(({ name }) => {
    const folded = name.toLowerCase();
    const isDuplicate = merged.has(folded) && seen.has(folded);
    seen.add(folded);
    return !isDuplicate;
  });
}
