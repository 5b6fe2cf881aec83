import type { Span } from "../../core/text/span.ts";
import { isForeignAggregate, isReservedWord } from "./keywords.ts";
import { isArithmetic } from "./operators.ts";
import { readNodeList, type TokenCursor } from "./token-cursor.ts";
import type { CallArgument, Expression, FunctionCall, Literal, NameNode, NamePath, NumberLiteral } from "./tree.ts";

/** Whether an expression can begin with the next token. */
export function startsExpression(cursor: TokenCursor): boolean {
  switch (cursor.kind()) {
    case "name":
    case "string":
    case "number":
    case "TRUE":
    case "FALSE":
    case "-":
    case "*":
    case "(":
      return true;
    default:
      return false;
  }
}

/**
 * Parses one expression. The next token must be able to start one. Arithmetic, subqueries and CASE are parsed
 * completely, but reported as unsupported.
 */
export function parseExpression(cursor: TokenCursor): Expression {
  const { start } = cursor;
  const first = parseOperand(cursor);
  if (!isArithmetic(cursor.kind())) {
    return first;
  }
  const parts = [first];
  while (isArithmetic(cursor.kind())) {
    cursor.next();
    if (startsExpression(cursor)) {
      parts.push(parseOperand(cursor));
    }
  }
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, "arithmetic");
  return { kind: "unsupported", parts, ...span };
}

function parseOperand(cursor: TokenCursor): Expression {
  switch (cursor.kind()) {
    case "name":
      if (cursor.isName("CASE") && cursor.isName("WHEN", 1)) {
        return parseCase(cursor);
      }
      return cursor.is("(", 1) ? parseCall(cursor) : parsePath(cursor);
    case "*": {
      const span = cursor.take();
      cursor.report("SL603", span);
      return { kind: "star", start: span.start, end: span.end };
    }
    case "(":
      return parseBracketed(cursor);
    default:
      return parseLiteral(cursor) ?? cursor.hole();
  }
}

function parseLiteral(cursor: TokenCursor): Literal | undefined {
  const { start } = cursor;
  switch (cursor.kind()) {
    case "string":
      return cursor.readString();
    case "number":
      return readNumber(cursor, start, "");
    case "TRUE":
    case "FALSE": {
      const value = cursor.is("TRUE");
      cursor.next();
      return { kind: "boolean", value, start, end: cursor.end };
    }
    default: {
      cursor.next();
      if (cursor.is("number")) {
        return readNumber(cursor, start, "-");
      }
      cursor.reportExpected("A number");
      return undefined;
    }
  }
}

function readNumber(cursor: TokenCursor, start: number, sign: string): NumberLiteral {
  const text = sign + cursor.text();
  cursor.next();
  return { kind: "number", value: Number(text), text, start, end: cursor.end };
}

/**
 * Parses a path such as `a.b.c`. The next token must be a name. If no name follows a dot, the path gets an empty last
 * segment.
 */
export function parsePath(cursor: TokenCursor): NamePath {
  const { start } = cursor;
  if (!cursor.is(".", 1)) {
    // Fast path: nearly every path is a single name.
    return { kind: "path", segments: [cursor.readName()], start, end: cursor.end };
  }
  return { kind: "path", segments: readNodeList(cursor, parseSegment, acceptNextSegment), start, end: cursor.end };
}

function parseSegment(cursor: TokenCursor): NameNode {
  if (cursor.is("name")) {
    return cursor.readName();
  }
  const { start, end } = cursor.reportMissing("A name");
  return { kind: "name", text: "", start, end };
}

/** Consumes the `.` before a further segment of a path and returns whether there was one. Not after an empty segment. */
function acceptNextSegment(cursor: TokenCursor): boolean {
  return cursor.previousKind() === "name" && cursor.accept(".");
}

