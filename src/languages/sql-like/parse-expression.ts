import type { Span } from "../core/span.ts";
import { isForeignAggregate } from "./keywords.ts";
import { arithmeticSigns } from "./operators.ts";
import type { TokenCursor } from "./token-cursor.ts";
import type { Argument, Call, Expression, Literal, Name, NumberLiteral, Path } from "./tree.ts";

/** Whether the next token can begin an expression. */
export function startsExpression(cursor: TokenCursor, ahead = 0): boolean {
  const token = cursor.peek(ahead);
  switch (token.kind) {
    case "name":
    case "string":
    case "number":
      return true;
    case "word":
      return token.text === "TRUE" || token.text === "FALSE";
    case "sign":
      return token.text === "-" || token.text === "*" || token.text === "(";
    default:
      return false;
  }
}

/** What the text around an expression allows, for the words of its problems. */
export type ExpressionPlace = "select" | "where";

/** Reads one expression; the next token begins one. Arithmetic, subqueries and CASE are read whole and reported. */
export function parseExpression(cursor: TokenCursor, place: ExpressionPlace): Expression {
  const { start } = cursor.peek();
  const first = parseOperand(cursor, place);
  if (!isArithmetic(cursor)) {
    return first;
  }
  const parts = [first];
  while (isArithmetic(cursor)) {
    cursor.next();
    if (startsExpression(cursor)) {
      parts.push(parseOperand(cursor, place));
    }
  }
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, place, "arithmetic");
  return { kind: "unsupported", parts, ...span };
}

function isArithmetic(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  return token.kind === "sign" && arithmeticSigns.has(token.text);
}

function parseOperand(cursor: TokenCursor, place: ExpressionPlace): Expression {
  const token = cursor.peek();
  const { start } = token;
  if (token.kind === "name") {
    if (cursor.isName("CASE") && cursor.isName("WHEN", 1)) {
      return parseCase(cursor, place);
    }
    if (cursor.isSign("(", 1)) {
      return parseCall(cursor, parseName(cursor), place);
    }
    return parsePath(cursor);
  }
  if (token.kind === "sign" && token.text === "*") {
    cursor.next();
    cursor.report("SL603", token);
    return { kind: "star", start, end: token.end };
  }
  if (token.kind === "sign" && token.text === "(") {
    return parseBracketed(cursor, place);
  }
  return parseLiteral(cursor) ?? cursor.hole();
}

function parseLiteral(cursor: TokenCursor): Literal | undefined {
  const token = cursor.next();
  switch (token.kind) {
    case "string":
      return token;
    case "number":
      return numberLiteral(token.start, token.end, token.text);
    case "word":
      return { kind: "boolean", value: token.text === "TRUE", start: token.start, end: token.end };
    default: {
      const digits = cursor.peek();
      if (digits.kind === "number") {
        cursor.next();
        return numberLiteral(token.start, digits.end, `-${digits.text}`);
      }
      cursor.reportExpected("A number");
      return undefined;
    }
  }
}

function numberLiteral(start: number, end: number, text: string): NumberLiteral {
  return { kind: "number", value: Number(text), text, start, end };
}

/** Reads `a.b.c`; the next token is a name. A dot without a name after it leaves an empty segment. */
export function parsePath(cursor: TokenCursor): Path {
  const { start } = cursor.peek();
  const segments: Name[] = [parseName(cursor)];
  while (cursor.acceptSign(".")) {
    if (cursor.peek().kind === "name") {
      segments.push(parseName(cursor));
    } else {
      cursor.reportMissing("A name");
      segments.push({ ...cursor.hole(), kind: "name", text: "" });
      break;
    }
  }
  return { kind: "path", segments, start: cursor.startOf(start), end: cursor.end };
}

export function parseName(cursor: TokenCursor): Name {
  const token = cursor.next();
  return token.kind === "name" ? token : { kind: "name", text: "", start: token.start, end: token.end };
}

