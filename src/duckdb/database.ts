import { availableParallelism } from "node:os";
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  listValue,
} from "@duckdb/node-api";
import { quoteName, quoteText } from "../base/sql-quote.ts";
import { checkDatabaseFile, describeOpenFailure, describeReadFailure } from "./database-file.ts";
import { readGrowingFile, ScratchFolder } from "./scratch-file.ts";

/** A value as it is bound to a `?` or read from a row. */
export type SqlValue = DuckDBValue;
export type SqlRow = Record<string, SqlValue>;

/** Limits and folders of one DuckDB process. */
export interface DatabaseOptions {
  /** For example `1GB`. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** Folder that DuckDB and `Connection.lines` spill to; the system's own for such files when left out. */
  readonly temporaryFolder?: string;
  /** Most that DuckDB spills; its own bound, nine tenths of the free disk, when left out. */
  readonly spillLimitBytes?: number;
  /** Keeps SQL from reading files and the network; for text that users write. */
  readonly isSandboxed?: boolean;
  /** Refuses every statement that would change the file. */
  readonly isReadOnly?: boolean;
  /** Receives a sentence about what opening the file ignored of its write-ahead log, because it is incomplete. */
  readonly onWarning?: (message: string) => void;
}

const inMemory = ":memory:";

/** Gives connections to one database, or to one schema of it. */
export interface ConnectionSource {
  connect(): Promise<Connection>;
  /** Runs `work` on a connection of its own, closed afterwards. */
  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>;
}

/** A DuckDB database file, or `:memory:`. */
export class Database implements ConnectionSource {
  readonly #path: string;
  readonly #instance: DuckDBInstance;
  readonly #scratch: ScratchFolder;
  readonly #threads: number;
  #threadless = 0;
  #settingThreads: Promise<void> = Promise.resolve();

  private constructor(path: string, instance: DuckDBInstance, scratch: ScratchFolder, threads: number) {
    this.#path = path;
    this.#instance = instance;
    this.#scratch = scratch;
    this.#threads = threads;
  }

  /** Opens the file, making it when it is not there; throws `DatabaseFileError`. */
  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    const { threads = availableParallelism() } = options;
    const settings: Record<string, string> = {
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      ...(options.memoryLimit && { memory_limit: options.memoryLimit }),
      threads: String(threads),
      ...(options.temporaryFolder && { temp_directory: options.temporaryFolder }),
      ...(options.spillLimitBytes !== undefined && { max_temp_directory_size: `${options.spillLimitBytes}B` }),
      ...(options.isSandboxed && { enable_external_access: "false" }),
      ...(options.isReadOnly && { access_mode: "READ_ONLY" }),
    };
    if (path !== inMemory) {
      await checkDatabaseFile(path, options.onWarning ?? (() => undefined));
    }
    const instance = await DuckDBInstance.create(path, settings).catch((error: unknown) => {
      throw path === inMemory ? error : describeOpenFailure(path, error);
    });
    return new Database(path, instance, new ScratchFolder(options.temporaryFolder), threads);
  }

  async connect(): Promise<Connection> {
    return this.#connect((error) => describeReadFailure(this.#path, error));
  }

  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    return useConnection(this, work);
  }

  /**
   * Returns a source of connections whose names without a schema mean those of `schema`. `files` are the attached files that
   * the schema reads, for the failure of a damaged one.
   */
  scopedTo(schema: string, files: readonly string[]): ConnectionSource {
    const path = files.join(" or ");
    const connect = async () => {
      const connection = await this.#connect((error) => describeReadFailure(path, error));
      try {
        await connection.run(`USE ${quoteName("memory")}.${quoteName(schema)}`);
        return connection;
      } catch (error) {
        connection.close();
        throw error;
      }
    };
    return { connect, use: (work) => useConnection({ connect }, work) };
  }

  async #connect(describeFailure: (error: unknown) => unknown): Promise<Connection> {
    return new Connection(describeFailure, await this.#instance.connect(), this.#scratch);
  }

  /**
   * While `work` goes on, DuckDB has no threads of its own: each statement runs in the thread that waits for it. `COPY` then
   * writes row after row, where else it collects up to 4 MB for each column and thread; and no thread that waits for another
   * keeps a core busy, so that two statements at once have two cores.
   */
  async withoutThreads<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#threadless++;
    try {
      await this.#setThreads();
      return await work();
    } finally {
      this.#threadless--;
      await this.#setThreads();
    }
  }

  /** One after the other, so that the last one leaves what is right then. */
  #setThreads(): Promise<void> {
    const set = this.#settingThreads.then(() =>
      this.use((connection) =>
        connection.run(this.#threadless > 0 ? "SET GLOBAL threads = 1" : `SET GLOBAL threads = ${this.#threads}`),
      ),
    );
    this.#settingThreads = set.catch(() => undefined);
    return set;
  }

  /**
   * Writes the log into the file and lets go of it. Where that cannot be done, on a full disk or with a damaged block, the
   * log stays and is taken up by the next start: nothing is lost.
   */
  async checkpointAndClose(): Promise<void> {
    await this.use((connection) => connection.run("CHECKPOINT")).catch(() => undefined);
    this.close();
  }

  /** Lets go of the file. */
  close(): void {
    this.#instance.closeSync();
    this.#scratch.remove();
  }
}