function parseCall(cursor: TokenCursor): FunctionCall | Expression {
  const { start } = cursor;
  const name = cursor.readName();
  const open = cursor.start;
  cursor.next();
  const problemsBefore = cursor.problems.length;
  if (!cursor.enter()) {
    return { kind: "unsupported", parts: [], start, end: cursor.end };
  }
  const list = parseArguments(cursor);
  cursor.leave();
  const isClosed = cursor.accept(")");
  if (!isClosed) {
    cursor.report("SL204", { start: open, end: open + 1 });
  }
  if (isForeignAggregate(name.text) && list.some(({ value }) => value.kind === "path" || value.kind === "star")) {
    // Problems inside the brackets are dropped, since the call as a whole is reported.
    cursor.dropProblemsFrom(problemsBefore);
    const span = cursor.spanFrom(start);
    reportForeign(cursor, span, "aggregate");
    return { kind: "unsupported", standsForMetric: true, parts: list.map(({ value }) => value), ...span };
  }
  return { kind: "call", name, arguments: list, open, isClosed, start, end: cursor.end };
}

/** Parses the arguments of a call after `(`. Stops after `)` or before a token that cannot be part of an argument. */
function parseArguments(cursor: TokenCursor): readonly CallArgument[] {
  const isEmpty = !startsExpression(cursor) && !cursor.is(",");
  return isEmpty ? noArguments : readNodeList(cursor, parseArgument, hasNextArgument);
}

const noArguments: readonly CallArgument[] = [];

function hasNextArgument(cursor: TokenCursor): boolean {
  skipToSeparator(cursor);
  return cursor.accept(",") || startsExpression(cursor);
}

/**
 * Reports a token after an argument that is neither `,` nor `)`, and skips signs that cannot start the next argument.
 */
function skipToSeparator(cursor: TokenCursor): void {
  if (endsArgument(cursor)) {
    return;
  }
  cursor.reportExpected("`,` or `)`");
  while (!endsArgument(cursor) && !startsExpression(cursor)) {
    cursor.next();
  }
}

function endsArgument(cursor: TokenCursor): boolean {
  const kind = cursor.kind();
  switch (kind) {
    case "end":
    case ",":
    case ")":
    case ";":
      return true;
    default:
      return isReservedWord(kind) && !startsExpression(cursor);
  }
}

function parseArgument(cursor: TokenCursor): CallArgument {
  const { start } = cursor;
  let name: NameNode | undefined;
  if (cursor.is("name") && cursor.is("=", 1)) {
    name = cursor.readName();
    cursor.next();
  }
  const value = startsExpression(cursor) ? parseExpression(cursor) : cursor.reportMissing("A value");
  return { kind: "argument", name, value, start: cursor.startOf(start), end: cursor.end };
}

/**
 * Skips a subquery `(SELECT ...)` or an operand in brackets and reports it as unsupported. Brackets around an operand
 * make sense only in arithmetic.
 */
function parseBracketed(cursor: TokenCursor): Expression {
  const { start } = cursor;
  const isSubquery = cursor.is("SELECT", 1);
  cursor.skipBrackets();
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, isSubquery ? "subquery" : "brackets");
  return { kind: "unsupported", parts: [], ...span };
}

function parseCase(cursor: TokenCursor): Expression {
  const { start } = cursor;
  while (!cursor.isAtBoundary() && !cursor.isName("END")) {
    cursor.next();
  }
  if (cursor.isName("END")) {
    cursor.next();
  }
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, "case");
  return { kind: "unsupported", parts: [], ...span };
}

/** Names of unsupported SQL constructs for use in messages, separately for SELECT items and for conditions. */
const foreign = {
  aggregate: { item: "Properties are not aggregated", operand: "an aggregate of a property" },
  arithmetic: { item: "Nothing is calculated", operand: "arithmetic" },
  brackets: { item: "Nothing is calculated", operand: "brackets around a value" },
  case: { item: "There is no CASE", operand: "CASE" },
  subquery: { item: "There are no subqueries", operand: "a subquery" },
} as const;

function reportForeign(cursor: TokenCursor, span: Span, kind: keyof typeof foreign): void {
  const { item, operand } = foreign[kind];
  if (cursor.place === "select") {
    cursor.report("SL602", span, { what: item, suggestion: "" });
  } else {
    cursor.report("SL604", span, { what: operand, advice: "Compare an attribute with a value." });
  }
}
