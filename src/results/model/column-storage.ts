import { quoteName } from "../../duckdb/database.ts";
import type { ColumnHead, ColumnKind } from "../../protocol/data-worker.ts";
import type { SortKey } from "../../protocol/row-view.ts";

/**
 * How the values of a column lie in the result's table: `c<n>` holds the value in the column's type, and beside a typed
 * column `x<n>` holds the text of those values that the type would show otherwise, so that every cell stays exact.
 */
export type StorageType = "VARCHAR" | "BIGINT" | "DOUBLE" | "TIMESTAMP";

export interface StoredColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly storage: StorageType;
  /** Name of the column of the table that is not NULL where a small group stands behind the value. */
  readonly mark?: string;
  /** Is such a column of marks itself. */
  readonly isMark?: boolean;
  readonly head?: ColumnHead;
}

/** From year 1 to year 9999. */
const firstInstant = -62135596800000n;
const lastInstant = 253402300799999n;

export function valueColumn(column: number): string {
  return `c${column}`;
}

export function textColumn(column: number): string {
  return `x${column}`;
}

/** The column of the table that holds texts of a column of the result as they were sent. */
export function textName({ storage }: StoredColumn, column: number): string {
  return storage === "VARCHAR" ? valueColumn(column) : textColumn(column);
}

/** The columns of the table that hold a column of the result. */
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

/** The values to insert for one column, from the text of the body. */
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

/** The text that a stored value stands for when no other is kept beside it. */
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

/** Whole numbers without `.0`, others in the shortest form that reads back to the same double. */
export function doubleSql(value: string): string {
  return `CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < 1e15 THEN ${value}::BIGINT::VARCHAR ELSE ${value}::VARCHAR END`;
}

/** The text of a cell as it is shown, copied and exported; dates in UTC. */
export function shownSql(column: StoredColumn, position: number, table: string): string {
  const value = shownValueSql(column, position, table);
  return column.storage === "VARCHAR" ? value : `coalesce(${table}.${textColumn(position)}, ${value})`;
}

/** The same where no text is kept beside the value. */
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

/** SQL text of whether a cell has a value, without making the text that is shown. */
export function presentSql({ storage }: StoredColumn, position: number, table: string): string {
  const value = `${table}.${valueColumn(position)} IS NOT NULL`;
  return storage === "VARCHAR" ? value : `(${value} OR ${table}.${textColumn(position)} IS NOT NULL)`;
}

/**
 * The order of a column: missing values last either way. `hasTexts` says whether any value of a typed column is kept as
 * text; without, the type alone orders, which is several times quicker.
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
        // Values beyond 64 bits or with a fraction are kept as text.
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
