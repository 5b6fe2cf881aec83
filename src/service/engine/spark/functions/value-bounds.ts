import { bindValues, quoteText } from "../types/value.ts";
import type { EvaluationFrequency, SharedResource } from "./statement-budget.ts";

/** Limits on one kind of work that a function call does, such as reading or making text. */
interface Limits {
  /** Counted unit, as the object of `verb` in messages such as "makes 2,000,000 bytes". */
  readonly unit: string;
  readonly verb: "makes" | "reads";
  readonly advice: string;
  /** Limit for a value that is the same for all rows, so that DuckDB evaluates it once. */
  readonly constant: number;
  /** Limit for a constant value within lambdas. It applies to the sum over all elements. */
  readonly constantInLambda: number;
  /** Budget of the statement that calls with values of rows draw on. */
  readonly resource: SharedResource;
}

const shorterText = "shorten the text, or split it into several columns or rows";
const rowsForLambda = "make rows instead, for example with explode, and join them";

/**
 * Limits on one result of a function call. DuckDB evaluates a call for up to 2,048 rows at a time, and meanwhile
 * neither a timeout nor a cancellation nor its memory limit can stop it. So a call that would exceed a limit fails
 * before it is evaluated.
 */
const bounds = {
  /** Text that can be much longer than its arguments, such as that of `repeat`. */
  generatedText: {
    unit: "bytes",
    verb: "makes",
    advice: shorterText,
    constant: 1_000_000,
    constantInLambda: 8_000_000,
    resource: "text",
  },
  /** Text that is concatenated from other texts. */
  joinedText: {
    unit: "bytes",
    verb: "makes",
    advice: shorterText,
    constant: 8_000_000,
    constantInLambda: 8_000_000,
    resource: "text",
  },
  array: {
    unit: "elements",
    verb: "makes",
    advice: "make rows instead, for example with FROM range",
    constant: 100_000,
    constantInLambda: 10_000_000,
    resource: "array",
  },
  /** Limits on the comparisons of a function that compares each element of its arguments with each other one. */
  pairs: {
    unit: "comparisons",
    verb: "makes",
    advice: "compare shorter values",
    constant: 1_000_000,
    constantInLambda: 10_000_000,
    resource: "comparisons",
  },
  /** Elements that a lambda within lambdas runs over. */
  nestedSteps: {
    unit: "steps",
    verb: "makes",
    advice: rowsForLambda,
    constant: 10_000_000,
    constantInLambda: 10_000_000,
    resource: "steps",
  },
  /** Texts and arrays from outside of a lambda that it reads for each element. */
  outerReads: {
    unit: "bytes and elements from outside of its lambda",
    verb: "reads",
    advice: rowsForLambda,
    constant: 10_000_000,
    constantInLambda: 10_000_000,
    resource: "reading",
  },
  /** Texts and arrays from outside of a lambda whose copies its result may contain. */
  outerCopies: {
    unit: "bytes from outside of its lambda",
    verb: "reads",
    advice: rowsForLambda,
    constant: 10_000_000,
    constantInLambda: 10_000_000,
    resource: "copying",
  },
} as const satisfies Readonly<Record<string, Limits>>;

/** Kind of a size limit, such as that of texts or of arrays. */
export type SizeLimitKind = keyof typeof bounds;

/**
 * Limits for one row of values that depend on rows: `total` for all calls of a statement, and `least` for each of them
 * however many there are. Texts and arrays of one chunk of 2,048 rows take 256 MB each, with 8 bytes for an element.
 * DuckDB needs two to four times as much, because it copies them. The time for one chunk is up to about three seconds.
 */
const rowLimits: Readonly<Record<SharedResource, { readonly total: number; readonly least: number }>> = {
  text: { total: 131_072, least: 4_096 },
  array: { total: 16_384, least: 4_096 },
  comparisons: { total: 250_000, least: 10_000 },
  steps: { total: 10_000, least: 1_000 },
  reading: { total: 1_000_000, least: 131_072 },
  copying: { total: 262_144, least: 32_768 },
};

/** Size limit of one function call. */
export class CallSizeLimit {
  readonly maximum: number;
  readonly #limits: Limits;
  readonly #name: string;
  readonly #place: EvaluationFrequency;

