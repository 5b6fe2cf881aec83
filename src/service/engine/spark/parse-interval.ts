import type { StatementReader } from "./statement-reader.ts";
import type { Expression, Interval, Literal } from "./syntax-tree.ts";

const units = /^(YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MILLISECOND|MICROSECOND)S?$/i;

/** From the largest: the units that `'1-2' YEAR TO MONTH` or `'1 02:03:04' DAY TO SECOND` may hold. */
const ladder = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"];

export function isIntervalUnit(text: string): boolean {
  return units.test(text);
}

export function parseInterval(tokens: StatementReader): Interval {
  const { start } = tokens.advance();
  const parts: { value: Expression; unit: string }[] = [];
  if (tokens.current.kind === "string" && !isIntervalUnit(tokens.peek(1).text)) {
    readParts(tokens, parts);
  } else {
    do {
      parts.push(...parsePart(tokens));
    } while (isPartStart(tokens));
  }
  return { kind: "interval", parts, start, end: tokens.previousEnd };
}

function isPartStart(tokens: StatementReader): boolean {
  const isSigned = tokens.isAt("-");
  const value = tokens.peek(isSigned ? 1 : 0);
  return (value.kind === "number" || value.kind === "string") && isIntervalUnit(tokens.peek(isSigned ? 2 : 1).text);
}

function parsePart(tokens: StatementReader): Interval["parts"][number][] {
  const isNegative = tokens.take("-");
  const value = tokens.operand();
  const unit = takeUnit(tokens);
  if (tokens.take("TO")) {
    return splitRange(tokens, value, unit, takeUnit(tokens));
  }
  const signed: Expression = isNegative
    ? { kind: "unary", operator: "-", value, start: value.start, end: value.end }
    : value;
  return [{ value: signed, unit }];
}

function takeUnit(tokens: StatementReader): string {
  if (!isIntervalUnit(tokens.current.text)) {
    tokens.fail("The unit of the interval is missing");
  }
  return tokens.advance().text.toUpperCase().replace(/S$/, "");
}

function splitRange(tokens: StatementReader, value: Expression, from: string, to: string): Interval["parts"][number][] {
  const wanted = ladder.slice(ladder.indexOf(from), ladder.indexOf(to) + 1);
  if (value.kind !== "literal" || wanted.length < 2) {
    return tokens.fail(`An interval from ${from} to ${to} needs a text such as '1-2'`);
  }
  const text = value.text.trim();
  const sign = text.startsWith("-") ? "-" : "";
  const numbers = text.replace(/^[-+]/, "").split(/[-: ]+/);
  if (numbers.length !== wanted.length || numbers.some((part) => !/^\d+(\.\d+)?$/.test(part))) {
    return tokens.fail(`'${text}' is no interval from ${from} to ${to}`);
  }
  return wanted.map((unit, index) => ({ value: numberAt(value, `${sign}${numbers[index]}`), unit }));
}

/** `INTERVAL '1 day 2 hours'`. */
function readParts(tokens: StatementReader, parts: { value: Expression; unit: string }[]): void {
  const token = tokens.advance();
  const pieces = token.text
    .trim()
    .replace(/^interval\s+/i, "")
    .split(/\s+/);
  for (let index = 0; index + 1 < pieces.length; index += 2) {
    const [amount = "", unit = ""] = pieces.slice(index);
    if (!/^[-+]?\d+(\.\d+)?$/.test(amount) || !isIntervalUnit(unit)) {
      break;
    }
    parts.push({ value: numberAt(token, amount.replace("+", "")), unit: unit.toUpperCase().replace(/S$/, "") });
  }
  if (parts.length * 2 !== pieces.length) {
    tokens.fail(`'${token.text}' is no interval`);
  }
}

function numberAt(place: { readonly start: number; readonly end: number }, text: string): Literal {
  return { kind: "literal", type: "number", text, start: place.start, end: place.end };
}
