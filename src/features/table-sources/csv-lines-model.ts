import { CsvProblem, csvValues, readCsvRows } from "../../base/csv-rows.ts";

/** A row of a CSV file; a value is null where nothing stands between two commas. */
export interface CsvLine {
  readonly cells: readonly (string | null)[];
  /** Of its first line, from 1. */
  readonly line: number;
}

/** What a file is not; the message names its line and no value. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/**
 * The rows of a CSV file as its bytes come, as the service reads its inputs (sql-like-language 13.3). Empty lines are left out, but in a
 * file of one column, where they are rows with nothing in them. Throws FileProblem.
 */
export async function* csvLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvLine, void, undefined> {
  let width: number | undefined;
  try {
    for await (const rows of readCsvRows(pieces)) {
      for (const row of rows) {
        if (row.text !== "" || width === 1) {
          width ??= row.width;
          yield { cells: csvValues(row.text), line: row.line };
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
