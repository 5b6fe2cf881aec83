import { availableParallelism } from "node:os";
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  listValue,
} from "@duckdb/node-api";
import { quoteName, quoteText } from "../base/sql-quote.ts";
import { TaskQueue } from "../base/task-queue.ts";
import { checkDatabaseFile, describeOpenFailure, describeReadFailure } from "./database-file.ts";
import { readGrowingFile, ScratchFolder } from "./scratch-file.ts";

/** Value that is bound to a `?` of a statement or read from a row. */
export type SqlValue = DuckDBValue;
export type SqlRow = Record<string, SqlValue>;

/** Options of a database. */
export interface DatabaseOptions {
  /** Memory limit of DuckDB, such as `1GB`. By default, DuckDB uses 80 % of the memory. */
  readonly memoryLimit?: string;
  /** Number of threads of DuckDB. By default, the number of processors. */
  readonly threads?: number;
  /**
   * Folder for the temporary files of DuckDB and of `Connection.lines`. By default, DuckDB uses a folder beside the
   * database file, and `Connection.lines` the temporary folder of the system.
   */
  readonly temporaryFolder?: string;
  /** Maximum size of DuckDB's temporary files in bytes. By default, 90 % of the free disk space. */
  readonly spillLimitBytes?: number;
  /** Whether SQL cannot access files and the network, as for statements that users write. */
  readonly isSandboxed?: boolean;
  /** Whether statements that would change the file fail. */
  readonly isReadOnly?: boolean;
  /**
   * Called with a message about the incomplete end of the write-ahead log, which is ignored when the file is opened.
   */
  readonly onWarning?: (message: string) => void;
}

const inMemory = ":memory:";

/** Time between two interrupts of a statement that goes on after the first. */
const interruptIntervalMs = 50;

/** Gives connections to one database, or to one schema of it. */
export interface ConnectionSource {
  /** Whether all connections ever read the same data. */
  readonly isUnchanging?: boolean;
  connect(): Promise<Connection>;
  /** Runs `work` on a connection of its own, closed afterwards. */
  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>;
}

/** An open DuckDB database: a file, or `:memory:` for a database in memory. */
export class Database implements ConnectionSource {
  readonly #path: string;
  readonly #instance: DuckDBInstance;
  readonly #scratch: ScratchFolder;
  readonly #threads: number;
  #threadless = 0;
  readonly #threadSettings = new TaskQueue();

  private constructor(path: string, instance: DuckDBInstance, scratch: ScratchFolder, threads: number) {
    this.#path = path;
    this.#instance = instance;
    this.#scratch = scratch;
    this.#threads = threads;
  }

  /** Opens a database file, or creates it if it is missing. Throws `DatabaseFileError`. */
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
   * Returns a source of connections whose names without a schema mean those of `schema`, which reads data that does not
   * change. `files` are the attached files that the schema reads, for the failure of a damaged one.
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
    return { isUnchanging: true, connect, use: (work) => useConnection({ connect }, work) };
  }

  async #connect(describeFailure: (error: unknown) => unknown): Promise<Connection> {
    return new Connection(describeFailure, await this.#instance.connect(), this.#scratch);
  }

  /**
   * Runs `work` while DuckDB has no worker threads: each statement runs only in the thread that waits for its result.
   * `COPY` then writes rows immediately instead of buffering up to 4 MB for each column and thread. Since no idle
   * worker thread occupies a processor, two concurrent statements can use two processors.
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

  /** Applies the current number of threads. Calls run one after the other, so that the last one has the final say. */
  #setThreads(): Promise<void> {
    return this.#threadSettings.run(() =>
      this.use((connection) =>
        connection.run(this.#threadless > 0 ? "SET GLOBAL threads = 1" : `SET GLOBAL threads = ${this.#threads}`),
      ),
    );
  }

  /**
   * Writes the changes in the write-ahead log to the database file and closes the database. If writing fails, for
   * example on a full disk, the log stays and is applied when the file is opened again, so that no change is lost.
   */
  async checkpointAndClose(): Promise<void> {
    await this.use((connection) => connection.run("CHECKPOINT")).catch(() => undefined);
    this.close();
  }

  /**
   * Closes the database after its cache of blocks was given back in a thread of DuckDB. `close` takes a second for gigabytes,
   * during which nothing else runs.
   */
  async emptyAndClose(): Promise<void> {
    await this.use((connection) => connection.run("SET GLOBAL memory_limit = '1MB'")).catch(() => undefined);
    this.close();
  }

  /** Closes the database and deletes its temporary files. */
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

