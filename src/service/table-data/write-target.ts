import { quoteName } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import {
  hiddenColumns,
  physicalTablePathOf,
  quoteColumnName,
  type StoredColumn,
  storedColumnsOf,
} from "./catalogue.ts";
import type { AccessibleTable } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { WriteLock } from "./write-locks.ts";

/** The table that a statement writes, with methods that build SQL for it. */
export class WriteTarget {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** Quoted path of the stored table. */
  readonly path: string;
  readonly lock: WriteLock;

  constructor(accessible: AccessibleTable, lock: WriteLock) {
    this.name = accessible.name;
    this.columns = storedColumnsOf(accessible.columns);
    this.path = physicalTablePathOf(accessible.table);
    this.lock = lock;
  }

  get number(): number {
    return this.lock.number;
  }

  /**
   * Returns SQL of the current rows under an alias. It includes the row number as `$row` and the columns that
   * `removeRows` needs.
   */
  as(alias: string): string {
    const columns = this.columns.map(({ name }) => `${quoteColumnName(name)} AS ${quoteName(name)}`);
    const versions = `rowid AS "$row", ${hiddenColumns.from}, ${hiddenColumns.replaces}`;
    return `(SELECT ${versions}, ${columns.join(", ")} FROM ${this.path} WHERE ${hiddenColumns.to} IS NULL) AS ${quoteName(alias)}`;
  }

  column(name: string): StoredColumn {
    const column = this.columns.find((one) => isSameName(one.name, name));
    if (!column) {
      throw new TableDataError(`The table ${this.name} has no column "${name}".`);
    }
    return column;
  }

  /** Returns the column list for `INSERT INTO`: the names of the stored columns, then the hidden columns. */
  insertList(columns: readonly StoredColumn[] = this.columns): string {
    return [...columns.map(({ name }) => quoteColumnName(name)), ...Object.values(hiddenColumns)].join(", ");
  }

  /**
   * Returns SQL of the hidden columns' values for a new row. `replaces` is SQL of the row that the new row replaces.
   */
  newRowVersion(replaces: string): string {
    return `${this.number}, NULL, ${replaces}`;
  }
}

/** Builds SQL that casts a value to the type of a column. */
export function buildColumnCastSql({ storage }: StoredColumn, sql: string): string {
  return `CAST(${sql} AS ${storage})`;
}

const integers = ["INTEGER", "BIGINT"];

/**
 * Builds SQL of a column's value from a row under `alias`, converted as in Spark. The value is that of the column with
 * the same name, or NULL.
 */
export function buildStoredValueSql(column: StoredColumn, given: readonly StoredColumn[], alias: string): string {
  const source = given.find(({ name }) => isSameName(name, column.name));
  if (!source) {
    return `NULL::${column.storage}`;
  }
  const sql = `${alias}.${quoteName(source.name)}`;
  if (source.storage === column.storage) {
    return sql;
  }
  if (column.storage === "BLOB" && source.storage === "VARCHAR") {
    return `encode(${sql})`;
  }
  // DuckDB rounds, but Spark truncates.
  return integers.includes(column.storage) && /^(FLOAT|DOUBLE|DECIMAL)/.test(source.storage)
    ? buildColumnCastSql(column, `trunc(${sql})`)
    : buildColumnCastSql(column, sql);
}
