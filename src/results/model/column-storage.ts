import { quoteName } from "../../duckdb/database.ts";
import type { ColumnHead, ColumnKind } from "../../protocol/data-worker.ts";
import type { SortKey } from "../../protocol/row-view.ts";

/**
 * Type of a column in the result's table. `c<n>` holds the value in this type. For types other than text, `x<n>` also
 * holds the source text of each value that the type would format differently, so that every cell stays exact.
 */
export type StorageType = "VARCHAR" | "BIGINT" | "DOUBLE" | "TIMESTAMP";

export interface StoredColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly storage: StorageType;
  /** Name of the table's column that is not NULL where the value is based on a small group. */
  readonly mark?: string;
  /** True for a column that itself holds small-group marks. */
  readonly isMark?: boolean;
  readonly head?: ColumnHead;
}

/** Range of valid instants, from year 1 to year 9999, in epoch milliseconds. */
const firstInstant = -62135596800000n;
const lastInstant = 253402300799999n;

/** Name of the table's column that holds the typed values of a result column. */
export function valueColumn(column: number): string {
  return `c${column}`;
}

/** Name of the table's column that holds source texts of a typed result column. */
export function textColumn(column: number): string {
  return `x${column}`;
}

/** Name of the table's column that holds the source texts of a result column. */
export function textName({ storage }: StoredColumn, column: number): string {
  return storage === "VARCHAR" ? valueColumn(column) : textColumn(column);
}

/** Names of the table's columns that hold a result column. */
export function storedNames({ storage }: StoredColumn, column: number): string[] {
  return storage === "VARCHAR" ? [valueColumn(column)] : [valueColumn(column), textColumn(column)];
}

export function createTableSql(table: string, columns: readonly StoredColumn[]): string {
  const parts = columns.flatMap(({ storage }, position) => [
    `${valueColumn(position)} ${storage}`,
    ...(storage === "VARCHAR" ? [] : [`${textColumn(position)} VARCHAR`]),
  ]);
  return `CREATE TABLE ${quoteName(table)} (${parts.join(", ")})`;
}

/** Returns the SQL of the values to insert for one column; `text` is the SQL of its text in the body. */
export function loadSql(storage: StorageType, position: number, text: string): string[] {
  if (storage === "VARCHAR") {
    return [`${text} AS ${valueColumn(position)}`];
  }
  const value = typedSql(storage, text);
  return [
    `${value} AS ${valueColumn(position)}`,
    `CASE WHEN ${canonicalSql(storage, value)} IS DISTINCT FROM ${text} THEN ${text} END AS ${textColumn(position)}`,
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
      return doubleSql(value);
  }
}

/** SQL text of a double: integers without `.0`, others in the shortest form that parses to the same double. */
export function doubleSql(value: string): string {
  return `CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < 1e15 THEN ${value}::BIGINT::VARCHAR ELSE ${value}::VARCHAR END`;
}

/** SQL of a cell's text as it is shown, copied and exported; dates are in UTC. */
export function shownSql(column: StoredColumn, position: number, table: string): string {
  const value = shownValueSql(column, position, table);
  return column.storage === "VARCHAR" ? value : `coalesce(${table}.${textColumn(position)}, ${value})`;
}

/** Same as `shownSql`, for cells that have no separate source text. */
export function shownValueSql({ storage }: StoredColumn, position: number, table: string): string {
  const value = `${table}.${valueColumn(position)}`;
  switch (storage) {
    case "VARCHAR":
      return value;
    case "BIGINT":
      return `${value}::VARCHAR`;
    case "DOUBLE":
      return doubleSql(value);
    case "TIMESTAMP":
      return `CASE WHEN ${value}::DATE::TIMESTAMP = ${value} THEN ${value}::DATE::VARCHAR ELSE ${value}::VARCHAR END`;
  }
}

/** SQL condition that a cell has a value; cheaper than `shownSql` because it formats nothing. */
export function presentSql({ storage }: StoredColumn, position: number, table: string): string {
  const value = `${table}.${valueColumn(position)} IS NOT NULL`;
  return storage === "VARCHAR" ? value : `(${value} OR ${table}.${textColumn(position)} IS NOT NULL)`;
}

/**
 * SQL sort keys of a column, with missing values last in both directions. `hasTexts` is whether a typed column has any
 * separate source text; if not, the typed value alone is the key, which is several times faster.
 */
export function orderSql(
  column: StoredColumn,
  position: number,
  direction: SortKey["direction"],
  hasTexts: boolean,
): string {
  const way = direction === "descending" ? "DESC" : "ASC";
  const value = valueColumn(position);
  const text = textColumn(position);
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