async function useConnection<Value>(
  source: Pick<ConnectionSource, "connect">,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await source.connect();
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** One session of a database. Statements of one connection run one after the other. */
export class Connection {
  readonly #describeFailure: (error: unknown) => unknown;
  readonly #connection: DuckDBConnection;
  readonly #scratch: ScratchFolder;
  readonly #kept = new Map<string, DuckDBPreparedStatement>();
  #lastKept: Promise<void> = Promise.resolve();

  constructor(describeFailure: (error: unknown) => unknown, connection: DuckDBConnection, scratch: ScratchFolder) {
    this.#describeFailure = describeFailure;
    this.#connection = connection;
    this.#scratch = scratch;
  }

  async run(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<void> {
    await this.#interruptible(signal, () => this.#connection.run(sql, values));
  }

  /** As `run`, for a statement of the program that comes again and again: its text is parsed once for the connection. */
  runKept(sql: string, values: SqlValue[]): Promise<void> {
    // A statement has one set of values, which must not change before it has run.
    const turn = this.#lastKept.then(async () => {
      const statement = this.#kept.get(sql) ?? (await this.#connection.prepare(sql));
      this.#kept.set(sql, statement);
      statement.bind(values);
      await statement.run();
    });
    this.#lastKept = turn.catch(() => undefined);
    return turn;
  }

  /** Every row, in memory: only for answers that are known to be small. */
  async rows(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<SqlRow[]> {
    const reader = await this.#interruptible(signal, () => this.#connection.runAndReadAll(sql, values));
    return reader.getRowObjects();
  }

  /** As `rows`, but one list for each column. */
  async allColumns(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<readonly SqlValue[][]> {
    const reader = await this.#interruptible(signal, () => this.#connection.runAndReadAll(sql, values));
    return reader.getColumns();
  }

  /** Chunks of at most 2,048 rows, each a list of columns, read as they are asked for. */
  async *columns(sql: string, values?: SqlValue[], signal?: AbortSignal): AsyncGenerator<readonly SqlValue[][]> {
    const result = await this.#interruptible(signal, () => this.#connection.stream(sql, values));
    for (;;) {
      const chunk = await this.#interruptible(signal, () => result.fetchChunk());
      if (!chunk || chunk.rowCount === 0) {
        return;
      }
      yield chunk.getColumns();
    }
  }

  /**
   * The rows of a query with one text column as bytes, each ended by a line feed, in pieces of some hundred kilobytes.
   *
   * DuckDB itself writes them into a file that is read while it grows: no row becomes a JavaScript value, and a slow reader
   * holds none of DuckDB's threads. The file is gone when the reading ends, also when it ends early.
   */
  async *lines(sql: string, values?: SqlValue[], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted();
    const file = await this.#scratch.create();
    try {
      // Without quote, escape and delimiter the CSV writer leaves the text as it is.
      const format = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '', USE_TMP_FILE false";
      const writing = this.run(`COPY (${sql}) TO ${quoteText(file.path)} (${format})`, values, signal);
      let isWritten = false;
      const written = writing.finally(() => {
        isWritten = true;
      });
      // The failure is thrown by the reading, which may not have come to wait for it yet.
      written.catch(() => undefined);
      try {
        yield* readGrowingFile(file.handle, written, signal);
      } finally {
        if (!isWritten) {
          this.interrupt();
          await written.catch(() => undefined);
        }
      }
    } finally {
      await file.remove();
    }
  }

  /** Stops the running statement; it fails with DuckDB's interrupt error. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  close(): void {
    for (const statement of this.#kept.values()) {
      statement.destroySync();
    }
    this.#kept.clear();
    this.#connection.closeSync();
  }

  /** Ends with the signal's reason, whatever DuckDB calls the interruption. */
  async #interruptible<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
    signal?.throwIfAborted();
    const onAbort = () => this.#connection.interrupt();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#describeFailure(error);
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

/** Texts, at least one, as one value of type `VARCHAR[]`. */
export function textList(texts: readonly string[]): SqlValue {
  return listValue(texts);
}

export { quoteName, quoteText };

/** Runs work in a transaction: commits all of its writes, or rolls back and rethrows. */
export async function inTransaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  await connection.run("BEGIN");
  try {
    const value = await work();
    await connection.run("COMMIT");
    return value;
  } catch (error) {
    // After a failed commit, DuckDB has rolled back already and refuses to do so again. That error must not hide the
    // first.
    await connection.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Whether a message is DuckDB's refusal of the statement itself. It then holds names and SQL, and may be shown; other messages
 * may quote values of rows.
 */
export function isStatementRefusal(message: string): boolean {
  return /^(Binder|Catalog|Parser|Not implemented) Error: /.test(message);
}
