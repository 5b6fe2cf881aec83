import { quoteName } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import { hidden, physicalPath, quotedColumnName } from "./catalogue.ts";
import type { AccessibleTable, TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { WriteLock } from "./write-locks.ts";

/** A table that a statement writes, with the SQL to access it. */
export class WriteTarget {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Quoted path of the stored table. */
  readonly path: string;
  readonly lock: WriteLock;

  constructor(accessible: AccessibleTable, lock: WriteLock) {
    this.name = accessible.name;
    this.columns = accessible.columns;
    this.path = physicalPath(accessible.table);
    this.lock = lock;
  }

  get number(): number {
    return this.lock.number;
  }

  /**
   * SQL for the current rows under an alias, with their row number as `$row` and the columns that `removeRows` needs.
   */
  as(alias: string): string {
    const columns = this.columns.map(({ name }) => `${quotedColumnName(name)} AS ${quoteName(name)}`);
    const versions = `rowid AS "$row", ${hidden.from}, ${hidden.replaces}`;
    return `(SELECT ${versions}, ${columns.join(", ")} FROM ${this.path} WHERE ${hidden.to} IS NULL) AS ${quoteName(alias)}`;
  }

  column(name: string): TableColumn {
    const column = this.columns.find((one) => isSameName(one.name, name));
    if (!column) {
      throw new TableDataError(`The table ${this.name} has no column "${name}".`);
    }
    return column;
  }

  /** Column list for `INSERT INTO`: the stored names of the columns, then the hidden columns. */
  insertList(columns: readonly TableColumn[] = this.columns): string {
    return [...columns.map(({ name }) => quotedColumnName(name)), ...Object.values(hidden)].join(", ");
  }

  /** SQL values of the hidden columns in a new row; `replaces` is SQL. */
  newRowVersion(replaces: string): string {
    return `${this.number}, NULL, ${replaces}`;
  }
}

/** SQL that casts a value to the column's type. */
export function castTo({ storage }: TableColumn, sql: string): string {
  return `CAST(${sql} AS ${storage})`;
}

const integers = ["INTEGER", "BIGINT"];

/**
 * SQL for a column's value from a row under `alias`, converted as in Spark: the value of the column with the same name,
 * or NULL.
 */
export function storedValue(column: TableColumn, given: readonly TableColumn[], alias: string): string {
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
    ? castTo(column, `trunc(${sql})`)
    : castTo(column, sql);
}
