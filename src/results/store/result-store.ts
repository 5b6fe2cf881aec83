import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Connection, Database, type DatabaseOptions, quoteName, quoteText } from "../../duckdb/database.ts";
import { type ColumnKind, maximumWindowRows, type ResultSummary } from "../../protocol/data-worker.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { createStage, IngestLoader } from "../ingest/ingest-loader.ts";
import type { BodyLoader } from "../ingest/ingest-stage.ts";
import { type FileWriter, MetadataFiles, parseTableNumber, SegmentFiles } from "../ingest/result-files.ts";
import { ResultLoader } from "../ingest/result-loader.ts";
import { ResultTable } from "../ingest/result-table.ts";
import { describeStorageFailure, ResultError } from "../model/result-error.ts";
import { type ResultMetadata, summarizeResult } from "../model/result-metadata.ts";
import { ViewIndexes } from "../order/view-index.ts";
import { ColumnKinds } from "./column-kinds.ts";
import { DerivedResults } from "./derived-results.ts";

/** Name of an empty DuckDB database in the folder. DuckDB's lock on it keeps other processes from using the folder. */
export const lockFileName = "lock.duckdb";

/** A result that can be read. It has a loader while its body arrives. */
export interface OpenResult {
  readonly metadata: ResultMetadata;
  readonly viewIndexes: ViewIndexes;
  /** Resolves when the table has the rows that an earlier process had loaded. */
  restored: () => Promise<void>;
  loader: BodyLoader | undefined;
  readonly kinds: ColumnKinds;
}

interface StoreOptions extends DatabaseOptions {
  /** Folder of all files; only one process may use it at a time. */
  readonly folder: string;
  readonly writeFile?: FileWriter;
}

/**
 * Stores the results of one data worker. Rows are in segment files on disk and in DuckDB tables in memory. DuckDB
 * writes parts of large tables to temporary files.
 */
export class ResultStore {
  readonly folder: string;
  readonly #database: Database;
  readonly #segments: SegmentFiles;
  readonly #metadataFiles: MetadataFiles;
  readonly #results = new Map<string, OpenResult>();
  /** Last begin or close operation by result id. */
  readonly #pending = new Map<string, Promise<void>>();
  readonly #derived = new DerivedResults();
  readonly #onProgress: (summary: ResultSummary) => void;
  readonly #stagingFolder: string;
  readonly #temporaryFolder: string;
  #nextTable = 0;
  #nextFile = 0;

  private constructor(
    database: Database,
    { folder, writeFile, temporaryFolder = join(folder, "temporary") }: StoreOptions,
    onProgress: (summary: ResultSummary) => void,
  ) {
    this.folder = folder;
    this.#database = database;
    this.#segments = new SegmentFiles(folder, writeFile);
    this.#metadataFiles = new MetadataFiles(folder, writeFile);
    this.#onProgress = onProgress;
    this.#stagingFolder = join(folder, "staged");
    this.#temporaryFolder = temporaryFolder;
  }

  /**
   * Opens a folder and restores the results that an earlier process stored in it. Throws `storage` when another process
   * uses the folder.
   */
  static async open(options: StoreOptions, onProgress: (summary: ResultSummary) => void): Promise<ResultStore> {
    const temporaryFolder = options.temporaryFolder ?? join(options.folder, "temporary");
    try {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      // An existing folder may be accessible to other users.
      await chmod(options.folder, 0o700);
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      const database = await Database.open(":memory:", { ...options, temporaryFolder });
      const file = quoteText(join(options.folder, lockFileName));
      await database.use((connection) => connection.run(`ATTACH ${file} AS folder_lock`));
      // SQL of users runs in this database, too; from now on it can access only files in these folders.
      const folders = [options.folder, temporaryFolder].map(quoteText);
      await database.use((connection) => connection.run(`SET allowed_directories = [${folders.join(", ")}]`));
      await database.use((connection) => connection.run("SET enable_external_access = false"));
      // DuckDB then looks up only the rows of a sorted window, instead of reading all rows of the columns.
      await database.use((connection) =>
        connection.run(`SET GLOBAL dynamic_or_filter_threshold = ${maximumWindowRows}`),
      );
      const store = new ResultStore(database, options, onProgress);
      await store.#restore();
      return store;
    } catch (error) {
      if (error instanceof Error && /lock/i.test(error.message)) {
        throw new ResultError(
          "Opening the result store: another process uses its folder. Close the other window, then try again.",
          { code: "storage", cause: error },
        );
      }
      throw describeStorageFailure("Opening the result store", error);
    }
  }

