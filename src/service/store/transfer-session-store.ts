import { randomUUID } from "node:crypto";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

export interface TransferSession {
  readonly id: string;
  readonly tenant: string;
  readonly state: "active" | "completed" | "cancelled";
}

/** File of a batch. */
export interface TransferFile {
  /** Path relative to the data folder. */
  readonly file: string;
  readonly session: string;
  /** Code of the tenant that the data is for. */
  readonly tenant: string;
  readonly source: string;
  readonly sequence: number;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly header: readonly string[];
}

/** File of a batch that has no number yet. */
export type UnnumberedFile = Omit<TransferFile, "sequence">;

/** Stores the transfer sessions and the files of their batches. */
export class TransferSessionStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  async start(tenant: string, userId: string, now: number): Promise<string> {
    const id = randomUUID();
    await this.#platform.transaction((connection) =>
      connection.run("INSERT INTO transfer_sessions VALUES (?, ?, ?, ?, 'active', NULL)", [
        id,
        tenant,
        userId,
        BigInt(now),
      ]),
    );
    return id;
  }

  async find(tenant: string, id: string): Promise<TransferSession | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT * FROM transfer_sessions WHERE tenant = ? AND id = ?", [tenant, id]),
    );
    return row && { id, tenant, state: String(row.state) as TransferSession["state"] };
  }

  /** Returns the files of a session in the order in which they are applied. */
  files(session: string): Promise<readonly TransferFile[]> {
    return this.#platform.use((connection) => readFiles(connection, session));
  }

  /**
   * Adds the files of a batch, which replace those that were sent before with the same number for the same tenants and
   * sources. A batch without a number gets the next one, and a file without a name is named after its source and number.
   * `check` is given the files of the session and throws if they do not allow the batch. Returns the number and the paths
   * of the replaced files, or undefined if the session is not active.
   */
  addBatch(
    session: string,
    files: readonly (Omit<UnnumberedFile, "name"> & { readonly name?: string })[],
    number?: number,
    check?: (before: readonly TransferFile[]) => void,
  ): Promise<{ readonly sequence: number; readonly replaced: readonly string[] } | undefined> {
    return this.#platform.transaction(async (connection) => {
      const [active] = await connection.rows("SELECT id FROM transfer_sessions WHERE id = ? AND state = 'active'", [
        session,
      ]);
      if (!active) {
        return undefined;
      }
      check?.(await readFiles(connection, session));
      const sequence = number ?? (await nextSequence(connection, session));
      const replaced: string[] = [];
      for (const { tenant, source } of files) {
        const rows = await connection.rows(
          "DELETE FROM transfer_files WHERE session = ? AND tenant = ? AND source = ? AND sequence = ? RETURNING file",
          [session, tenant, source, BigInt(sequence)],
        );
        replaced.push(...rows.map(({ file }) => String(file)));
      }
      await insertFiles(
        connection,
        session,
        files.map((file) => ({ name: `${file.source.toLowerCase()}-${sequence}.csv`, ...file, sequence })),
      );
      return { sequence, replaced };
    });
  }

  /** Adds a session that is already completed, with the files of tenants that other jobs receive, in a transaction of the caller. */
  async addCompleted(
    connection: Connection,
    { id, tenant, job }: { readonly id: string; readonly tenant: string; readonly job: string },
    files: readonly TransferFile[],
    now: number,
  ): Promise<void> {
    await connection.run("INSERT INTO transfer_sessions VALUES (?, ?, '', ?, 'completed', ?)", [
      id,
      tenant,
      BigInt(now),
      job,
    ]);
    await insertFiles(connection, id, files);
  }

  /**
   * Completes an active session in a transaction of the caller, with the job that receives its files. Returns these, or
   * undefined if it is not active.
   */
  complete(connection: Connection, id: string, job: string): Promise<readonly TransferFile[] | undefined> {
    return end(connection, id, "completed", job);
  }

  /** Cancels an active session. Returns its files, which are no longer needed, or undefined if it is not active. */
  cancel(id: string): Promise<readonly TransferFile[] | undefined> {
    return this.#platform.transaction((connection) => end(connection, id, "cancelled", undefined));
  }

  /** Forgets the files of a tenant in a transaction of the caller. */
  async removeFiles(connection: Connection, session: string, tenant: string): Promise<void> {
    await connection.run("DELETE FROM transfer_files WHERE session = ? AND tenant = ?", [session, tenant]);
  }

  /** Paths of the files of sessions that are active, or of tenants whose receiving job has not ended. */
  async paths(): Promise<readonly string[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT file FROM transfer_files JOIN transfer_sessions ON transfer_sessions.id = session
         WHERE transfer_sessions.state = 'active'
           OR (transfer_sessions.state = 'completed' AND EXISTS (
             FROM jobs WHERE jobs.type = 'receiving' AND jobs.state IN ('pending', 'running')
               AND jobs.tenant = transfer_files.tenant
               AND json_extract_string(jobs.request, '$.origin') = transfer_files.session))`,
      ),
    );
    return rows.map(({ file }) => String(file));
  }
}

async function readFiles(connection: Connection, session: string): Promise<readonly TransferFile[]> {
  const rows = await connection.rows(
    "SELECT * FROM transfer_files WHERE session = ? ORDER BY tenant, source, sequence, name",
    [session],
  );
  return rows.map(toFile);
}

/** Returns the number that follows the highest one of a session's batches. */
async function nextSequence(connection: Connection, session: string): Promise<number> {
  const [row] = await connection.rows(
    "SELECT coalesce(max(sequence) + 1, 0) AS next FROM transfer_files WHERE session = ?",
    [session],
  );
  return Number(row?.next);
}

async function insertFiles(connection: Connection, session: string, files: readonly TransferFile[]): Promise<void> {
  for (const file of files) {
    await connection.run("INSERT INTO transfer_files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [
      file.file,
      session,
      file.tenant,
      file.source,
      BigInt(file.sequence),
      file.name,
      BigInt(file.bytes),
      BigInt(file.rows),
      JSON.stringify(file.header),
    ]);
  }
}

/** Ends an active session. Returns its files, or undefined if it is not active. */
async function end(
  connection: Connection,
  id: string,
  state: "completed" | "cancelled",
  job: string | undefined,
): Promise<readonly TransferFile[] | undefined> {
  const moved = await connection.rows(
    "UPDATE transfer_sessions SET state = ?, job = ? WHERE id = ? AND state = 'active' RETURNING id",
    [state, job ?? null, id],
  );
  return moved.length > 0 ? readFiles(connection, id) : undefined;
}

function toFile(row: SqlRow): TransferFile {
  return {
    file: String(row.file),
    session: String(row.session),
    tenant: String(row.tenant),
    source: String(row.source),
    sequence: Number(row.sequence),
    name: String(row.name),
    bytes: Number(row.bytes),
    rows: Number(row.rows),
    header: JSON.parse(String(row.header)) as readonly string[],
  };
}
