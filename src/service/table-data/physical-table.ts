import { quoteName } from "../../duckdb/database.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/**
 * Where the rows of one tenant's table lie: a table for each, named by the definition's uuid, so that a rename moves nothing. SQL of
 * users reaches only views of it.
 */
export const rowsSchema = "stored";

/** Names that no column of a table source can have: their characters are not those of a SQL name. */
export const hidden = {
  /** Number of the transaction that wrote the row. */
  from: '"$from"',
  /** Number of the transaction that removed it; NULL while it is there. */
  to: '"$to"',
  /** Whether the row took the place of one that was committed before its transaction. */
  replaces: '"$replaces"',
} as const;

const hiddenColumns: readonly string[] = [`${hidden.from} BIGINT`, `${hidden.to} BIGINT`, `${hidden.replaces} BOOLEAN`];

/** Unquoted, without the schema. */
export function physicalName({ source, tenant }: TenantTable): string {
  return `${source} ${tenant}`;
}

export function physicalPath(table: TenantTable): string {
  return inRows(physicalName(table));
}

export function inRows(name: string): string {
  return `${rowsSchema}.${quoteName(name)}`;
}

/** Quoted. A column `rowid` would hide the row's own number, which DuckDB calls so. */
export function physicalColumn(name: string): string {
  return quoteName(name.toLowerCase() === "rowid" ? `${name}$` : name);
}

export function columnDefinitions(columns: readonly TableColumn[]): string {
  return [...columns.map(({ name, storage }) => `${physicalColumn(name)} ${storage}`), ...hiddenColumns].join(", ");
}
