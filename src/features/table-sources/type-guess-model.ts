import { fitsType } from "./value-fit-model.ts";

/** From the narrowest: the first that every value fits is the guess. */
const candidates = ["BOOLEAN", "INTEGER", "LONG", "DECIMAL", "DOUBLE", "DATE", "DATE_TIME"] as const;

type GuessedType = (typeof candidates)[number] | "STRING";

/** Guesses the type of a column from some of its values. */
export class TypeGuess {
  readonly #open = new Set<GuessedType>(candidates);
  #hasValue = false;

  note(value: string | null): void {
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

  /** A column without values is a STRING. */
  get type(): GuessedType {
    return (this.#hasValue ? candidates.find((type) => this.#open.has(type)) : undefined) ?? "STRING";
  }
}

function looksLike(value: string, type: GuessedType): boolean {
  switch (type) {
    case "BOOLEAN":
      // `0` and `1`, `Y` and `N` are codes as often as answers.
      return /^(true|false)$/i.test(value);
    case "INTEGER":
    case "LONG":
    case "DECIMAL":
    case "DOUBLE":
      // A number with a leading zero or a plus is a code; an exponent is no amount.
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

/** What DECIMAL(38,18) holds without rounding. */
function isAmount(value: string): boolean {
  return /^-?\d{1,20}(\.\d{1,18})?$/.test(value);
}
