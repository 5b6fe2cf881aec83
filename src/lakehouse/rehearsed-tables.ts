import { quoteSparkName } from "../base/sql-quote.ts";
import type { SparkSession } from "../spark-connect/spark-session.ts";
import type { IcebergCatalog } from "./iceberg-catalog.ts";
import type { IcebergTable } from "./iceberg-table.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/**
 * Rows that an action added, changed and removed, and how many there were before and after it. Rows that are written as
 * they were count as changed.
 */
interface RowCounts {
  readonly before: number;
  readonly after: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

interface RehearsedTable {
  /** Its name in Spark with catalog and namespace, quoted. */
  readonly path: string;
  readonly name: string;
  /** The table as it was before the next action. */
  state: IcebergTable;
  rows: number | undefined;
}

/**
 * The tables of a rehearsal: each is a temporary view of its name, of its branch if it is written, else of the snapshot
 * that was current at the start. Names of other tables mean nothing in the session.
 */
export class RehearsedTables {
  readonly #catalog: IcebergCatalog;
  readonly #session: SparkSession;
  readonly #branch: string;
  readonly #tables = new Map<string, RehearsedTable>();

  constructor(catalog: IcebergCatalog, session: SparkSession, branch: string) {
    this.#catalog = catalog;
    this.#session = session;
    this.#branch = branch;
  }

  /** Makes the branch of a table that is written, and its view. */
  async addWritten(state: IcebergTable, path: string, signal: AbortSignal): Promise<void> {
    const branch = quoteSparkName(this.#branch);
    await this.#session.command(`REFRESH TABLE ${path}`, signal);
    const at = state.mainSnapshotId === undefined ? "" : ` AS OF VERSION ${state.mainSnapshotId}`;
    await this.#session.command(`ALTER TABLE ${path} CREATE BRANCH ${branch}${at}`, signal);
    await this.#view(state.name, `SELECT * FROM ${path} VERSION AS OF '${this.#branch}'`, signal);
    this.#tables.set(state.name.toLowerCase(), { path, name: state.name, state, rows: undefined });
  }

  /** Makes the view of a table that is only read. */
  async addRead(state: IcebergTable, path: string, signal: AbortSignal): Promise<void> {
    await this.#session.command(`REFRESH TABLE ${path}`, signal);
    const rows =
      state.mainSnapshotId === undefined
        ? `SELECT * FROM ${path} WHERE false`
        : `SELECT * FROM ${path} VERSION AS OF ${state.mainSnapshotId}`;
    await this.#view(state.name, rows, signal);
  }

  /** Name of a written table's branch in INSERT, UPDATE, DELETE and MERGE. It cannot mean the table's main branch. */
  writePath(name: string): string {
    return `${this.#of(name).path}.${quoteSparkName(`branch_${this.#branch}`)}`;
  }

  columnsOf(name: string): readonly string[] {
    return this.#of(name).state.fields.map((field) => field.name);
  }

  /**
   * Returns the Spark SQL name of a written table on its branch, from which rows can be read with their positions in
   * data files.
   */
  rowsPath(name: string): string {
    return `${this.#of(name).path} VERSION AS OF '${this.#branch}'`;
  }

  async countRows(name: string, signal: AbortSignal): Promise<number> {
    const table = this.#of(name);
    table.rows ??= await this.#count(`SELECT count(*) FROM ${quoteSparkName(name)}`, signal);
    return table.rows;
  }

  /** Runs a write of a table, whose rows are then counted anew. */
  async change(name: string, signal: AbortSignal, write: () => Promise<void>): Promise<void> {
    const table = this.#of(name);
    await write();
    table.rows = undefined;
    table.state = await this.#reload(name, signal);
  }

  /** Counts what a write does to a table, by the lineage of its rows. */
  async countChanges(name: string, signal: AbortSignal, write: () => Promise<void>): Promise<RowCounts> {
    const table = this.#of(name);
    const before = await this.countRows(name, signal);
    const { nextRowId, lastSequenceNumber } = table.state;
    await this.change(name, signal, write);
    const after = await this.countRows(name, signal);
    const rows = this.rowsPath(name);
    const added = await this.#count(`SELECT count(*) FROM ${rows} WHERE _row_id >= ${nextRowId}`, signal);
    const changed = await this.#count(
      `SELECT count(*) FROM ${rows} WHERE _row_id < ${nextRowId} AND _last_updated_sequence_number > ${lastSequenceNumber}`,
      signal,
    );
    return { before, after, added, changed, removed: before + added - after };
  }

  /** Sets the branch of a table to the snapshot that was current at an instant. Throws LakehouseError if none was. */
  async reset(name: string, asOfMs: number, signal: AbortSignal): Promise<void> {
    const table = this.#of(name);
    const snapshot = table.state.history.findLast(({ timestampMs }) => timestampMs <= asOfMs);
    if (snapshot === undefined) {
      throw new LakehouseError(`${name} has no snapshot of ${new Date(asOfMs).toISOString()} or before.`);
    }
    const branch = quoteSparkName(this.#branch);
    await this.change(name, signal, () =>
      this.#session.command(`ALTER TABLE ${table.path} REPLACE BRANCH ${branch} AS OF VERSION ${snapshot.id}`, signal),
    );
  }

  async #view(name: string, query: string, signal: AbortSignal): Promise<void> {
    await this.#session.command(`CREATE OR REPLACE TEMPORARY VIEW ${quoteSparkName(name)} AS ${query}`, signal);
  }

  async #count(query: string, signal: AbortSignal): Promise<number> {
    const { rows } = await this.#session.query(query, signal);
    return Number(rows[0]?.[0] ?? 0);
  }

  async #reload(name: string, signal: AbortSignal): Promise<IcebergTable> {
    const state = await this.#catalog.loadTable(this.#of(name).name, signal);
    if (!state) {
      throw new LakehouseError(`The table ${name} was dropped during the rehearsal.`);
    }
    return state;
  }

  #of(name: string): RehearsedTable {
    const table = this.#tables.get(name.toLowerCase());
    if (!table) {
      throw new Error(`The rehearsal has no branch of ${name}.`);
    }
    return table;
  }
}
