import { bindValues } from "../types/bind-values.ts";
import { quoteText } from "../types/value.ts";

/**
 * Bounds of what one call may make. DuckDB works out a call for up to 2,048 rows at a time; while it does, neither a timeout nor
 * a cancel nor its memory limit stops it. So a call that would make too much fails before it begins.
 */
const bounds = {
  /** A text that is made out of little, such as by `repeat`. */
  madeText: { most: 1_000_000, mostInLambda: 1_000, unit: "bytes" },
  /** A text that is put together from others. */
  joinedText: { most: 8_000_000, mostInLambda: 100_000, unit: "bytes" },
  array: { most: 100_000, mostInLambda: 1_000, unit: "elements" },
  /** A call that compares each with each. */
  pairs: { most: 1_000_000, mostInLambda: 10_000, unit: "comparisons" },
} as const;

export type BoundKind = keyof typeof bounds;

const advice = {
  bytes: "shorten the text, or write it in several columns or rows",
  elements: "make rows instead, such as with FROM range",
  comparisons: "compare shorter values",
} as const;

/** The bound of a call of a function; one within a lambda, which is worked out for each element of an array, is lower. */
export class Bound {
  readonly most: number;
  readonly #kind: BoundKind;
  readonly #name: string;

  constructor(kind: BoundKind, name: string, isInLambda: boolean) {
    this.#kind = kind;
    this.#name = name;
    this.most = isInLambda ? bounds[kind].mostInLambda : bounds[kind].most;
  }

  /** What is wrong with a call beyond it, to follow the name of the function. */
  get problem(): string {
    const { unit } = bounds[this.#kind];
    return `makes at most ${this.most.toLocaleString("en-US")} ${unit} for one value here; ${advice[unit]}`;
  }

  /** A condition that holds where `size`, SQL of a number, goes beyond. */
  isExceeded(size: string): string {
    return `(${size}) > ${this.most}`;
  }

  get error(): string {
    return `error(${quoteText(`The function ${this.#name} ${this.problem}.`)})`;
  }
}

/** The problem that a failure of DuckDB is about when a call went beyond its bound: a sentence without values of rows. */
export function boundProblemOf(message: string): string | undefined {
  return /The function [\w ]+ makes at most [\d,]+ \w+ for one value here; [^.]+/.exec(message)?.[0];
}

/**
 * SQL of a template that fails where `size`, SQL over `$1`, `$2` ..., is beyond the bound. The argument `$n` of `stopped` is
 * NULL then: DuckDB works out what is constant beforehand, also in a branch that is never taken.
 */
export function boundedTemplate(template: string, size: string, stopped: number, bound: Bound): string {
  const isTooMuch = bound.isExceeded(size);
  const pattern = new RegExp(`\\$${stopped}(?!\\d)`, "g");
  const safe = template.replace(pattern, () => `(CASE WHEN ${isTooMuch} THEN NULL ELSE $${stopped} END)`);
  return `CASE WHEN ${isTooMuch} THEN ${bound.error} ELSE ${safe} END`;
}

/** SQL of a text that fails where it is too long; for calls that make a text a few times longer at most. */
export function boundedText(sql: string, bound: Bound): string {
  return bindValues(
    [sql],
    ([text]) => `CASE WHEN ${bound.isExceeded(`strlen(${text})`)} THEN ${bound.error} ELSE ${text} END`,
  );
}

/** SQL of the length of an array's texts with what stands between them. */
export function textsSize(list: string, separator: string): string {
  return `coalesce(list_sum(list_transform(${list}, lambda "one": strlen("one"))), 0) + len(${list}) * strlen(${separator})`;
}

/** SQL of texts one after the other; NULL when one is. */
export function joinedTexts(parts: readonly string[], bound: Bound): string {
  // A text of the statement is no longer than the statement.
  const isLiteral = (part: string) => /^'(?:[^']|'')*'$/.test(part);
  if (parts.every(isLiteral)) {
    return `(${parts.join(" || ")})`;
  }
  return bindValues(parts, (texts) => {
    const lengths = texts.filter((text) => !isLiteral(text)).map((text) => `strlen(${text})`);
    return `CASE WHEN ${bound.isExceeded(lengths.join(" + "))} THEN ${bound.error} ELSE ${texts.join(" || ")} END`;
  });
}
