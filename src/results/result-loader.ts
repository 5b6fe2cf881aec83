import { readFile } from "node:fs/promises";
import { type Connection, quoteName, quoteText } from "../duckdb/database.ts";
import type { ResultState } from "../protocol/data-worker.ts";
import { createTableSql, loadSql, type StorageType } from "./column-storage.ts";
import { LineBuffer } from "./line-buffer.ts";
import { quoteNumbers, scanLines } from "./line-scanner.ts";
import { findMalformedLine } from "./malformed-line.ts";
import { describeStorageFailure } from "./result-error.ts";
import type { ResultFacts } from "./result-facts.ts";
import type { SegmentFiles } from "./segment-files.ts";
import { TableShapeReader } from "./table-shape.ts";

/** Many files in the order of insertion cost DuckDB more than a few; small enough that a file is on disk soon. */
const segmentSize = 16 * 1024 * 1024;
/** Bytes that wait in memory or on disk before the pipe is held back. */
const largestBacklog = 64 * 1024 * 1024;
/** Each load costs DuckDB a rewrite of its last row group, so after the first rows a load waits for this much, but not for long. */
const wantedLoad = 32 * 1024 * 1024;
const longestWaitMs = 250;
const smallestObjectSize = 1024 * 1024;

interface Segment {
  readonly number: number;
  readonly rowCount: number;
  readonly size: number;
  readonly longestLine: number;
  /** Lines of the body before it, the header too. */
  readonly linesBefore: number;
  readonly written: Promise<void>;
}

interface Ending {
  readonly state: Exclude<ResultState, "loading">;
  readonly message: string | undefined;
}

export interface LoaderOptions {
  readonly facts: ResultFacts;
  readonly connection: Connection;
  readonly segments: SegmentFiles;
  /** Writes the facts down, within the transaction of the load. */
  readonly save: (connection: Connection, facts: ResultFacts) => Promise<void>;
  readonly onProgress: (facts: ResultFacts) => void;
}

/** Loads one body into its table while it comes: bytes go to segment files, DuckDB loads them while the next arrive. */
export class ResultLoader {
  readonly #options: LoaderOptions;
  readonly #lines = new LineBuffer();
  readonly #tableShape: TableShapeReader | undefined;
  readonly #finished: Promise<void>;
  #resolveFinished = () => {};
  #resolveDrained: (() => void) | undefined;
  #resolveEnough: (() => void) | undefined;
  #queue: Segment[] = [];
  #backlog = 0;
  #nextSegment: number;
  #linesSeen = 0;
  #ending: Ending | undefined;
  #isLoading = false;
  #isOver = false;