  /** Returns summaries of the results that are not shelved. */
  list(): ResultSummary[] {
    return [...this.#results.values()].flatMap(({ metadata }) =>
      metadata.isShelved ? [] : [summarizeResult(metadata)],
    );
  }

  /** Returns all results, including shelved ones, in the order in which they began. */
  all(): readonly OpenResult[] {
    return [...this.#results.values()];
  }

  /** Returns an unused path of a temporary file in a folder where DuckDB may write. */
  temporaryPath(): string {
    return join(this.#temporaryFolder, `work-${this.#nextFile++}`);
  }

  /** Returns the sizes of results on disk in bytes, by result id. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = await this.#segments.sizes();
    return new Map(this.all().map(({ metadata }) => [metadata.resultId, sizes.get(metadata.table) ?? 0]));
  }

  /**
   * Returns an open result. Throws `unknownResult` for an unknown id, and `storage` when the files of the result cannot
   * be loaded.
   */
  async get(resultId: string): Promise<OpenResult> {
    const result = this.#results.get(resultId) ?? this.#derived.get(resultId);
    if (!result) {
      throw new ResultError("This result is no longer stored. Run the query again.", { code: "unknownResult" });
    }
    await result.restored();
    return result;
  }

  get derived(): DerivedResults {
    return this.#derived;
  }

  find(resultId: string): OpenResult | undefined {
    return this.#results.get(resultId);
  }

  /** Creates an empty result. Replaces a result with the same id. */
  async begin(params: DataWorkerRequests["open"]["params"]): Promise<OpenResult> {
    return this.#runInOrder(params.resultId, async () => {
      await this.#close(params.resultId);
      const metadata = createMetadata(params, `result_${this.#nextTable++}`);
      return this.use("Opening the result", async () => {
        await this.#metadataFiles.write(metadata);
        return this.#add(metadata, await this.#database.connect());
      });
    });
  }

  /** Deletes a result and its files. */
  close(resultId: string): Promise<void> {
    return this.#runInOrder(resultId, () => this.#close(resultId));
  }

  /** Runs operations of the same result id in the order of the calls, so that the last one wins. */
  async #runInOrder<Value>(resultId: string, work: () => Promise<Value>): Promise<Value> {
    const turn = (this.#pending.get(resultId) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#pending.set(resultId, ended);
    try {
      return await turn;
    } finally {
      if (this.#pending.get(resultId) === ended) {
        this.#pending.delete(resultId);
      }
    }
  }

