import type { Connection, Database, SqlRow } from "../../duckdb/database.ts";
import { commitsTable, physicalName, statesTable } from "./catalogue.ts";
import type { TableState, TenantTable } from "./table-data.ts";

/** New state of a table from a DuckDB transaction; the cache is updated once that is committed. */
export interface TableUpdate {
  readonly table: TenantTable;
  readonly state: TableState;
  /** Time of its oldest remaining commit in epoch milliseconds; undefined if its rows have not changed. */
  readonly oldestCommitMs: number | undefined;
}

/** States of all tables, cached in memory. */
export class TableStates {
  readonly #states = new Map<string, TableState>();
  readonly #oldestCommits = new Map<string, number>();

  static async read(database: Database): Promise<TableStates> {
    return await database.use(async (connection) => {
      const states = new TableStates();
      for (const row of await connection.rows(`SELECT * FROM ${statesTable}`)) {
        states.#states.set(physicalName(tableOf(row)), toState(row));
      }
      const commits = await connection.rows(
        `SELECT source, tenant, min(committed_ms) AS oldest FROM ${commitsTable} GROUP BY source, tenant`,
      );
      for (const row of commits) {
        states.#oldestCommits.set(physicalName(tableOf(row)), Number(row.oldest));
      }
      return states;
    });
  }

  /** State of a table; `undefined` if it was never written. */
  stateOf(table: TenantTable): TableState | undefined {
    return this.#states.get(physicalName(table));
  }

  /** Time of the table's oldest remaining commit in epoch milliseconds; `undefined` if there is none. */
  oldestCommitMs(table: TenantTable): number | undefined {
    return this.#oldestCommits.get(physicalName(table));
  }

  update(updates: readonly TableUpdate[]): void {
    for (const { table, state, oldestCommitMs } of updates) {
      this.#states.set(physicalName(table), state);
      if (oldestCommitMs !== undefined) {
        this.#oldestCommits.set(physicalName(table), oldestCommitMs);
      }
    }
  }
}

/** Writes states, replacing earlier ones of the same tables. */
export async function writeTableStates(
  connection: Connection,
  updates: readonly TableUpdate[],
  known: TableStates,
): Promise<void> {
  for (const { table } of updates.filter((one) => known.stateOf(one.table) !== undefined)) {
    await connection.runKept(`DELETE FROM ${statesTable} WHERE source = ? AND tenant = ?`, [
      table.source,
      table.tenant,
    ]);
  }
  for (const { table, state } of updates) {
    await connection.runKept(`INSERT INTO ${statesTable} VALUES (?, ?, ?, ?, ?::BIGINT)`, [
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
