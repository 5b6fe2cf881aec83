import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { countOf } from "../../base/count-of.ts";
import type { BatchRow } from "../../client/upload/json-batches.ts";
import { type CsvRow, csvRows } from "./csv-rows-model.ts";
import { DataFileError, lineProblem, RowProblem } from "./data-file-problem.ts";
import { type JsonLineRow, jsonLineRows } from "./json-line-rows-model.ts";

/** Rows of a data file, read on demand. */
export interface DataRows {
  readonly header: readonly string[];
  /** Rows of the file below its header row, each with a value for every column. Reading throws DataFileError. */
  readonly rows: AsyncGenerator<BatchRow, void, undefined>;
  readonly totalBytes: number;
  /** Returns the number of bytes of the data file that have been read so far. */
  readBytes(): number;
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

/** Opens a CSV or JSON Lines file in UTF-8 and reads its header row. Throws DataFileError. */
export async function openDataRows(file: string): Promise<DataRows> {
  const name = path.basename(file);
  try {
    return await readHeader(await open(file), file);
  } catch (error) {
    throw asFileError(error, name);
  }
}

async function readHeader(handle: FileHandle, file: string): Promise<DataRows> {
  let readBytes = 0;
  const stream = handle.createReadStream({ highWaterMark: pieceBytes, autoClose: false });
  const pieces = decoded(stream, (bytes) => {
    readBytes += bytes;
  });
  const all = isJsonLines(file) ? jsonLineRows(pieces) : csvRows(pieces);
  const close = async () => {
    await all.return(undefined);
    await handle.close();
  };
  try {
    const opened = await handle.stat();
    const hasChanged = async () => {
      const { size, mtimeMs } = await handle.stat();
      return size !== opened.size || mtimeMs !== opened.mtimeMs;
    };
    const first = await all.next();
    if (first.done) {
      throw new RowProblem("it is empty; its first row names the columns");
    }
    const header = checkedHeader(first.value);
    const rows = rowsBelow(all, header.length, path.basename(file), hasChanged);
    return { header, rows, totalBytes: opened.size, readBytes: () => readBytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether a file contains JSON Lines, judged by its extension. */
function isJsonLines(file: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(file);
}

async function* rowsBelow(
  all: AsyncGenerator<CsvRow | JsonLineRow, void, undefined>,
  width: number,
  name: string,
  hasChanged: () => Promise<boolean>,
): AsyncGenerator<BatchRow, void, undefined> {
  try {
    for await (const { cells, line } of all) {
      if (cells.length !== width) {
        const count = countOf(cells.length, "value");
        throw lineProblem(line, `has ${count}, and the header row has ${width}; write one value for each column`);
      }
      yield cells;
    }
    if (await hasChanged()) {
      throw new RowProblem("it changed while it was read; continue when no program writes to it");
    }
  } catch (error) {
    throw asFileError(error, name);
  }
}

function checkedHeader({ cells }: CsvRow | JsonLineRow): readonly string[] {
  const header = cells.map((cell) => {
    if (typeof cell !== "string" || cell.trim() === "") {
      throw new RowProblem("its first row has a column without a name; name every column there");
    }
    return cell;
  });
  const duplicate = header.find((column, index) => header.indexOf(column) !== index);
  if (duplicate !== undefined) {
    throw new RowProblem(`its first row names the column ${JSON.stringify(duplicate)} twice; name each column once`);
  }
  return header;
}

async function* decoded(
  pieces: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new RowProblem("it is not text in UTF-8; save it as UTF-8", { cause: error });
    }
  };
  for await (const piece of pieces) {
    onBytes(piece.length);
    yield decode(piece);
  }
  yield decode();
}

function asFileError(error: unknown, name: string): unknown {
  if (error instanceof RowProblem) {
    return new DataFileError(name, error.message, { cause: error });
  }
  if (error instanceof Error && "code" in error && "syscall" in error) {
    const problem = `it cannot be read (${String(error.code)}); check that it is still there and may be read`;
    return new DataFileError(name, problem, { cause: error });
  }
  return error;
}
