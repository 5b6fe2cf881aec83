import { CsvProblem, parseCsvValues, readCsvRows } from "../../base/csv-rows.ts";

/** A row of a CSV file. A value is null if nothing is between its commas. */
export interface CsvLine {
  readonly cells: readonly (string | null)[];
  /** Line number of the row's first line, from 1. */
  readonly line: number;
}

/** Reports that a file cannot be used. The message may name a line, but never a value. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/**
 * Reads the rows of a CSV file as its bytes arrive, in the way the service reads its inputs (sql-like-language 13.3).
 * Skips empty lines, except in a file of one column, where they are rows with a null value. Throws FileProblem.
 */
export async function* csvLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvLine, void, undefined> {
  let width: number | undefined;
  try {
    for await (const rows of readCsvRows(pieces)) {
      for (const row of rows) {
        if (row.text !== "" || width === 1) {
          width ??= row.width;
          yield { cells: parseCsvValues(row.text), line: row.line };
        }
      }
    }
  } catch (error) {
    throw error instanceof CsvProblem ? new FileProblem(sentences(error), { cause: error }) : error;
  }
}

function sentences({ line, what, advice }: CsvProblem): string {
  return `Line ${line} ${what}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
}
