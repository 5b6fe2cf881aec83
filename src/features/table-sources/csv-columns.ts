import { csvLines, FileProblem } from "./csv-lines-model.ts";
import { fileBytes } from "./data-file.ts";
import type { FileColumn } from "./file-columns-model.ts";
import { fitsType } from "./value-fit-model.ts";

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
  return header.map((name, index) => ({ name: trimColumnName(name), dataType: guesses[index]?.type ?? "STRING" }));
}

/** Returns the name without surrounding white space. */
export function trimColumnName(name: string | null): string {
  return (name ?? "").trim();
}

/** Types from the narrowest. The guess is the first that fits every value. */
const candidates = ["BOOLEAN", "INTEGER", "LONG", "DECIMAL", "DOUBLE", "DATE", "DATE_TIME"] as const;

type GuessedType = (typeof candidates)[number] | "STRING";

/** Guesses the type of a column from some of its values. */
export class TypeGuess {
  readonly #open = new Set<GuessedType>(candidates);
  #hasValue = false;

  addValue(value: string | null): void {
    if (value === null) {
      return;
    }
    this.#hasValue = true;
    for (const type of this.#open) {
      if (!looksLike(value, type)) {
        this.#open.delete(type);
      }
    }
  }

  /** The guessed type. STRING for a column without values. */
  get type(): GuessedType {
    return (this.#hasValue ? candidates.find((type) => this.#open.has(type)) : undefined) ?? "STRING";
  }
}

function looksLike(value: string, type: GuessedType): boolean {
  switch (type) {
    case "BOOLEAN":
      // `0` and `1`, or `Y` and `N`, are codes as often as booleans.
      return /^(true|false)$/i.test(value);
    case "INTEGER":
    case "LONG":
    case "DECIMAL":
    case "DOUBLE":
      // A number with a leading zero or a plus sign is a code, and one with an exponent is not a DECIMAL.
      return (
        /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(value) &&
        (type !== "DECIMAL" || isAmount(value)) &&
        fitsType(value, type)
      );
    case "DATE":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && fitsType(value, type);
    default:
      return fitsType(value, type);
  }
}

/** Whether DECIMAL(38,18) holds the number without rounding. */
function isAmount(value: string): boolean {
  return /^-?\d{1,20}(\.\d{1,18})?$/.test(value);
}
