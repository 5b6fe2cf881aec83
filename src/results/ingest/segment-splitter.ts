import { countOf } from "../../base/count-of.ts";
import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";
import { type StoredColumn, valueColumnNameOf } from "../model/column-storage.ts";
import type { ResultMetadata, SmallGroupMark } from "../model/result-metadata.ts";
import { CsvReader } from "./csv-reader.ts";
import { FlatTableReader } from "./flat-table-reader.ts";
import type { IngestReader } from "./ingest-stage.ts";
import { BufferPool, LineBuffer } from "./line-buffer.ts";
import { findMalformedLine, quoteNumbers, scanLines } from "./line-scanner.ts";
import type { SegmentFiles } from "./result-files.ts";
import type { LoadableSegment } from "./result-table.ts";

/** Size of a segment file in bytes, about that of a DuckDB row group. DuckDB needs twice the time for smaller files. */
export const segmentSizeBytes = 16 * 1024 * 1024;
/** Maximum bytes by which the last chunk of a segment may exceed `segmentSizeBytes`. */
const largestChunk = 1024 * 1024;

/** Complete lines of a body, which are written to one segment file. */
export interface RowSegment extends LoadableSegment {
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Number of lines of the body before the segment, including the header line. */
  readonly linesBefore: number;
  /** Resolves when the segment file is written. */
  readonly written: Promise<void>;
}

/** Splits a body while it arrives. The header goes to the metadata, the lines go to segment files. */
export class SegmentSplitter {
  readonly #metadata: ResultMetadata;
  readonly #files: SegmentFiles;
  readonly #buffers = new BufferPool(segmentSizeBytes + largestChunk);
  readonly #lines = new LineBuffer(this.#buffers);
  readonly #reader: IngestReader | undefined;
  #nextSegment = 0;
  #linesSeen = 0;
  #problem: string | undefined;

  constructor(metadata: ResultMetadata, files: SegmentFiles) {
    this.#metadata = metadata;
    this.#files = files;
    this.#reader = createReader(metadata.format);
  }

  /** Number of bytes that are not in a segment yet. */
  get size(): number {
    return this.#lines.size;
  }

  /** Message for the user about a malformed body, or undefined. Segments contain the rows before the problem. */
  get problem(): string | undefined {
    return this.#problem ?? this.#reader?.problem;
  }

  get hasHeader(): boolean {
    return this.#metadata.columns.length > 0;
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#reader ? this.#reader.push(bytes) : [bytes]);
  }

  /** Creates a segment from the complete lines since the last segment. Returns undefined if there are none. */
  cut(): RowSegment | undefined {
    if (!this.hasHeader || !this.#lines.hasLine || this.#problem) {
      return undefined;
    }
    return this.#cutLines(this.#lines.takeLines());
  }

