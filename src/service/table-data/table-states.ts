import type { Connection, Database, SqlRow } from "../../duckdb/database.ts";
import { commitsTable, statesTable } from "./catalogue.ts";
import { physicalName } from "./physical-table.ts";
import type { TableState, TenantTable } from "./table-data.ts";

/** What came of a table in a DuckDB transaction, to be noted once that is committed. */
export interface TableNews {
  readonly table: TenantTable;
  readonly state: TableState;
  /** Epoch milliseconds of the oldest of its commits that is kept, where it has changed. */
  readonly oldestCommitMs: number | undefined;
}

/** What is kept beside the rows of each table, known without asking the file. */
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

  /** `undefined` while nothing was ever written to the table. */
  of(table: TenantTable): TableState | undefined {
    return this.#states.get(physicalName(table));
  }

  /** Epoch milliseconds of the oldest commit that is kept; `undefined` before there is one. */
  oldestCommitMs(table: TenantTable): number | undefined {
    return this.#oldestCommits.get(physicalName(table));
  }

  note(news: readonly TableNews[]): void {
    for (const { table, state, oldestCommitMs } of news) {
      this.#states.set(physicalName(table), state);
      if (oldestCommitMs !== undefined) {
        this.#oldestCommits.set(physicalName(table), oldestCommitMs);
      }
    }
  }
}

/** Puts states in place of what there was of their tables. */
export async function writeTableStates(
  connection: Connection,
  news: readonly TableNews[],
  known: TableStates,
): Promise<void> {
  for (const { table } of news.filter((one) => known.of(one.table) !== undefined)) {
    await connection.runKept(`DELETE FROM ${statesTable} WHERE source = ? AND tenant = ?`, [
      table.source,
      table.tenant,
    ]);
  }
  for (const { table, state } of news) {
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
