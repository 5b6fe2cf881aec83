import type { Span } from "../../core/text/span.ts";
import { createCall } from "./create-node.ts";
import { createProblem } from "./diagnostics.ts";
import type { ExpressionContext } from "./expression-place.ts";
import { nameText } from "./lexer.ts";
import { holdsQuery, isWordAfterExpression, lambdaParameters } from "./lookahead.ts";
import { readAliased, readCall } from "./read-call.ts";
import { readInterval, startsInterval } from "./read-interval.ts";
import { readType } from "./read-type.ts";
import type { ColumnUse, Name, StarUse } from "./scopes.ts";
import { stringValue } from "./string-value.ts";
import type { Token } from "./token.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, Literal, Missing, Query, Star } from "./tree.ts";
import {
  bareFunctions,
  binarySigns,
  binaryWords,
  byClauseWords,
  constants,
  hardClauseWords,
  literalWords,
  softClauseWords,
  suffixWords,
} from "./words.ts";

/** A value without signs around it. A `missing` node where none begins; says so unless the whole expression is missing. */
export function readOperand(reader: TokenReader, place: ExpressionContext): Expression {
  const { current } = reader;
  switch (current.kind) {
    case "caret":
      return readCaretOperand(reader, place);
    case "string":
    case "number":
      return readLiteral(reader);
    case "quotedName":
      return readName(reader, place);
    case "word":
      return readWord(reader, place);
    case "sign":
      return readSign(reader, place);
    default:
      return missingOperand(reader);
  }
}

function readCaretOperand(reader: TokenReader, place: ExpressionContext): Missing {
  const { start, end } = reader.current;
  const { isPredicate } = reader.expression;
  reader.takeCaret({ kind: "operand", clause: place.clause, isPredicate, among: place.among }, place.scope);
  return { kind: "missing", start, end };
}

function missingOperand(reader: TokenReader): Missing {
  const { key } = reader.current;
  const isOperator = binarySigns.has(key) || binaryWords.has(key);
  if (isOperator && reader.previous) {
    reader.reportMissingAt("An expression", reader.current, reader.previous);
  } else if (reader.position > reader.expression.from) {
    reader.reportMissing("An expression");
  }
  const { start } = reader.current;
  return { kind: "missing", start, end: start };
}

/** Strings side by side are one. */
function readLiteral(reader: TokenReader): Literal {
  const { kind, text, start } = reader.advance();
  if (kind === "number") {
    return { kind: "literal", type: "number", text, start, end: reader.previousEnd };
  }
  let value = stringValue(text);
  while (reader.current.kind === "string") {
    value += stringValue(reader.advance().text);
  }
  return { kind: "literal", type: "string", text: value, start, end: reader.previousEnd };
}

function readSign(reader: TokenReader, place: ExpressionContext): Expression {
  const { key, start, end } = reader.current;
  switch (key) {
    case "(":
      return readBrackets(reader, place);
    case "*":
      reader.advance();
      return addStar(reader, place, [], { start, end });
    case "?":
      reader.advance();
      return { kind: "parameter", start, end };
    case ":":
      if (reader.peek(1).kind === "word") {
        reader.advance();
        return { kind: "parameter", start, end: reader.advance().end };
      }
      break;
    default:
  }
  if ([")", ",", "]", "}", ";"].includes(key) || binarySigns.has(key)) {
    return missingOperand(reader);
  }
  // Anything else fits no rule; what follows may still be the operand.
  reader.markUnread();
  reader.advance();
  if (key !== "[") {
    return reader.nested(() => readOperand(reader, place));
  }
  reader.readExpression(place);
  reader.take("]");
  return { kind: "missing", start, end: reader.previousEnd };
}

/** `(SELECT ...)`, `(a, b)`, `(x, y) -> x + y`. */
function readBrackets(reader: TokenReader, place: ExpressionContext): Expression {
  const { start } = reader.current;
  const parameters = lambdaParameters(reader);
  if (parameters) {
    while (!reader.isAt("->")) {
      reader.advance();
    }
    return readLambda(reader, place, parameters, start);
  }
  if (holdsQuery(reader)) {
    const query = readBracketedQuery(reader, place);
    return { kind: "scalarQuery", query, start, end: reader.previousEnd };
  }
  const values = readBracketedList(reader, place);
  const [value] = values;
  const row = { ...createCall("struct", values, { start, end: reader.previousEnd }), isRow: true } as const;
  if (!value || values.length > 1) {
    return row;
  }
  const last = reader.peek(-2);
  if (value.kind === "call" && value.name === "alias" && value.end === last.end && value.start < last.start) {
    // Only one of several values has a name.
    reader.markUnread(last);
  }
  return value;
}

