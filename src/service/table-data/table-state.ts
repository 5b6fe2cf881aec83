import type { Connection } from "../../duckdb/database.ts";
import { statesTable } from "./catalogue.ts";
import type { TableState, TenantTable } from "./table-data.ts";

export async function readTableState(
  connection: Connection,
  { source, tenant }: TenantTable,
): Promise<TableState | undefined> {
  const [row] = await connection.rows(`SELECT * FROM ${statesTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
  return (
    row && {
      metadata: JSON.parse(String(row.metadata)),
      transactionId: row.transaction_id === null ? undefined : String(row.transaction_id),
      recordsUpdatedAt: row.updated_ms === null ? undefined : new Date(Number(row.updated_ms)).toISOString(),
    }
  );
}

export async function writeTableState(
  connection: Connection,
  { source, tenant }: TenantTable,
  { metadata, transactionId, recordsUpdatedAt }: TableState,
): Promise<void> {
  await connection.run(`DELETE FROM ${statesTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
  await connection.run(`INSERT INTO ${statesTable} VALUES (?, ?, ?, ?, ?::BIGINT)`, [
    source,
    tenant,
    JSON.stringify(metadata),
    transactionId ?? null,
    recordsUpdatedAt === undefined ? null : Date.parse(recordsUpdatedAt),
  ]);
}