/** Session of a database. The statements of a connection run one after the other. */
export class Connection {
  readonly #describeFailure: (error: unknown) => unknown;
  readonly #connection: DuckDBConnection;
  readonly #scratch: ScratchFolder;
  readonly #kept = new Map<string, DuckDBPreparedStatement>();
  readonly #keptRuns = new TaskQueue();

  constructor(describeFailure: (error: unknown) => unknown, connection: DuckDBConnection, scratch: ScratchFolder) {
    this.#describeFailure = describeFailure;
    this.#connection = connection;
    this.#scratch = scratch;
  }

  async run(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<void> {
    await this.#interruptible(signal, () => this.#connection.run(sql, values));
  }

  /**
   * Runs a statement like `run`, but prepares it only once per connection. For statements with a constant text that run
   * often.
   */
  runPrepared(sql: string, values: SqlValue[]): Promise<void> {
    // A statement has one set of values, which must not change before it has run.
    return this.#keptRuns.run(async () => {
      const statement = this.#kept.get(sql) ?? (await this.#connection.prepare(sql));
      this.#kept.set(sql, statement);
      statement.bind(values);
      await statement.run();
    });
  }

  /** Returns all rows of a query, in memory. Only for results that are known to be small. */
  async rows(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<SqlRow[]> {
    const reader = await this.#interruptible(signal, () => this.#connection.runAndReadAll(sql, values));
    return reader.getRowObjects();
  }

  /** Returns all rows of a query like `rows`, but as one list of values for each column. */
  async allColumns(sql: string, values?: SqlValue[], signal?: AbortSignal): Promise<readonly SqlValue[][]> {
    const reader = await this.#interruptible(signal, () => this.#connection.runAndReadAll(sql, values));
    return reader.getColumns();
  }

  /** Yields the rows of a query in chunks of at most 2,048 rows, each with one list of values for each column. */
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
   * Yields the rows of a query with one text column as bytes, each row followed by a line feed, in chunks of up to 256
   * KB.
   *
   * DuckDB writes the rows to a temporary file, which is read at the same time. So no row becomes a JavaScript value,
   * and a slow reader does not occupy DuckDB's threads. The file is deleted when reading ends, even if it ends early.
   */
  async *lines(sql: string, values?: SqlValue[], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted();
    const file = await this.#scratch.create();
    try {
      // Without quote, escape and delimiter the CSV writer leaves the text as it is.
      const format = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '', USE_TMP_FILE false";
      const end = new AbortController();
      const stopped = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
      const writing = this.run(`COPY (${sql}) TO ${quoteText(file.path)} (${format})`, values, stopped);
      let isWritten = false;
      const written = writing.finally(() => {
        isWritten = true;
      });
      // `readGrowingFile` throws the error, but may not have begun to wait for it.
      written.catch(() => undefined);
      try {
        yield* readGrowingFile(file.handle, written, signal);
      } finally {
        if (!isWritten) {
          end.abort();
          await written.catch(() => undefined);
        }
      }
    } finally {
      await file.remove();
    }
  }

  close(): void {
    for (const statement of this.#kept.values()) {
      statement.destroySync();
    }
    this.#kept.clear();
    this.#connection.closeSync();
  }

  /**
   * Runs `work` and interrupts DuckDB when the signal is aborted. Then throws the signal's reason instead of DuckDB's
   * error.
   */
  async #interruptible<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
    signal?.throwIfAborted();
    let repeated: NodeJS.Timeout | undefined;
    const interrupt = () => this.#connection.interrupt();
    const onAbort = () => {
      interrupt();
      // DuckDB forgets an interrupt that comes before the statement has begun, or between two of its phases.
      repeated = setInterval(interrupt, interruptIntervalMs);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#describeFailure(error);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      clearInterval(repeated);
    }
  }
}

/** Creates a value of type `VARCHAR[]` from one or more texts. */
export function textList(texts: readonly string[]): SqlValue {
  return listValue(texts);
}

export { quoteName, quoteText };

/** Runs `work` in a transaction. Commits when it resolves. Rolls back and rethrows the error when it rejects. */
export async function inTransaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  await connection.run("BEGIN");
  try {
    const value = await work();
    await connection.run("COMMIT");
    return value;
  } catch (error) {
    // After a failed commit, DuckDB has already rolled back, and ROLLBACK fails. That error must not hide the first one.
    await connection.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Whether an error message of DuckDB means that it rejected the statement before running it. Such a message contains
 * only names and SQL and may be shown to users. Messages of other errors may contain values of rows.
 */
export function isStatementRefusal(message: string): boolean {
  return /^(Binder|Catalog|Parser|Not implemented) Error: /.test(message);
}
