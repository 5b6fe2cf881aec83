import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { countOf } from "../base/count-of.ts";
import { CsvProblem, nameCsvColumns, parseCsvHeader, parseCsvValues, readCsvRows } from "../base/csv-rows.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** A CSV file that a job takes as an input: its name in the job, and where it is on this machine. */
export interface InputFile {
  readonly name: string;
  readonly path: string;
}

/** Rows of an input. All values are texts, as in jobs (sql-like-language 13.3). */
interface InputRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Most bytes of the files of an input, which travel to Spark with the statement that makes its view. */
const mostBytes = 64 * 1024 * 1024;

/** Reads the files of an input, one after the other. Throws LakehouseError with file and line; it quotes no value. */
export async function readInput(id: string, files: readonly InputFile[], hasHeader: boolean): Promise<InputRows> {
  const sizes = await Promise.all(files.map(async ({ name, path }) => (await statOf(name, path)).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > mostBytes) {
    throw new LakehouseError(
      `The input ${id} has more than ${mostBytes / 1024 / 1024} MB, which a rehearsal does not send. Rehearse with a part of its rows, or load them into a table of the catalog.`,
    );
  }
  let columns: readonly string[] | undefined;
  const rows: (string | null)[][] = [];
  for (const file of files) {
    const read = await readFileRows(file, hasHeader);
    columns ??= read.columns;
    if (columns.join("\n") !== read.columns.join("\n")) {
      throw new LakehouseError(`${file.name} has other columns than the first file of the input ${id}.`);
    }
    for (const row of read.rows) {
      rows.push([...row]);
    }
  }
  return { columns: columns ?? [], rows };
}

async function statOf(name: string, path: string) {
  return await stat(path).catch((error: unknown) => {
    throw new LakehouseError(`${name} cannot be read.`, { cause: error });
  });
}

async function readFileRows({ name, path }: InputFile, hasHeader: boolean): Promise<InputRows> {
  let columns: readonly string[] | undefined;
  const rows: (string | null)[][] = [];
  try {
    for await (const piece of readCsvRows(createReadStream(path))) {
      for (const { text, width, line } of piece) {
        if (columns === undefined) {
          if (text !== "" || !hasHeader) {
            columns = hasHeader
              ? nameCsvColumns(parseCsvHeader(text))
              : Array.from({ length: width }, (_, index) => `_c${index}`);
            if (!hasHeader) {
              rows.push(parseCsvValues(text));
            }
          }
        } else if (text !== "" || columns.length === 1) {
          if (width !== columns.length) {
            throw new LakehouseError(
              `${name} line ${line} has ${countOf(width, "value")} in place of ${columns.length}.`,
            );
          }
          rows.push(parseCsvValues(text));
        }
      }
    }
  } catch (error) {
    throw error instanceof CsvProblem ? new LakehouseError(`${name}: ${error.message}`, { cause: error }) : error;
  }
  if (columns === undefined) {
    throw new LakehouseError(`${name} has no header line with the names of its columns.`);
  }
  return { columns, rows };
}
