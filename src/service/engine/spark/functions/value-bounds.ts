import { bindValues, quoteText } from "../types/value.ts";

/**
 * Limits on the size of one result of a function call. DuckDB evaluates a call for up to 2,048 rows at a time, and
 * meanwhile neither a timeout nor a cancellation nor its memory limit can stop it. So a call that would exceed a limit
 * fails before it is evaluated.
 */
const bounds = {
  /** Text that can be much longer than its arguments, such as that of `repeat`. */
  generatedText: { maximum: 1_000_000, maximumInLambda: 1_000, unit: "bytes" },
  /** Text that is concatenated from other texts. */
  joinedText: { maximum: 8_000_000, maximumInLambda: 100_000, unit: "bytes" },
  array: { maximum: 100_000, maximumInLambda: 1_000, unit: "elements" },
  /** Comparisons of a call that compares each element with each other. */
  pairs: { maximum: 1_000_000, maximumInLambda: 10_000, unit: "comparisons" },
} as const;

export type BoundKind = keyof typeof bounds;

const advice = {
  bytes: "shorten the text, or split it into several columns or rows",
  elements: "make rows instead, for example with FROM range",
  comparisons: "compare shorter values",
} as const;

/** Size limit of a function call. It is lower in a lambda, which is evaluated for each element of an array. */
export class Bound {
  readonly maximum: number;
  readonly #kind: BoundKind;
  readonly #name: string;

  constructor(kind: BoundKind, name: string, isInLambda: boolean) {
    this.#kind = kind;
    this.#name = name;
    this.maximum = isInLambda ? bounds[kind].maximumInLambda : bounds[kind].maximum;
  }

  /** Message for a call beyond the limit, to be appended to the function's name. */
  get problem(): string {
    const { unit } = bounds[this.#kind];
    return `makes at most ${this.maximum.toLocaleString("en-US")} ${unit} for one value here; ${advice[unit]}`;
  }

  /** Returns an SQL condition that is true if `size`, SQL of a number, exceeds the limit. */
  exceededSql(size: string): string {
    return `(${size}) > ${this.maximum}`;
  }

  /** SQL that fails with the message. */
  get errorSql(): string {
    return `error(${quoteText(`The function ${this.#name} ${this.problem}.`)})`;
  }
}

/**
 * Extracts the message about an exceeded limit from an error message of DuckDB; undefined for other errors. It contains
 * no values of rows.
 */
export function findBoundProblem(message: string): string | undefined {
  return /The function [\w ]+ makes at most [\d,]+ \w+ for one value here; [^.]+/.exec(message)?.[0];
}

/**
 * Returns a template that fails if `size`, SQL over `$1`, `$2` and so on, exceeds the limit. The argument with the
 * number `guardedArgument` is then replaced by NULL, because DuckDB evaluates constant expressions in advance, even in
 * unreachable branches.
 */
export function boundedTemplate(template: string, size: string, guardedArgument: number, bound: Bound): string {
  const isTooMuch = bound.exceededSql(size);
  const pattern = new RegExp(`\\$${guardedArgument}(?!\\d)`, "g");
  const guarded = template.replace(pattern, () => `(CASE WHEN ${isTooMuch} THEN NULL ELSE $${guardedArgument} END)`);
  return `CASE WHEN ${isTooMuch} THEN ${bound.errorSql} ELSE ${guarded} END`;
}

/**
 * Returns SQL that fails if the text is too long; for calls whose result is at most a few times as long as the input.
 */
export function boundedText(sql: string, bound: Bound): string {
  return bindValues(
    [sql],
    ([text]) => `CASE WHEN ${bound.exceededSql(`strlen(${text})`)} THEN ${bound.errorSql} ELSE ${text} END`,
  );
}

/** Returns SQL of the number of bytes of an array's texts joined with a separator. */
export function joinedSizeSql(list: string, separator: string): string {
  return `coalesce(list_sum(list_transform(${list}, lambda "one": strlen("one"))), 0) + len(${list}) * strlen(${separator})`;
}

/** Returns SQL that concatenates texts and fails if the result is too long; NULL if any text is NULL. */
export function concatSql(parts: readonly string[], bound: Bound): string {
  // Literals are not counted, because they cannot be longer than the statement.
  const isLiteral = (part: string) => /^'(?:[^']|'')*'$/.test(part);
  if (parts.every(isLiteral)) {
    return `(${parts.join(" || ")})`;
  }
  return bindValues(parts, (texts) => {
    const lengths = texts.filter((text) => !isLiteral(text)).map((text) => `strlen(${text})`);
    return `CASE WHEN ${bound.exceededSql(lengths.join(" + "))} THEN ${bound.errorSql} ELSE ${texts.join(" || ")} END`;
  });
}
