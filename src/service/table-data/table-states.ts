import type { Connection, ConnectionSource, SqlRow } from "../../duckdb/database.ts";
import { commitsTable, physicalTableNameOf, tableStatesTable } from "./catalogue.ts";
import type { TableState, TenantTable } from "./table-data.ts";

/** New state of a table, set by a DuckDB transaction. The cache is updated after the transaction is committed. */
export interface TableUpdate {
  readonly table: TenantTable;
  readonly state: TableState;
  /** Time of the table's oldest remaining commit in epoch milliseconds. Undefined if the rows have not changed. */
  readonly oldestCommitMs: number | undefined;
}

/** States of all tables, cached in memory. */
export class TableStates {
  readonly #states = new Map<string, TableState>();
  readonly #oldestCommits = new Map<string, number>();

  static async read(database: Pick<ConnectionSource, "use">): Promise<TableStates> {
    return await database.use(async (connection) => {
      const states = new TableStates();
      for (const row of await connection.rows(`SELECT * FROM ${tableStatesTable}`)) {
        states.#states.set(physicalTableNameOf(tableOf(row)), toState(row));
      }
      const commits = await connection.rows(
        `SELECT source, tenant, min(committed_ms) AS oldest FROM ${commitsTable} GROUP BY source, tenant`,
      );
      for (const row of commits) {
        states.#oldestCommits.set(physicalTableNameOf(tableOf(row)), Number(row.oldest));
      }
      return states;
    });
  }

  /** Returns the state of a table. Undefined if the table was never written. */
  stateOf(table: TenantTable): TableState | undefined {
    return this.#states.get(physicalTableNameOf(table));
  }

  /** Returns the time of the table's oldest remaining commit in epoch milliseconds. Undefined if there is none. */
  oldestCommitMs(table: TenantTable): number | undefined {
    return this.#oldestCommits.get(physicalTableNameOf(table));
  }

  update(updates: readonly TableUpdate[]): void {
    for (const { table, state, oldestCommitMs } of updates) {
      this.#states.set(physicalTableNameOf(table), state);
      if (oldestCommitMs !== undefined) {
        this.#oldestCommits.set(physicalTableNameOf(table), oldestCommitMs);
      }
    }
  }
}

/** Stores states of tables and replaces their earlier states. */
export async function writeTableStates(
  connection: Connection,
  updates: readonly TableUpdate[],
  known: TableStates,
): Promise<void> {
  for (const { table } of updates.filter((one) => known.stateOf(one.table) !== undefined)) {
    await connection.runPrepared(`DELETE FROM ${tableStatesTable} WHERE source = ? AND tenant = ?`, [
      table.source,
      table.tenant,
    ]);
  }
  for (const { table, state } of updates) {
    await connection.runPrepared(`INSERT INTO ${tableStatesTable} VALUES (?, ?, ?, ?, ?::BIGINT)`, [
      table.source,
      table.tenant,
      JSON.stringify(state.metadata),
      state.transactionId ?? null,
      state.recordsUpdatedAt === undefined ? null : Date.parse(state.recordsUpdatedAt),
    ]);
  }
}

function tableOf(row: SqlRow): TenantTable {
  return { source: String(row.source), tenant: String(row.tenant) };
}

function toState(row: SqlRow): TableState {
  return {
    metadata: JSON.parse(String(row.metadata)),
    transactionId: row.transaction_id === null ? undefined : String(row.transaction_id),
    recordsUpdatedAt: row.updated_ms === null ? undefined : new Date(Number(row.updated_ms)).toISOString(),
  };
}
