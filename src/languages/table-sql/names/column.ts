import type { SqlName } from "../syntax/scopes.ts";

/** A column of a table source or view from which a result value is derived. */
export interface ColumnOrigin {
  readonly table: string;
  readonly column: string;
}

/** A column that is visible in a SQL query, or that it returns. */
export interface QueryColumn {
  readonly name: string;
  /** Data type of the column in the service's notation. Undefined if an expression computes the column. */
  readonly type: string | undefined;
  readonly isPrimaryTimestamp: boolean;
  readonly origins: readonly ColumnOrigin[];
}

/** Column properties, apart from the name, of a column that an expression computes. */
export const computedColumnProperties: Omit<QueryColumn, "name"> = {
  type: undefined,
  isPrimaryTimestamp: false,
  origins: [],
};

/**
 * Returns the columns of a set operation such as UNION. They have the names of the first operand and the origins of all
 * operands. A type is known only if all operands agree.
 */
export function combineSetOperationColumns([first, ...others]: readonly (readonly QueryColumn[] | undefined)[]):
  | readonly QueryColumn[]
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

/** Finds a column by name, ignoring case (sql-like-language 13.1). */
export function findColumn<Item extends { readonly name: string }>(
  columns: readonly Item[],
  name: string,
): Item | undefined {
  const folded = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase() === folded);
}

/** Renames the first columns by column aliases. If the columns are unknown, returns one column for each alias. */
export function renameColumns(
  columns: readonly QueryColumn[] | undefined,
  names: readonly SqlName[],
): readonly QueryColumn[] | undefined {
  if (names.length === 0) {
    return columns;
  }
  if (!columns) {
    return names.map(({ text }) => ({ ...computedColumnProperties, name: text }));
  }
  return columns.map((column, index) => ({ ...column, name: names[index]?.text ?? column.name }));
}

/** Removes all but the first of the columns that a join with USING merges into one. */
export function removeMergedColumns(
  columns: readonly QueryColumn[],
  merged: ReadonlySet<string>,
): readonly QueryColumn[] {
  const seen = new Set<string>();
  return columns.filter(({ name }) => {
    const folded = name.toLowerCase();
    const isDuplicate = merged.has(folded) && seen.has(folded);
    seen.add(folded);
    return !isDuplicate;
  });
}
