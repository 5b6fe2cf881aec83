import { csvLines, FileProblem } from "./csv-lines-model.ts";
import { fileBytes } from "./data-file.ts";
import type { FileColumn } from "./file-columns-model.ts";
import { TypeGuess } from "./type-guess-model.ts";

/** Number of rows from which types are guessed: enough to include unusual values, few enough to be fast. */
const sampledRows = 10_000;

/**
 * Reads the columns of a CSV file with a header and guesses their types from its first rows, without reading more.
 * Throws FileProblem.
 */
export async function readCsvColumns(file: string, signal: AbortSignal): Promise<readonly FileColumn[]> {
  let header: readonly (string | null)[] | undefined;
  let guesses: readonly TypeGuess[] = [];
  let rows = 0;
  for await (const { cells } of csvLines(fileBytes(file, signal))) {
    if (!header) {
      header = cells;
      guesses = cells.map(() => new TypeGuess());
      continue;
    }
    for (const [index, guess] of guesses.entries()) {
      guess.addValue(cells[index] ?? null);
    }
    if (++rows >= sampledRows) {
      break;
    }
  }
  if (!header) {
    throw new FileProblem("The file has no header row. Add a first line with the column names.");
  }
  return header.map((name, index) => ({ name: headerName(name), dataType: guesses[index]?.type ?? "STRING" }));
}

/** Returns the name without surrounding white space. */
export function headerName(name: string | null): string {
  return (name ?? "").trim();
}
