import { quoteName } from "../../duckdb/database.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/**
 * Schema of the stored rows. Each table of a tenant is one DuckDB table, named by the definition's uuid, so that
 * renaming a definition moves nothing. SQL of users can access only views of these tables.
 */
export const rowsSchema = "stored";

/** Columns of the service; no column of a table source can have these names, because `$` is not allowed in them. */
export const hidden = {
  /** Number of the transaction that wrote the row. */
  from: '"$from"',
  /** Number of the transaction that removed the row; NULL if it was not removed. */
  to: '"$to"',
  /** Whether the row replaces one that was committed before its transaction. */
  replaces: '"$replaces"',
} as const;

const hiddenColumns: readonly string[] = [`${hidden.from} BIGINT`, `${hidden.to} BIGINT`, `${hidden.replaces} BOOLEAN`];

/** Name of the DuckDB table, unquoted and without the schema. */
export function physicalName({ source, tenant }: TenantTable): string {
  return `${source} ${tenant}`;
}

export function physicalPath(table: TenantTable): string {
  return rowsPath(physicalName(table));
}

export function rowsPath(name: string): string {
  return `${rowsSchema}.${quoteName(name)}`;
}

/** Quoted name of a stored column. A column `rowid` is renamed, because it would hide DuckDB's own row number. */
export function physicalColumn(name: string): string {
  return quoteName(name.toLowerCase() === "rowid" ? `${name}$` : name);
}

export function columnDefinitions(columns: readonly TableColumn[]): string {
  return [...columns.map(({ name, storage }) => `${physicalColumn(name)} ${storage}`), ...hiddenColumns].join(", ");
}
