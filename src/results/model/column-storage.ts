import { quoteName } from "../../duckdb/database.ts";
import type { ColumnHead, ColumnKind } from "../../protocol/data-worker.ts";
import type { SortKey } from "../../protocol/row-view.ts";

/**
 * Type of a column in the DuckDB table of a result. The table's column `c<n>` has the values in this type. Except for
 * text, a column `x<n>` has the source text of each value that the type would format differently, so that every cell
 * stays exact.
 */
export type StorageType = "VARCHAR" | "BIGINT" | "DOUBLE" | "TIMESTAMP";

/** A column of a result, with its type in the DuckDB table. */
export interface StoredColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly storage: StorageType;
  /** Name of the table's column that marks values based on small groups. It is NULL for other values. */
  readonly mark?: string;
  /** Whether the column itself contains the marks of small groups. */
  readonly isMark?: boolean;
  readonly head?: ColumnHead;
}

/** Range of valid instants, from year 1 to year 9999, in epoch milliseconds. */
const firstInstant = -62135596800000n;
const lastInstant = 253402300799999n;

/** Returns the name of the table's column with the typed values of a result column. */
export function valueColumnNameOf(column: number): string {
  return `c${column}`;
}

/** Returns the name of the table's column with the source texts of a typed result column. */
export function sourceTextColumnOf(column: number): string {
  return `x${column}`;
}

/** Returns the name of the table's column with the source texts of a result column of any type. */
export function sourceTextColumnNameOf({ storage }: StoredColumn, column: number): string {
  return storage === "VARCHAR" ? valueColumnNameOf(column) : sourceTextColumnOf(column);
}

/** Returns the names of the table's columns that store a result column. */
export function storedColumnNamesOf({ storage }: StoredColumn, column: number): string[] {
  return storage === "VARCHAR" ? [valueColumnNameOf(column)] : [valueColumnNameOf(column), sourceTextColumnOf(column)];
}

export function buildCreateTableSql(table: string, columns: readonly StoredColumn[]): string {
  const parts = columns.flatMap(({ storage }, position) => [
    `${valueColumnNameOf(position)} ${storage}`,
    ...(storage === "VARCHAR" ? [] : [`${sourceTextColumnOf(position)} VARCHAR`]),
  ]);
  return `CREATE TABLE ${quoteName(table)} (${parts.join(", ")})`;
}

/** Builds SQL of the values to insert for one result column. `text` is the SQL of the value's text in the body. */
export function buildLoadValueSql(storage: StorageType, position: number, text: string): string[] {
  if (storage === "VARCHAR") {
    return [`${text} AS ${valueColumnNameOf(position)}`];
  }
  const value = typedSql(storage, text);
  return [
    `${value} AS ${valueColumnNameOf(position)}`,
    `CASE WHEN ${canonicalSql(storage, value)} IS DISTINCT FROM ${text} THEN ${text} END AS ${sourceTextColumnOf(position)}`,
  ];
}

function typedSql(storage: Exclude<StorageType, "VARCHAR">, text: string): string {
  if (storage !== "TIMESTAMP") {
    return `try_cast(${text} AS ${storage})`;
  }
  const epoch = `try_cast(${text} AS BIGINT)`;
  return `CASE WHEN ${epoch} BETWEEN ${firstInstant} AND ${lastInstant} THEN epoch_ms(${epoch}) ELSE try_cast(${text} AS TIMESTAMP) END`;
}

/** Returns the SQL of a stored value's source text, for values that have no separate source text. */
function canonicalSql(storage: Exclude<StorageType, "VARCHAR">, value: string): string {
  switch (storage) {
    case "BIGINT":
      return `${value}::VARCHAR`;
    case "TIMESTAMP":
      return `epoch_ms(${value})::VARCHAR`;
    case "DOUBLE":
      return buildDoubleTextSql(value);
  }
}

/** Builds SQL of a double's text: integers without `.0`, others in the shortest form that parses to the same double. */
export function buildDoubleTextSql(value: string): string {
  return `CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < 1e15 THEN ${value}::BIGINT::VARCHAR ELSE ${value}::VARCHAR END`;
}

/** Builds SQL of a cell's text as it is shown, copied and exported. Dates are in UTC. */
export function buildShownTextSql(column: StoredColumn, position: number, table: string): string {
  const value = buildShownValueSql(column, position, table);
  return column.storage === "VARCHAR" ? value : `coalesce(${table}.${sourceTextColumnOf(position)}, ${value})`;
}

/** Like `buildShownTextSql`, for cells without a separate source text. */
export function buildShownValueSql({ storage }: StoredColumn, position: number, table: string): string {
  const value = `${table}.${valueColumnNameOf(position)}`;
  switch (storage) {
    case "VARCHAR":
      return value;
    case "BIGINT":
      return `${value}::VARCHAR`;
    case "DOUBLE":
      return buildDoubleTextSql(value);
    case "TIMESTAMP":
      return `CASE WHEN ${value}::DATE::TIMESTAMP = ${value} THEN ${value}::DATE::VARCHAR ELSE ${value}::VARCHAR END`;
  }
}

/** Builds a SQL condition that a cell is not missing. It is faster than a test of the shown text. */
export function buildHasValueSql({ storage }: StoredColumn, position: number, table: string): string {
  const value = `${table}.${valueColumnNameOf(position)} IS NOT NULL`;
  return storage === "VARCHAR" ? value : `(${value} OR ${table}.${sourceTextColumnOf(position)} IS NOT NULL)`;
}

/**
 * Builds the SQL sort keys of a column. Missing values come last in both directions. `hasTexts` is whether the column
 * has separate source texts; without them the keys are simpler and several times faster.
 */
export function buildSortKeysSql(
  column: StoredColumn,
  position: number,
  direction: SortKey["direction"],
  hasTexts: boolean,
): string {
  const way = direction === "descending" ? "DESC" : "ASC";
  const value = valueColumnNameOf(position);
  const text = sourceTextColumnOf(position);
  const parts = (() => {
    if (column.storage !== "VARCHAR" && !hasTexts) {
      return [value];
    }
    switch (column.storage) {
      case "TIMESTAMP":
        return [value, text];
      case "BIGINT":
        // Values beyond 64 bits or with a fraction are stored as text.
        return [
          `coalesce(${value}::DOUBLE, try_cast(${text} AS DOUBLE))`,
          `coalesce(${value}::DECIMAL(38, 10), try_cast(${text} AS DECIMAL(38, 10)))`,
          text,
        ];
      case "DOUBLE":
        return [value, `try_cast(${text} AS DECIMAL(38, 18))`, text];
      case "VARCHAR":
        return column.kind === "number"
          ? [`try_cast(${value} AS DOUBLE)`, `try_cast(${value} AS DECIMAL(38, 10))`, value]
          : [value];
    }
  })();
  return parts.map((part) => `${part} ${way} NULLS LAST`).join(", ");
}