  async #close(resultId: string): Promise<void> {
    const result = this.#results.get(resultId);
    if (!result) {
      return;
    }
    result.loader?.cut("cancelled", "The result was closed.");
    await result.loader?.finished;
    this.#results.delete(resultId);
    await this.use("Closing the result", async (connection) => {
      await result.viewIndexes.drop(connection);
      await this.#derived.dropAll(connection, resultId);
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(result.metadata.table)}`);
      await this.#metadataFiles.remove(result.metadata.table);
      await this.#segments.removeStrays(this.#tables());
    });
  }

  /** Frees the memory of a result. The rows stay on disk and are loaded again on the next access. */
  async shelve(resultId: string): Promise<void> {
    const result = await this.get(resultId);
    result.loader?.cut("cancelled", "The result was closed.");
    await result.loader?.finished;
    result.metadata.isShelved = true;
    result.restored = once(() => this.#restoreTable(result.metadata));
    await this.use("Closing the result", async (connection) => {
      await result.viewIndexes.drop(connection);
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(result.metadata.table)}`);
      await this.#metadataFiles.write(result.metadata);
    });
  }

  /** Runs `work` on a new connection. Converts errors to errors whose messages may be shown. */
  async use<Value>(operation: string, work: (connection: Connection) => Promise<Value>): Promise<Value> {
    return await this.describingFailures(operation, () => this.#database.use(work));
  }

  /** Runs `work`. Converts errors of the disk and of DuckDB to errors whose messages may be shown. */
  async describingFailures<Value>(operation: string, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        throw new ResultError(`${operation}: cancelled.`, { code: "cancelled", cause: error });
      }
      throw describeStorageFailure(operation, error);
    }
  }

  /** Same as `Database.withoutThreads`. */
  withoutThreads<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#database.withoutThreads(work);
  }

  /** Saves metadata that was changed after the result was loaded. */
  async save(metadata: ResultMetadata): Promise<void> {
    await this.use("Storing the result", () => this.#metadataFiles.write(metadata));
  }

  /** Resolves when all loaders can accept more bytes. Undefined if they can accept bytes now. */
  drained(): Promise<unknown> | undefined {
    const full = [...this.#results.values()].flatMap(({ loader }) => loader?.drained ?? []);
    return full.length > 0 ? Promise.all(full) : undefined;
  }

  /** Ends running loads and closes the database. */
  async end(): Promise<void> {
    for (const { loader } of this.#results.values()) {
      loader?.cut("partial", "The data worker was stopped while this result was loading; the rows received are kept.");
      await loader?.finished;
    }
    this.#database.close();
  }

  async #restore(): Promise<void> {
    await rm(this.#stagingFolder, { recursive: true, force: true });
    const found = await this.#metadataFiles.readAll();
    this.#nextTable = Math.max(0, ...found.map((metadata) => parseTableNumber(metadata) + 1));
    await this.#segments.removeStrays(new Set(found.map(({ table }) => table)));
    for (const metadata of found) {
      const result = this.#add(
        metadata,
        await this.#database.connect(),
        once(() => this.#restoreTable(metadata)),
      );
      if (metadata.state === "loading") {
        await result.loader?.recover(
          "The data worker ended while this result was loading; the rows received are kept. Run the query again for all of them.",
        );
      }
    }
  }

  async #restoreTable(metadata: ResultMetadata): Promise<void> {
    await this.use("Opening the result again", (connection) =>
      new ResultTable(connection, metadata, this.#segments).restore(),
    );
  }

  /** `restore` reloads the rows of a result that an earlier process had loaded. */
  #add(metadata: ResultMetadata, connection: Connection, restore = async () => {}): OpenResult {
    const isLoading = metadata.state === "loading";
    const result: OpenResult = {
      metadata,
      viewIndexes: new ViewIndexes(metadata.table),
      restored: isLoading ? async () => {} : restore,
      loader: undefined,
      kinds: new ColumnKinds(metadata),
    };
    this.#results.set(metadata.resultId, result);
    if (!isLoading) {
      connection.close();
      return result;
    }
    const stage = createStage(metadata, join(this.#stagingFolder, metadata.table));
    const lines = new ResultLoader({
      metadata,
      connection,
      segments: this.#segments,
      save: (changed) => this.#metadataFiles.write(changed),
      onProgress: () => this.#onProgress(summarizeResult(metadata)),
      countsBytes: stage === undefined,
    });
    const loader = stage ? new IngestLoader(metadata, stage, lines, this.#database) : lines;
    result.loader = loader;
    void loader.finished.then(() => {
      result.loader = undefined;
    });
    return result;
  }

  #tables(): ReadonlySet<string> {
    return new Set([...this.#results.values()].map(({ metadata }) => metadata.table));
  }
}

function createMetadata(
  { resultId, format, kinds, label, smallGroups, cellSets, isAggregate }: DataWorkerRequests["open"]["params"],
  table: string,
): ResultMetadata {
  const known: Record<string, ColumnKind> = { ...kinds };
  return {
    resultId,
    table,
    format,
    kinds: known,
    label,
    smallGroups,
    cellSets,
    isAggregate,
    columns: [],
    rowCount: 0,
    byteCount: 0,
    state: "loading",
    message: undefined,
    loadedSegments: 0,
    longestLine: 0,
    begunAtMs: Date.now(),
  };
}

/**
 * Returns a function that runs the work on its first call and returns the same promise afterwards, unless it failed.
 */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