  /**
   * Creates segments from the remaining lines at the end of the body. `isCut` is true if the last line is incomplete.
   */
  end(): { readonly segments: readonly RowSegment[]; readonly isCut: boolean } {
    this.#take(this.#reader?.end() ?? []);
    const before = this.cut();
    const segments = before ? [before] : [];
    if (this.#reader?.isWhole === false) {
      return { segments, isCut: true };
    }
    const rest = this.#lines.takeRest();
    if (rest.length === 0 || this.#problem) {
      return { segments, isCut: false };
    }
    const line = withNewline(rest);
    if (!this.hasHeader) {
      this.#lines.push(line);
      this.#takeHeader();
      return { segments, isCut: !this.hasHeader };
    }
    if (scanLines(rest, this.#metadata.columns.length).problem || findMalformedLine(rest)) {
      return { segments, isCut: true };
    }
    const last = this.#cutLines(line);
    return { segments: last ? [...segments, last] : segments, isCut: false };
  }

  /** Returns the description of a segment file that an earlier process wrote. */
  restoreSegment(number: number, bytes: Uint8Array): RowSegment {
    const { rowCount, longestLine, lineCount } = scanLines(bytes, this.#metadata.columns.length);
    const segment = this.#segment(number, { rowCount, longestLine, size: bytes.length }, Promise.resolve());
    this.#linesSeen += lineCount;
    return segment;
  }

  /** Returns the message for the user about a line that is not a row. */
  malformedLineMessage(linesBefore: number): string {
    const { columns, format } = this.#metadata;
    const [unit, number] = format === "jsonTable" ? ["Row", linesBefore] : ["Line", linesBefore + 1];
    return `${unit} ${number} of the answer is not a row of ${countOf(columns.length, "value")}; the rows before it are kept. Run the query again.`;
  }

  #take(lines: readonly Uint8Array[]): void {
    for (const line of lines) {
      this.#lines.push(line);
    }
    this.#takeHeader();
  }

  #takeHeader(): void {
    const line = this.hasHeader || this.#problem ? undefined : this.#lines.takeLine();
    if (!line) {
      return;
    }
    this.#linesSeen++;
    const columns = readHeader(line, this.#metadata.kinds);
    if (columns) {
      this.#metadata.columns = withMarks(columns, this.#metadata.smallGroupMarks);
    } else {
      this.#problem = "The first line of the answer is not a JSON array of column names. Run the query again.";
    }
  }

  #cutLines(lines: Uint8Array): RowSegment | undefined {
    const columnCount = this.#metadata.columns.length;
    const { problem, rowCount, longestLine, hasLooseNumbers, lineCount } = scanLines(lines, columnCount);
    const bytes = problem ? lines.subarray(0, problem.offset) : lines;
    let segment: RowSegment | undefined;
    if (rowCount > 0) {
      const stored = hasLooseNumbers ? quoteNumbers(bytes) : bytes;
      const written = this.#files.write(this.#metadata.table, this.#nextSegment, stored);
      const isWritten = () => this.#buffers.give(lines);
      written.then(isWritten, isWritten);
      // The quotes around a number add two bytes.
      const statistics = { rowCount, longestLine: longestLine + 2 * columnCount, size: stored.length };
      segment = this.#segment(this.#nextSegment, statistics, written);
    }
    this.#linesSeen += problem?.linesBefore ?? lineCount;
    if (problem) {
      this.#problem = this.malformedLineMessage(this.#linesSeen);
    }
    return segment;
  }

  #segment(
    number: number,
    statistics: Pick<RowSegment, "rowCount" | "longestLine" | "size">,
    written: Promise<void>,
  ): RowSegment {
    this.#nextSegment = number + 1;
    return { ...statistics, number, linesBefore: this.#linesSeen, written };
  }
}

function withNewline(line: Uint8Array): Uint8Array {
  const ended = new Uint8Array(line.length + 1);
  ended.set(line);
  ended[line.length] = 10;
  return ended;
}

/** Creates the reader for a format, or returns undefined for JSON Lines, which need none. */
function createReader(format: BodyFormat): IngestReader | undefined {
  switch (format) {
    case "jsonTable":
      return new FlatTableReader();
    case "csv":
      return new CsvReader(true);
    case "csvWithoutHeader":
      return new CsvReader(false);
    case "csvFile":
      return new CsvReader(true, "file");
    default:
      return undefined;
  }
}

/**
 * Parses the columns from the first line of a body, with kinds from the model. Returns undefined for an invalid line.
 */
function readHeader(line: Uint8Array, kinds: Readonly<Record<string, ColumnKind>>): StoredColumn[] | undefined {
  return parseNames(line)?.map((name) => {
    const kind = Object.hasOwn(kinds, name) ? (kinds[name] ?? "text") : "text";
    const storage = kind === "number" ? "DOUBLE" : kind === "date" ? "TIMESTAMP" : "VARCHAR";
    return { name, kind, storage };
  });
}

/** Adds to the columns which of them mark the small groups of others. */
function withMarks(columns: StoredColumn[], marks: readonly SmallGroupMark[] = []): StoredColumn[] {
  return columns.map((column, position) => {
    const found = marks.find(({ value }) => value === position);
    return {
      ...column,
      ...(found && { mark: valueColumnNameOf(found.mark) }),
      ...(marks.some(({ mark }) => mark === position) && { isMark: true }),
    };
  });
}

function parseNames(line: Uint8Array): string[] | undefined {
  try {
    const names: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    return Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string")
      ? names
      : undefined;
  } catch {
    return undefined;
  }
}
