import { readFile } from "node:fs/promises";
import type { Connection } from "../../duckdb/database.ts";
import type { ResultState } from "../../protocol/data-worker.ts";
import { describeStorageFailure } from "../model/result-error.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import type { BodyLoader } from "./ingest-stage.ts";
import { findMalformedLine, scanLines } from "./line-scanner.ts";
import type { SegmentFiles } from "./result-files.ts";
import { ResultTable } from "./result-table.ts";
import { type RowSegment, SegmentSplitter, segmentSizeBytes } from "./segment-splitter.ts";

/** Bytes in memory that are not on disk yet at which reading from the pipe pauses. */
const maxUnwrittenBytes = 64 * 1024 * 1024;
/**
 * Segments per load. The limit keeps rows visible early and loads stoppable when much more is on disk than is loaded.
 */
const maxSegmentsPerLoad = 8;
/** Bytes that a load waits for after the first rows: the least that DuckDB reads with all its threads. */
const loadBytes = 32 * 1024 * 1024;
/** Maximum wait for `wantedLoad`. */
const maxWaitMs = 500;

interface Ending {
  readonly state: Exclude<ResultState, "loading">;
  readonly message: string | undefined;
}

interface LoaderOptions {
  readonly metadata: ResultMetadata;
  readonly connection: Connection;
  readonly segments: SegmentFiles;
  /** Saves the metadata. */
  readonly save: (metadata: ResultMetadata) => Promise<void>;
  readonly onProgress: (metadata: ResultMetadata) => void;
  /** Whether accepted bytes count as bytes of the body; false if they were converted from it. */
  readonly countsBytes: boolean;
}

/**
 * Loads one response body into its table while the body arrives. Lines are written to segment files, which DuckDB
 * loads.
 */
export class ResultLoader implements BodyLoader {
  readonly #options: LoaderOptions;
  readonly #cutter: SegmentSplitter;
  readonly #table: ResultTable;
  readonly #finished: Promise<void>;
  #resolveFinished = () => {};
  #resolveDrained: (() => void) | undefined;
  #resolveEnough: (() => void) | undefined;
  #queue: RowSegment[] = [];
  #unwritten = 0;
  #ending: Ending | undefined;
  #isLoading = false;
  #isOver = false;