  constructor(options: LoaderOptions) {
    this.#options = options;
    this.#nextSegment = options.facts.loadedSegments;
    this.#tableShape = options.facts.format === "jsonTable" ? new TableShapeReader() : undefined;
    this.#finished = new Promise((resolve) => {
      this.#resolveFinished = resolve;
    });
  }

  /** Resolves when nothing more will be loaded; the facts say how it ended. */
  get finished(): Promise<void> {
    return this.#finished;
  }

  /** Resolves when the loader takes more bytes without growing; undefined when it does now. */
  get drained(): Promise<void> | undefined {
    if (this.#backlog + this.#lines.size < largestBacklog || this.#ending) {
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
    this.#options.facts.byteCount += bytes.length;
    if (this.#tableShape) {
      this.#acceptTable(this.#tableShape, bytes);
    } else {
      this.#lines.push(bytes);
    }
    this.#advance();
  }

  /** The body was whole. */
  end(): void {
    if (this.#ending) {
      return;
    }
    const rest = this.#tableShape?.isWhole === false ? "cut" : this.#takeLastLine();
    if (this.#options.facts.columns.length === 0) {
      this.#stop("failed", "The answer is empty: it has no line of column names. Run the query again.");
    } else if (rest === "cut") {
      this.#stop(
        "partial",
        "The answer ended in the middle of a row; the rows before it are kept. Run the query again for all of them.",
      );
    } else {
      this.#stop("done", undefined);
    }
  }

  /** The body will not go on; whole rows are kept. */
  cut(state: Ending["state"], message: string): void {
    if (!this.#ending) {
      this.#cutSegment();
      this.#stop(state, message);
    }
  }

  /** Loads segments that an earlier process left, then ends as partial. */
  async recover(message: string): Promise<void> {
    const { facts, segments } = this.#options;
    if (facts.columns.length > 0) {
      for (const number of await segments.listFrom(facts.table, facts.loadedSegments)) {
        const bytes = await readFile(segments.path(facts.table, number));
        const scanned = scanLines(bytes, facts.columns.length);
        this.#enqueue(bytes, number, scanned.rowCount, scanned.longestLine, Promise.resolve());
      }
    }
    this.#stop("partial", message);
    await this.#finished;
  }

  #acceptTable(reader: TableShapeReader, bytes: Uint8Array): void {
    for (const line of reader.push(bytes)) {
      this.#lines.push(line);
    }
    if (reader.problem) {
      this.#advance();
      this.#stop("failed", reader.problem);
    }
  }

  #advance(): void {
    if (this.#options.facts.columns.length === 0 && !this.#takeHeader()) {
      return;
    }
    if (this.#lines.size >= segmentSize || !this.#isLoading) {
      this.#cutSegment();
    }
  }

  #takeHeader(): boolean {
    const line = this.#lines.takeLine();
    if (!line) {
      return false;
    }
    this.#linesSeen++;
    const names = parseHeader(line);
    if (!names) {
      this.#stop("failed", "The first line of the answer is not a JSON array of column names. Run the query again.");
      return false;
    }
    const { kinds } = this.#options.facts;
    this.#options.facts.columns = names.map((name) => {
      const kind = Object.hasOwn(kinds, name) ? (kinds[name] ?? "text") : "text";
      const storage = kind === "number" ? "DOUBLE" : kind === "date" ? "TIMESTAMP" : "VARCHAR";
      return { name, kind, storage };
    });
    return true;
  }

  /** Adds the line without an end when it is a whole row, and says whether one was lost. */
  #takeLastLine(): "whole" | "cut" {
    if (!this.#lines.hasLine && this.#lines.size === 0) {
      return "whole";
    }
    if (this.#options.facts.columns.length === 0) {
      this.#lines.push(Uint8Array.of(10));
      return this.#takeHeader() ? "whole" : "cut";
    }
    this.#cutSegment();
    const rest = this.#lines.takeRest();
    if (scanLines(rest, this.#options.facts.columns.length).problem || findMalformedLine(rest)) {
      return "cut";
    }
    this.#lines.push(rest);
    this.#lines.push(Uint8Array.of(10));
    this.#cutSegment();
    return "whole";
  }

  #cutSegment(): void {
    if (!this.#lines.hasLine || this.#ending || this.#options.facts.columns.length === 0) {
      return;
    }
    let bytes = this.#lines.takeLines();
    const scanned = scanLines(bytes, this.#options.facts.columns.length);
    if (scanned.problem) {
      bytes = bytes.subarray(0, scanned.problem.offset);
    }
    const stored = scanned.hasLooseNumbers ? quoteNumbers(bytes) : bytes;
    if (scanned.rowCount > 0) {
      const { segments, facts } = this.#options;
      const number = this.#nextSegment;
      const written = segments.write(facts.table, number, stored);
      written.catch(() => undefined);
      // A number in quotes is two bytes longer.
      const longestLine = scanned.longestLine + 2 * facts.columns.length;
      this.#enqueue(stored, number, scanned.rowCount, longestLine, written);
    }
    this.#linesSeen += scanned.problem?.linesBefore ?? scanned.lineCount;
    if (scanned.problem) {
      this.#stop("failed", this.#malformed(this.#linesSeen));
    }
  }

  #enqueue(bytes: Uint8Array, number: number, rowCount: number, longestLine: number, written: Promise<void>): void {
    this.#nextSegment = number + 1;
    this.#backlog += bytes.length;
    this.#queue.push({ number, rowCount, size: bytes.length, longestLine, linesBefore: this.#linesSeen, written });
    if (this.#backlog >= wantedLoad) {
      this.#resolveEnough?.();
    }
    void this.#load();
  }

  /** Resolves when a load is worth its cost, or when rows have waited long enough. */
  #enough(): Promise<void> {
    if (this.#backlog >= wantedLoad || this.#ending) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#resolveEnough?.(), longestWaitMs);
      this.#resolveEnough = () => {
        clearTimeout(timer);
        this.#resolveEnough = undefined;
        resolve();
      };
    });
  }

  #stop(state: Ending["state"], message: string | undefined): void {
    if (!this.#ending) {
      this.#ending = { state, message };
      this.#lines.takeRest();
      this.#resolveDrained?.();
      this.#resolveEnough?.();
      void this.#load();
    }
  }

  #malformed(linesBefore: number): string {
    const { columns, format } = this.#options.facts;
    const [unit, number] = format === "jsonTable" ? ["Row", linesBefore] : ["Line", linesBefore + 1];
    return `${unit} ${number} of the answer is not a row of ${columns.length} values; the rows before it are kept. Run the query again.`;
  }

  /** Loads what is queued until nothing is, one load at a time. */
  async #load(): Promise<void> {
    if (this.#isLoading || this.#isOver) {
      return;
    }
    this.#isLoading = true;
    try {
      while (this.#queue.length > 0) {
        await this.#loadSegments(this.#queue.splice(0));
        if (this.#backlog + this.#lines.size < largestBacklog) {
          this.#resolveDrained?.();
          this.#resolveDrained = undefined;
        }
        if (!this.#ending) {
          this.#options.onProgress(this.#options.facts);
          await this.#enough();
          this.#cutSegment();
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
    const { facts, connection, save, onProgress } = this.#options;
    facts.state = state;
    facts.message = message;
    this.#resolveDrained?.();
    try {
      if (facts.columns.length > 0 && facts.loadedSegments === 0) {
        await connection.run(createTableSql(facts.table, facts.columns));
      }
      await save(connection, facts);
    } catch (error) {
      facts.state = "failed";
      facts.message = describeStorageFailure("Storing the result", error).message;
    }
    connection.close();
    this.#resolveFinished();
    onProgress(facts);
  }

  async #loadSegments(batch: readonly Segment[]): Promise<void> {
    const good: Segment[] = [];
    let failure: unknown;
    for (const segment of batch) {
      try {
        await segment.written;
        good.push(segment);
      } catch (error) {
        failure = error;
        break;
      }
    }
    if (good.length > 0) {
      try {
        await this.#insert(good);
      } catch (error) {
        if (!(await this.#insertBeforeMalformed(good))) {
          throw error;
        }
      }
    }
    this.#backlog -= batch.reduce((sum, { size }) => sum + size, 0);
    if (failure) {
      throw failure;
    }
  }

  /** Loads what comes before the first line that is not JSON; false when every line is. */
  async #insertBeforeMalformed(batch: readonly Segment[]): Promise<boolean> {
    const { segments, facts } = this.#options;
    for (const [index, segment] of batch.entries()) {
      const bytes = await readFile(segments.path(facts.table, segment.number));
      const found = findMalformedLine(bytes);
      if (!found) {
        continue;
      }
      const before = bytes.subarray(0, found.offset);
      const { rowCount } = scanLines(before, facts.columns.length);
      await segments.write(facts.table, segment.number, before);
      const good = batch.slice(0, index);
      await this.#insert(rowCount > 0 ? [...good, { ...segment, rowCount }] : good);
      this.#queue = [];
      this.#ending = { state: "failed", message: this.#malformed(segment.linesBefore + found.linesBefore) };
      return true;
    }
    return false;
  }

  async #insert(batch: readonly Segment[]): Promise<void> {
    const last = batch.at(-1);
    if (!last) {
      return;
    }
    const { connection, facts, segments, save } = this.#options;
    const files = batch.map(({ number }) => quoteText(segments.path(facts.table, number)));
    const objectSize = Math.max(smallestObjectSize, ...batch.map(({ longestLine }) => longestLine + 1024));
    const source = `read_json([${files.join(", ")}], format = 'newline_delimited', records = false, columns = {'json': 'VARCHAR[]'}, maximum_object_size = ${objectSize})`;
    if (facts.loadedSegments === 0) {
      facts.columns = await this.#chooseStorage(source);
    }
    const values = facts.columns.flatMap(({ storage }, position) =>
      loadSql(storage, position, `json[${position + 1}]`),
    );
    const loaded = {
      ...facts,
      rowCount: facts.rowCount + batch.reduce((sum, { rowCount }) => sum + rowCount, 0),
      loadedSegments: last.number + 1,
    };
    await connection.run("BEGIN");
    try {
      if (facts.loadedSegments === 0) {
        await connection.run(createTableSql(facts.table, facts.columns));
      }
      await connection.run(`INSERT INTO ${quoteName(facts.table)} SELECT ${values.join(", ")} FROM ${source}`);
      await save(connection, loaded);
      await connection.run("COMMIT");
    } catch (error) {
      await connection.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
    facts.rowCount = loaded.rowCount;
    facts.loadedSegments = loaded.loadedSegments;
    await segments.remove(
      facts.table,
      batch.map(({ number }) => number),
    );
  }

  /** Numbers that are all whole in the first rows become integers; later ones that are not stay exact as text. */
  async #chooseStorage(source: string): Promise<ResultFacts["columns"]> {
    const { connection, facts } = this.#options;
    const numbers = facts.columns.flatMap(({ kind }, position) => (kind === "number" ? [position] : []));
    if (numbers.length === 0) {
      return facts.columns;
    }
    const checks = numbers.map(
      (position) =>
        `coalesce(bool_and(try_cast(json[${position + 1}] AS BIGINT)::VARCHAR = json[${position + 1}]), false) AS c${position}`,
    );
    const [row] = await connection.rows(`SELECT ${checks.join(", ")} FROM (SELECT json FROM ${source} LIMIT 2000)`);
    return facts.columns.map((column, position) => {
      const storage: StorageType = row?.[`c${position}`] === true ? "BIGINT" : column.storage;
      return { ...column, storage };
    });
  }
}

function parseHeader(line: Uint8Array): string[] | undefined {
  try {
    const names: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    return Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string")
      ? names
      : undefined;
  } catch {
    return undefined;
  }
}