function parseCall(cursor: TokenCursor, name: Name, place: ExpressionPlace): Call | Expression {
  const open = cursor.next();
  const problemsBefore = cursor.problems.length;
  const read = cursor.nest(() => parseArguments(cursor, open, place));
  const span = cursor.spanFrom(name.start);
  if (!read) {
    return { kind: "unsupported", parts: [], ...span };
  }
  if (isForeignAggregate(name.text) && read.list.some(({ value }) => value.kind === "path" || value.kind === "star")) {
    // What stands in the brackets needs no report of its own: the call as a whole cannot stay.
    cursor.problems.splice(problemsBefore);
    reportForeign(cursor, span, place, "aggregate");
    return { kind: "unsupported", standsForMetric: true, parts: read.list.map(({ value }) => value), ...span };
  }
  return { kind: "call", name, arguments: read.list, open: open.start, isClosed: read.isClosed, ...span };
}

function parseArguments(cursor: TokenCursor, open: Span, place: ExpressionPlace) {
  const list: Argument[] = [];
  if (cursor.acceptSign(")")) {
    return { list, isClosed: true };
  }
  while (list.length === 0 ? startsExpression(cursor) || cursor.isSign(",") : true) {
    list.push(parseArgument(cursor, place));
    skipToSeparator(cursor);
    if (cursor.acceptSign(")")) {
      return { list, isClosed: true };
    }
    if (!cursor.acceptSign(",") && !startsExpression(cursor)) {
      break;
    }
  }
  cursor.report("SL204", open);
  return { list, isClosed: false };
}

/** Reports what follows an argument and is neither `,` nor `)`, and passes over the signs that cannot begin the next one. */
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
  const token = cursor.peek();
  switch (token.kind) {
    case "end":
      return true;
    case "word":
      return !startsExpression(cursor);
    case "sign":
      return token.text === "," || token.text === ")" || token.text === ";";
    default:
      return false;
  }
}

function parseArgument(cursor: TokenCursor, place: ExpressionPlace): Argument {
  const { start } = cursor.peek();
  let name: Name | undefined;
  if (cursor.peek().kind === "name" && cursor.isSign("=", 1)) {
    name = parseName(cursor);
    cursor.next();
  }
  const value = startsExpression(cursor) ? parseExpression(cursor, place) : cursor.reportMissing("A value");
  return { kind: "argument", name, value, start: cursor.startOf(start), end: cursor.end };
}

/** `(SELECT ...)`, or brackets around an operand, which only arithmetic would need. */
function parseBracketed(cursor: TokenCursor, place: ExpressionPlace): Expression {
  const { start } = cursor.peek();
  const isSubquery = cursor.isWord("SELECT", 1);
  cursor.skipBrackets();
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, place, isSubquery ? "subquery" : "brackets");
  return { kind: "unsupported", parts: [], ...span };
}

function parseCase(cursor: TokenCursor, place: ExpressionPlace): Expression {
  const { start } = cursor.peek();
  while (!cursor.isAtBoundary() && !cursor.isName("END")) {
    cursor.next();
  }
  if (cursor.isName("END")) {
    cursor.next();
  }
  const span = cursor.spanFrom(start);
  reportForeign(cursor, span, place, "case");
  return { kind: "unsupported", parts: [], ...span };
}

/** SQL that is not in the language, as a problem says it among the items and in a filter. */
const foreign = {
  aggregate: { item: "Properties are not aggregated", operand: "an aggregate of a property" },
  arithmetic: { item: "Nothing is calculated", operand: "arithmetic" },
  brackets: { item: "Nothing is calculated", operand: "brackets around a value" },
  case: { item: "There is no CASE", operand: "CASE" },
  subquery: { item: "There are no subqueries", operand: "a subquery" },
} as const;

function reportForeign(cursor: TokenCursor, span: Span, place: ExpressionPlace, kind: keyof typeof foreign): void {
  const { item, operand } = foreign[kind];
  if (place === "select") {
    cursor.report("SL602", span, { what: item, suggestion: "" });
  } else {
    cursor.report("SL604", span, { what: operand, advice: "Compare an attribute with a value." });
  }
}