  constructor(options: LoaderOptions) {
    const { metadata, connection, segments } = options;
    this.#options = options;
    this.#cutter = new SegmentSplitter(metadata, segments);
    this.#table = new ResultTable(connection, metadata, segments);
    this.#finished = new Promise((resolve) => {
      this.#resolveFinished = resolve;
    });
  }

  get finished(): Promise<void> {
    return this.#finished;
  }

  get drained(): Promise<void> | undefined {
    if (!this.#isFull || this.#ending) {
      return undefined;
    }
    return new Promise((resolve) => {
      const previous = this.#resolveDrained;
      this.#resolveDrained = () => {
        previous?.();
        resolve();
      };
    });
  }

  accept(bytes: Uint8Array): void {
    if (this.#ending) {
      return;
    }
    if (this.#options.countsBytes) {
      this.#options.metadata.byteCount += bytes.length;
    }
    this.#cutter.push(bytes);
    if (this.#cutter.size >= segmentSizeBytes || !this.#isLoading || this.#cutter.problem !== undefined) {
      this.#enqueue(this.#cutter.cut());
    }
    this.#stopAtProblem();
  }

  /** Does nothing, because a line may continue in the next part of the body. */
  nextPart(): void {}

  end(): void {
    if (this.#ending) {
      return;
    }
    const { segments, isCut } = this.#cutter.end();
    for (const segment of segments) {
      this.#enqueue(segment);
    }
    this.#stopAtProblem();
    if (!this.#cutter.hasHeader) {
      this.#stop("failed", "The answer is empty: it has no line of column names. Run the query again.");
    } else if (isCut) {
      this.#stop(
        "partial",
        "The answer ended in the middle of a row; the rows before it are kept. Run the query again for all of them.",
      );
    } else {
      this.#stop("done", undefined);
    }
  }

  cut(state: Ending["state"], message: string): void {
    if (!this.#ending) {
      this.#enqueue(this.#cutter.cut());
      this.#stop(state, message);
    }
  }

  /** Loads the segments that an earlier process stored, then ends with the state `partial`. */
  async recover(message: string): Promise<void> {
    const { metadata, segments } = this.#options;
    metadata.rowCount = 0;
    metadata.loadedSegments = 0;
    if (this.#cutter.hasHeader) {
      for (const number of await segments.list(metadata.table)) {
        this.#enqueue(this.#cutter.restoreSegment(number, await readFile(segments.path(metadata.table, number))));
      }
    }
    this.#stop("partial", message);
    await this.#finished;
  }

  get #isFull(): boolean {
    return this.#unwritten + this.#cutter.size >= maxUnwrittenBytes;
  }

  get #hasEnough(): boolean {
    const size = this.#queue.reduce((sum, segment) => sum + segment.size, 0);
    // Half is enough for the load after the first rows, because DuckDB is idle then.
    return size >= (this.#options.metadata.loadedSegments <= 1 ? loadBytes / 2 : loadBytes);
  }

  #enqueue(segment: RowSegment | undefined): void {
    if (!segment) {
      return;
    }
    this.#unwritten += segment.size;
    const onWritten = () => {
      this.#unwritten -= segment.size;
      if (!this.#isFull) {
        this.#resolveDrained?.();
        this.#resolveDrained = undefined;
      }
    };
    segment.written.then(onWritten, onWritten);
    this.#queue.push(segment);
    if (this.#hasEnough) {
      this.#resolveEnough?.();
    }
    void this.#load();
  }

  /** Resolves when enough bytes wait for a load, or after the maximum wait. */
  #enough(): Promise<void> {
    if (this.#hasEnough || this.#ending) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#resolveEnough?.(), maxWaitMs);
      this.#resolveEnough = () => {
        clearTimeout(timer);
        this.#resolveEnough = undefined;
        resolve();
      };
    });
  }

  #stopAtProblem(): void {
    if (this.#cutter.problem !== undefined) {
      this.#stop("failed", this.#cutter.problem);
    }
  }

  #stop(state: Ending["state"], message: string | undefined): void {
    if (!this.#ending) {
      this.#ending = { state, message };
      this.#resolveDrained?.();
      this.#resolveEnough?.();
      void this.#load();
    }
  }

  /** Loads queued segments until the queue is empty; one load runs at a time. */
  async #load(): Promise<void> {
    if (this.#isLoading || this.#isOver) {
      return;
    }
    this.#isLoading = true;
    try {
      while (this.#queue.length > 0) {
        await this.#loadSegments(this.#queue.splice(0, maxSegmentsPerLoad));
        if (!this.#ending) {
          this.#options.onProgress(this.#options.metadata);
          await this.#enough();
          this.#enqueue(this.#ending ? undefined : this.#cutter.cut());
          this.#stopAtProblem();
        }
      }
    } catch (error) {
      const { message } = describeStorageFailure("Storing the result", error);
      this.#queue = [];
      this.#ending = { state: "failed", message: `${message} The rows before are kept.` };
    }
    this.#isLoading = false;
    if (this.#ending) {
      await this.#finish(this.#ending);
    }
  }

  async #finish({ state, message }: Ending): Promise<void> {
    this.#isOver = true;
    const { metadata, connection, save, onProgress } = this.#options;
    metadata.state = state;
    metadata.message = message;
    this.#resolveDrained?.();
    try {
      if (metadata.columns.length > 0 && metadata.loadedSegments === 0) {
        await this.#table.create();
      }
      await save(metadata);
    } catch (error) {
      // Keeps the message of a failed load.
      if (metadata.state !== "failed") {
        metadata.state = "failed";
        metadata.message = describeStorageFailure("Storing the result", error).message;
      }
    }
    connection.close();
    this.#resolveFinished();
    onProgress(metadata);
  }

  async #loadSegments(batch: readonly RowSegment[]): Promise<void> {
    const { metadata, save } = this.#options;
    const { good, failure } = await written(batch);
    const isFirst = metadata.loadedSegments === 0;
    try {
      await this.#table.insert(good);
    } catch (error) {
      if (!(await this.#insertBeforeMalformed(good))) {
        throw error;
      }
    }
    if (isFirst) {
      // With the columns saved, a new process can read the segment files.
      await save(metadata);
    }
    if (failure) {
      throw failure;
    }
  }

  /** Loads the rows before the first line that is not JSON. Returns false if every line is JSON. */
  async #insertBeforeMalformed(batch: readonly RowSegment[]): Promise<boolean> {
    const { segments, metadata } = this.#options;
    for (const [index, segment] of batch.entries()) {
      const bytes = await readFile(segments.path(metadata.table, segment.number));
      const found = findMalformedLine(bytes);
      if (!found) {
        continue;
      }
      const before = bytes.subarray(0, found.offset);
      const { rowCount } = scanLines(before, metadata.columns.length);
      await segments.write(metadata.table, segment.number, before);
      const good = batch.slice(0, index);
      await this.#table.insert(rowCount > 0 ? [...good, { ...segment, rowCount }] : good);
      this.#queue = [];
      this.#ending = {
        state: "failed",
        message: this.#cutter.malformedLineMessage(segment.linesBefore + found.linesBefore),
      };
      return true;
    }
    return false;
  }
}

/** Returns the segments written to disk before the first failed write, and its error. */
async function written(batch: readonly RowSegment[]): Promise<{ good: readonly RowSegment[]; failure: unknown }> {
  const good: RowSegment[] = [];
  for (const segment of batch) {
    try {
      await segment.written;
      good.push(segment);
    } catch (failure) {
      return { good, failure };
    }
  }
  return { good, failure: undefined };
}