/** `(a, b)`: at least one expression. */
export function readBracketedList(reader: TokenReader, place: ExpressionContext): Expression[] {
  const open = reader.advance();
  if (reader.isAt(")")) {
    reader.markUnread();
  }
  const values: Expression[] = [];
  do {
    const after = reader.previous;
    const { tree, isEmpty } = readAliased(reader, place, true);
    values.push(tree);
    if (isEmpty && !reader.isAt(")")) {
      reader.reportMissing("An expression", after);
    } else if (isEmpty) {
      reader.markUnread();
    }
  } while (reader.take(","));
  reader.close(open);
  return values;
}

/** `(SELECT ...)`; its names may be those of the scope around it. */
export function readBracketedQuery(reader: TokenReader, { scope }: ExpressionContext): Query {
  const open = reader.advance();
  const { tree, query } = reader.readQuery(scope);
  scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
  reader.close(open);
  return tree;
}

function readLambda(
  reader: TokenReader,
  place: ExpressionContext,
  parameters: readonly string[],
  start: number,
): Expression {
  const before = reader.locals;
  reader.advance();
  reader.locals = [...before, ...parameters.map((name) => name.toLowerCase())];
  const { tree: body, isEmpty } = reader.readExpression(place);
  if (isEmpty) {
    reader.reportMissing("An expression");
  }
  reader.locals = before;
  return { kind: "lambda", parameters, body, start, end: body.end };
}