  /** `start` is the offset of the call in the text. A call whose result is known to be small is not counted. */
  constructor(kind: SizeLimitKind, name: string, place: EvaluationFrequency, start: number, isCounted = true) {
    this.#limits = bounds[kind];
    this.#name = name;
    this.#place = place;
    const { resource, constant, constantInLambda } = this.#limits;
    if (!place.isPerRow) {
      this.maximum = place.repetition === undefined ? constant : constantInLambda;
      return;
    }
    if (isCounted) {
      place.budget.count(resource, start);
    }
    const { total, least } = rowLimits[resource];
    this.maximum = Math.max(least, Math.floor(total / place.budget.countSharers(resource)));
  }

  /** Message for a call that exceeds the limit. It follows the function's name. */
  get problem(): string {
    const { unit, verb, advice, resource } = this.#limits;
    const { isPerRow, repetition, budget } = this.#place;
    const inLambda = repetition === undefined ? "" : ", counted over all elements of its lambdas";
    const sharers = budget.countSharers(resource);
    const why = !isPerRow
      ? " here"
      : ` that depends on rows, since 2,048 rows are computed at once${sharers > 1 ? ` by ${sharers.toLocaleString("en-US")} such calls` : ""}`;
    return `${verb} at most ${this.maximum.toLocaleString("en-US")} ${unit} for one value${why}${inLambda}; ${advice}`;
  }

  /** Returns SQL that is true if a size exceeds the limit. `size` is the SQL of a number. */
  exceededSql(size: string): string {
    const { repetition } = this.#place;
    return repetition ? `(${size}) * ${repetition.elements} > ${this.maximum}` : `(${size}) > ${this.maximum}`;
  }

  /** SQL that fails with the message of the limit. */
  get errorSql(): string {
    return `error(${quoteText(`The function ${this.#name} ${this.problem}.`)})`;
  }
}

/**
 * Extracts the message of an exceeded size limit from an error message of DuckDB. The message contains no values of
 * rows. Returns undefined for other errors.
 */
export function findSizeLimitProblem(message: string): string | undefined {
  return /The function [\w ]+ (?:makes|reads) at most [\d,]+ [a-z ]+ for one value [^.]+/.exec(message)?.[0];
}

/**
 * Returns a SQL template that fails if a size exceeds the limit. `size` is SQL over `$1`, `$2` and so on. Beyond the
 * limit, the argument with number `guardedArgument` is replaced by NULL, because DuckDB evaluates constant expressions
 * even in unreachable branches.
 */
export function createSizeLimitedTemplate(
  template: string,
  size: string,
  guardedArgument: number,
  bound: CallSizeLimit,
): string {
  const isTooMuch = bound.exceededSql(size);
  const pattern = new RegExp(`\\$${guardedArgument}(?!\\d)`, "g");
  const guarded = template.replace(pattern, () => `(CASE WHEN ${isTooMuch} THEN NULL ELSE $${guardedArgument} END)`);
  return `CASE WHEN ${isTooMuch} THEN ${bound.errorSql} ELSE ${guarded} END`;
}

/**
 * Returns SQL that fails if a text is too long. It is for functions whose result is at most a few times as long as
 * their input.
 */
export function limitTextSize(sql: string, bound: CallSizeLimit): string {
  return bindValues(
    [sql],
    ([text]) => `CASE WHEN ${bound.exceededSql(`strlen(${text})`)} THEN ${bound.errorSql} ELSE ${text} END`,
  );
}

/** Returns SQL of the number of bytes of an array's texts joined with a separator. */
export function buildJoinedSizeSql(list: string, separator: string): string {
  return `coalesce(list_sum(list_transform(${list}, lambda "one": strlen("one"))), 0) + len(${list}) * strlen(${separator})`;
}

const uncountedLiteralBytes = 200;

/** Returns SQL that concatenates texts. It fails if the result is too long, and is NULL if any text is NULL. */
export function buildConcatSql(parts: readonly string[], bound: CallSizeLimit): string {
  const isLiteral = (part: string) => /^'(?:[^']|'')*'$/.test(part);
  // Short literals are not counted; all of them together cannot be longer than the statement.
  const literalBytes = parts.filter(isLiteral).reduce((sum, part) => sum + Buffer.byteLength(part) - 2, 0);
  const counted = literalBytes > uncountedLiteralBytes ? [String(literalBytes)] : [];
  if (parts.every(isLiteral)) {
    return `(${parts.join(" || ")})`;
  }
  return bindValues(parts, (texts) => {
    const lengths = [...texts.filter((text) => !isLiteral(text)).map((text) => `strlen(${text})`), ...counted];
    return `CASE WHEN ${bound.exceededSql(lengths.join(" + "))} THEN ${bound.errorSql} ELSE ${texts.join(" || ")} END`;
  });
}
