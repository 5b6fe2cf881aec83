import { fitsType } from "./value-fit-model.ts";

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