function readWord(reader: TokenReader, place: ExpressionContext): Expression {
  const { current } = reader;
  const { key, start } = current;
  const next = reader.peek(1);
  const isAlone = next.key !== "." && next.key !== "(";
  if (key === "CASE" && next.key !== "." && next.key !== ",") {
    return readCase(reader, place);
  }
  if ((key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END") && reader.expression.cases > 0) {
    if (isWordAfterExpression(reader)) {
      return missingOperand(reader);
    }
  } else if (isWordAfterExpression(reader)) {
    return missingOperand(reader);
  }
  if (key === "ALL" && isWholeAll(next)) {
    // GROUP BY ALL, ORDER BY ALL, LIMIT ALL
    reader.advance();
    return { kind: "column", path: [current.text], start, end: current.end };
  }
  if (key === "TABLE" && next.key === "(") {
    return readTableArgument(reader, place);
  }
  if (key === "DEFAULT" && (place.clause === "set" || place.clause === "values") && isAlone) {
    reader.advance();
    return { kind: "column", path: [current.text], start, end: current.end };
  }
  if (key === "EXISTS" && holdsQuery(reader, 1)) {
    reader.advance();
    const query = readBracketedQuery(reader, place);
    return { kind: "exists", query, start, end: reader.previousEnd };
  }
  if (constants.has(key) && isAlone) {
    reader.advance();
    const type = key === "NULL" ? "null" : "boolean";
    return { kind: "literal", type, text: key.toLowerCase(), start, end: current.end };
  }
  if (bareFunctions.has(key) && isAlone) {
    reader.advance();
    return createCall(current.text, [], current);
  }
  if (key === "INTERVAL" && startsInterval(reader)) {
    return readInterval(reader, place);
  }
  if (next.kind === "string" && literalWords.has(key)) {
    reader.advance();
    return readTypedLiteral(reader, key, start);
  }
  if (binaryWords.has(key) && isAlone) {
    return missingOperand(reader);
  }
  if (next.key === "->") {
    const parameter = reader.takeName();
    return readLambda(reader, place, [parameter.text], start);
  }
  return readName(reader, place);
}

/** ALL that stands for all there is, not for all that something is compared with. */
function isWholeAll({ kind, key }: Token): boolean {
  const isClause = [hardClauseWords, softClauseWords, byClauseWords, suffixWords].some((words) => words.has(key));
  return kind === "end" || key === ")" || key === "," || isClause;
}

function readTypedLiteral(reader: TokenReader, key: string, start: number): Literal {
  const type = key === "DATE" ? "date" : key === "X" ? "binary" : "timestamp";
  const { text, end } = reader.advance();
  return { kind: "literal", type, text: stringValue(text), start, end };
}

/** `TABLE(t)`, `TABLE(SELECT ...)`: a table that is given to a table function. */
function readTableArgument(reader: TokenReader, place: ExpressionContext): Expression {
  const { start } = reader.advance();
  if (holdsQuery(reader)) {
    const query = readBracketedQuery(reader, place);
    return { kind: "tableArgument", query, start, end: reader.previousEnd };
  }
  reader.skipBrackets();
  return { kind: "tableArgument", query: undefined, start, end: reader.previousEnd };
}

function readCase(reader: TokenReader, place: ExpressionContext): Expression {
  const word = reader.advance();
  const state = reader.expression;
  const found = reader.problems.length;
  state.cases++;
  const inner = () => reader.nested(() => reader.readInner(place));
  const operand = reader.isAt("WHEN") ? undefined : inner();
  const branches: { when: Expression; result: Expression }[] = [];
  while (reader.take("WHEN")) {
    state.isPredicate = true;
    const when = inner();
    state.isPredicate = false;
    if (reader.isAt("THEN")) {
      reader.advance();
    } else if (!reader.isAtEnd()) {
      reader.markUnread();
    }
    branches.push({ when, result: inner() });
  }
  if (branches.length === 0) {
    reader.markUnread();
  }
  const otherwise = reader.take("ELSE") ? inner() : undefined;
  state.cases--;
  if (!reader.take("END") && reader.problems.length === found && !reader.caret) {
    reader.problems.push(createProblem("TS208", word));
  }
  return { kind: "case", operand, branches, otherwise, start: word.start, end: reader.previousEnd };
}

/** A column, a call or a star: `a`, `t.a`, `f(a)`, `t.*`. */
function readName(reader: TokenReader, place: ExpressionContext): Expression {
  const { scope, clause, among } = place;
  const before = reader.previous?.key;
  const path: Name[] = [reader.takeName()];
  const start = path[0]?.start ?? 0;
  while (reader.isAt(".")) {
    const dot = reader.advance();
    if (reader.takeCaret({ kind: "member", clause, path: [...path] }, scope)) {
      return { kind: "missing", start, end: dot.end };
    }
    if (reader.isAt("*")) {
      return addStar(reader, place, path, { start, end: reader.advance().end });
    }
    if (!reader.isAtName() || (dot.end < reader.current.start && hardClauseWords.has(reader.current.key))) {
      reader.reportMissing("The name of a column", dot);
      return { kind: "missing", start, end: dot.end };
    }
    path.push(reader.takeName());
  }
  const name = path.at(-1);
  const texts = path.map(({ text }) => text);
  if (reader.isAt("(") && name) {
    return readCall(reader, place, { ...name, text: name.text }, { written: texts.join("."), start });
  }
  if (reader.isAt("=>") && name) {
    // Of `f(name => value)` the name is no column.
    if ((before !== "(" && before !== ",") || path.length > 1) {
      reader.markUnread();
    }
    reader.advance();
    const value = reader.nested(() => reader.readInner(place));
    return { kind: "namedArgument", name: name.text, value, start, end: value.end };
  }
  const end = name?.end ?? start;
  const node: Expression = { kind: "column", path: texts, start, end };
  const use: ColumnUse = { kind: "column", path, clause, target: undefined, among, start, end };
  if (!reader.locals.includes((path[0]?.text ?? "").toLowerCase())) {
    scope.uses.push(use);
  }
  return reader.recordUse(node, use);
}

function addStar(reader: TokenReader, { scope }: ExpressionContext, path: readonly Name[], { start, end }: Span): Star {
  const use: StarUse = { kind: "star", path, start, end };
  scope.uses.push(use);
  return reader.recordUse({ kind: "star", path: path.map(({ text }) => text), start, end }, use);
}

/** What follows an operand closely: `[0]`, `.field`. Then the cursor, where an operator may stand. */
export function readPostfix(reader: TokenReader, place: ExpressionContext, first: Expression): Expression {
  let value = first;
  const { start } = first;
  for (;;) {
    if (reader.isAt("[") && value.kind !== "missing") {
      reader.advance();
      const { tree: index, isEmpty } = reader.readExpression(place);
      if (isEmpty) {
        reader.reportMissing("An expression");
      }
      reader.expect("]");
      value = { kind: "subscript", value, index, start, end: reader.previousEnd };
    } else if (reader.isAt(".") && value.kind !== "missing") {
      value = readField(reader, place, value);
    } else if (reader.isAt("::")) {
      // Spark 3.5 has no such cast.
      reader.markUnread();
      reader.advance();
      value = { kind: "cast", value, type: readType(reader), isTry: false, start, end: reader.previousEnd };
    } else if (reader.isAtCaret() && value.kind !== "missing") {
      const isInCase = reader.expression.cases > 0;
      reader.takeCaret({ kind: "operator", clause: place.clause, isInCase }, place.scope);
    } else {
      return value;
    }
  }
}

function readField(reader: TokenReader, place: ExpressionContext, value: Expression): Expression {
  const dot = reader.advance();
  const { start } = value;
  if (reader.takeCaret({ kind: "newName" }, place.scope)) {
    return value;
  }
  if (reader.isAtName()) {
    return { kind: "field", value, name: nameText(reader.advance()), start, end: reader.previousEnd };
  }
  if (reader.isAt("*")) {
    reader.markUnread();
    reader.advance();
  } else {
    reader.reportMissing("The name of a field", dot);
  }
  return value;
}
