import { escapePattern } from "../../base/escape-pattern.ts";
import type { LoadCheckColumn } from "../../protocol/load-check.ts";

/** Returns the rule that a cell violates, as the predicate of a sentence, or undefined. */
type CellRule = (value: string) => string | undefined;

/** Returns the check of the cells of a column. The value of an empty cell is an empty text. */
export function cellRuleOf({ dataType, formats, isMandatory }: LoadCheckColumn): CellRule {
  const typeRule = typeRuleOf(dataType, formats);
  return (value) => {
    if (value.trim() === "") {
      return isMandatory ? "has no value, and needs one" : value === "" ? undefined : typeRule(value);
    }
    return typeRule(value);
  };
}

/** Types by the words that services use for them. A type of another word is text, which holds every value. */
function typeRuleOf(dataType: string, formats: readonly string[]): CellRule {
  if (/DATE|TIME/i.test(dataType)) {
    const patterns = formats.map(patternOf).filter((pattern) => pattern !== undefined);
    // A notation that is not known here may be what the value has.
    return patterns.length < formats.length || patterns.length === 0
      ? () => undefined
      : (value) =>
          patterns.some((pattern) => isDate(value, pattern)) ? undefined : `is no date of ${formats.join(" or ")}`;
  }
  if (/INT|LONG/i.test(dataType)) {
    return (value) => (isWholeNumber(value) ? undefined : `is no whole number from ${least} to ${most}`);
  }
  if (/DOUBLE|FLOAT|DECIMAL|NUMBER|NUMERIC/i.test(dataType)) {
    return (value) =>
      number.test(value) && Number.isFinite(Number(value))
        ? undefined
        : "is no number with a point before its fraction, such as 1234.5";
  }
  if (/BOOL/i.test(dataType)) {
    return (value) => (/^(true|false)$/i.test(value) ? undefined : "is neither true nor false");
  }
  return () => undefined;
}

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function isWholeNumber(value: string): boolean {
  if (!/^[+-]?\d+$/.test(value)) {
    return false;
  }
  const whole = BigInt(value.replace(/^\+/, ""));
  return whole >= least && whole <= most;
}

const parts: Readonly<Record<string, string>> = {
  yyyy: "(?<year>\\d{4})",
  MM: "(?<month>\\d{2})",
  dd: "(?<day>\\d{2})",
  HH: "(?<hour>\\d{2})",
  mm: "(?<minute>\\d{2})",
  ss: "(?<second>\\d{2})",
};

/** Returns the expression of a notation such as `yyyy-MM-dd'T'HH:mm:ss`. Undefined if it has an unknown part. */
function patternOf(format: string): RegExp | undefined {
  const pieces = format.match(/'[^']*'|[A-Za-z]+|[^A-Za-z']+/g) ?? [];
  const sources = pieces.map((piece) => {
    const isLiteral = piece.startsWith("'") || /^[^A-Za-z]/.test(piece);
    return isLiteral ? escapePattern(piece.replaceAll("'", "")) : parts[piece];
  });
  const used = pieces.filter((piece) => Object.hasOwn(parts, piece));
  return sources.every((source) => source !== undefined) && new Set(used).size === used.length
    ? new RegExp(`^${sources.join("")}$`)
    : undefined;
}

/** Whether a text has a notation and is a date that exists. */
function isDate(value: string, pattern: RegExp): boolean {
  const {
    year = "1970",
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
  } = pattern.exec(value)?.groups ?? { year: "none" };
  const instant = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const atMs = Date.parse(instant);
  // Date.parse takes February 30 for a day in March.
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().slice(0, 19) === instant.slice(0, 19);
}
