import { randomUUID } from "node:crypto";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Settings of direct data intake in a tenant. */
export interface IntakeConfig {
  readonly mode: string;
  /** Names of the objects that are always added to. */
  readonly extended: readonly string[];
}

/** Transaction of direct data intake. What happens after the commit is the state of its job. */
export interface IntakeTransaction {
  readonly id: string;
  readonly tenant: string;
  /** Epoch milliseconds, as `updated`. */
  readonly created: number;
  readonly updated: number;
  readonly state: "open" | "committed" | "rolledBack";
  /** Id of the receiving job that the commit started. */
  readonly job: string | undefined;
}

/** File of a transaction, which is not received yet. */
interface IntakeFile {
  /** Path relative to the data folder. */
  readonly file: string;
  /** Name of the load schema. */
  readonly schema: string;
  /** Name of the file as it was sent. */
  readonly name: string;
}

/** Stores the settings and transactions of direct data intake. */
export class IntakeStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the settings of a tenant; the default ones if none was changed. */
  config(tenant: string): Promise<IntakeConfig> {
    return this.#platform.use((connection) => readConfig(connection, tenant));
  }

  /** Changes the settings that are given and returns all of them. */
  changeConfig(tenant: string, changes: Partial<IntakeConfig>): Promise<IntakeConfig> {
    return this.#platform.transaction(async (connection) => {
      const config = { ...(await readConfig(connection, tenant)), ...changes };
      await connection.run("INSERT OR REPLACE INTO intake_configs VALUES (?, ?, ?)", [
        tenant,
        config.mode,
        JSON.stringify(config.extended),
      ]);
      return config;
    });
  }

  /** Opens a transaction and returns its id. */
  async start(tenant: string, userId: string, now: number): Promise<string> {
    const id = randomUUID();
    await this.#platform.transaction((connection) =>
      connection.run("INSERT INTO intake_transactions VALUES (?, ?, ?, ?, ?, 'open', NULL)", [
        id,
        tenant,
        userId,
        BigInt(now),
        BigInt(now),
      ]),
    );
    return id;
  }

  /** Returns the open transactions of a tenant, newest first. */
  async open(tenant: string): Promise<readonly IntakeTransaction[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        "SELECT * FROM intake_transactions WHERE tenant = ? AND state = 'open' ORDER BY created DESC, rowid DESC",
        [tenant],
      ),
    );
    return rows.map(toTransaction);
  }

  find(tenant: string, id: string): Promise<IntakeTransaction | undefined> {
    return this.#platform.use((connection) => findTransaction(connection, tenant, id));
  }

  /** Adds a file. Returns false and adds nothing if the transaction is no longer open. */
  addFile(tenant: string, id: string, file: IntakeFile, now: number): Promise<boolean> {
    return this.#platform.transaction(async (connection) => {
      const found = await findTransaction(connection, tenant, id);
      if (found?.state !== "open") {
        return false;
      }
      await connection.run(
        `INSERT INTO intake_files SELECT ?, ?, ?, ?, coalesce(max(ordinal), 0) + 1 FROM intake_files WHERE transaction_id = ?`,
        [file.file, id, file.schema, file.name, id],
      );
      await connection.run("UPDATE intake_transactions SET updated = ? WHERE id = ?", [BigInt(now), id]);
      return true;
    });
  }

  /**
   * Commits an open transaction in a transaction of the caller, with the job that receives its files. Returns these in
   * the order in which they came, or undefined if it is no longer open; nothing is changed then.
   */
  async commit(
    connection: Connection,
    id: string,
    job: string,
    now: number,
  ): Promise<readonly IntakeFile[] | undefined> {
    if (!(await endTransaction(connection, id, "committed", job, now))) {
      return undefined;
    }
    const rows = await connection.rows("SELECT * FROM intake_files WHERE transaction_id = ? ORDER BY ordinal", [id]);
    return rows.map(toFile);
  }

  /** Rolls an open transaction back. Returns its files, which are no longer needed, or undefined if it is not open. */
  rollBack(id: string, now: number): Promise<readonly string[] | undefined> {
    return this.#platform.transaction(async (connection) => {
      if (!(await endTransaction(connection, id, "rolledBack", undefined, now))) {
        return undefined;
      }
      return this.removeFiles(connection, id);
    });
  }

  /** Forgets the files of a transaction in a transaction of the caller and returns their paths. */
  async removeFiles(connection: Connection, id: string): Promise<readonly string[]> {
    const rows = await connection.rows("DELETE FROM intake_files WHERE transaction_id = ? RETURNING file", [id]);
    return rows.map(({ file }) => String(file));
  }

  /** Paths of the files of all transactions that are open or whose job has not ended. */
  async paths(): Promise<readonly string[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT file FROM intake_files JOIN intake_transactions ON intake_transactions.id = transaction_id
           LEFT JOIN jobs ON jobs.id = intake_transactions.job
         WHERE intake_transactions.state = 'open'
           OR (intake_transactions.state = 'committed' AND coalesce(jobs.state, 'pending') IN ('pending', 'running'))`,
      ),
    );
    return rows.map(({ file }) => String(file));
  }
}

async function readConfig(connection: Connection, tenant: string): Promise<IntakeConfig> {
  const [row] = await connection.rows("SELECT * FROM intake_configs WHERE tenant = ?", [tenant]);
  return row
    ? { mode: String(row.mode), extended: JSON.parse(String(row.extended)) as string[] }
    : { mode: "UNCHANGED", extended: [] };
}

async function endTransaction(
  connection: Connection,
  id: string,
  state: "committed" | "rolledBack",
  job: string | undefined,
  now: number,
): Promise<boolean> {
  const moved = await connection.rows(
    "UPDATE intake_transactions SET state = ?, job = ?, updated = ? WHERE id = ? AND state = 'open' RETURNING id",
    [state, job ?? null, BigInt(now), id],
  );
  return moved.length > 0;
}

async function findTransaction(
  connection: Connection,
  tenant: string,
  id: string,
): Promise<IntakeTransaction | undefined> {
  const [row] = await connection.rows("SELECT * FROM intake_transactions WHERE tenant = ? AND id = ?", [tenant, id]);
  return row && toTransaction(row);
}

function toTransaction(row: SqlRow): IntakeTransaction {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    created: Number(row.created),
    updated: Number(row.updated),
    state: String(row.state) as IntakeTransaction["state"],
    job: row.job === null ? undefined : String(row.job),
  };
}

function toFile(row: SqlRow): IntakeFile {
  return { file: String(row.file), schema: String(row.schema), name: String(row.name) };
}
