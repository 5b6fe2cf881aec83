import type { ExpressionContext } from "./expression-context.ts";
import { intervalUnits, timeUnits } from "./keywords.ts";
import { stringLiteralValueOf } from "./string-value.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, Interval, IntervalPart } from "./tree.ts";

/** Whether the current word INTERVAL begins an interval, rather than being the name of a column. */
export function isIntervalAhead(reader: TokenReader): boolean {
  const next = reader.peek(1);
  if (next.kind === "string" || next.kind === "number") {
    return true;
  }
  // `interval - 1` is a subtraction from a column named interval.
  const after = reader.peek(3);
  return (next.key === "-" || next.key === "+") && (timeUnits.has(after.key) || after.kind === "caret");
}

/** Parses an interval: `INTERVAL 1 DAY 2 HOURS`, `INTERVAL '1-2' YEAR TO MONTH` or `INTERVAL '1 day'`. */
export function readInterval(reader: TokenReader, context: ExpressionContext): Interval {
  const { start } = reader.advance();
  const parts: IntervalPart[] = [];
  if (reader.current.kind === "string" && !timeUnits.has(reader.peek(1).key) && reader.peek(1).kind !== "caret") {
    const text = stringLiteralValueOf(reader.advance().text);
    return { kind: "interval", text, parts, start, end: reader.previousEnd };
  }
  do {
    parts.push(readPart(reader, context));
  } while (isPartAhead(reader));
  return { kind: "interval", text: undefined, parts, start, end: reader.previousEnd };
}

function isPartAhead(reader: TokenReader): boolean {
  const isSigned = reader.isAt("-");
  const value = reader.peek(isSigned ? 1 : 0);
  return (value.kind === "number" || value.kind === "string") && timeUnits.has(reader.peek(isSigned ? 2 : 1).key);
}

function readPart(reader: TokenReader, context: ExpressionContext): IntervalPart {
  const isNegative = reader.take("-", "+")?.key === "-";
  const { kind, text, start, end } = reader.advance();
  const value: Expression =
    kind === "string"
      ? { kind: "literal", type: "string", text: stringLiteralValueOf(text), start, end }
      : { kind: "literal", type: "number", text, start, end };
  const isCaret = reader.takeCaret({ kind: "keywords", keywords: intervalUnits }, context.scope);
  const unit = isCaret ? "DAY" : readUnit(reader);
  const to = reader.take("TO") ? readUnit(reader) : undefined;
  const signed: Expression = isNegative ? { kind: "unary", operator: "-", value, start, end } : value;
  return { value: signed, unit, to };
}

function readUnit(reader: TokenReader): string {
  if (!timeUnits.has(reader.current.key)) {
    reader.reportMissing("The unit of the interval");
    return "DAY";
  }
  return reader.advance().key.replace(/S$/, "");
}
