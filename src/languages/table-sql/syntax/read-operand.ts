import type { Span } from "../../core/text/span.ts";
import { createCall } from "./create-node.ts";
import { createSqlProblem } from "./diagnostics.ts";
import type { ExpressionContext } from "./expression-context.ts";
import {
  binaryOperatorKeywords,
  binaryOperatorSigns,
  byClauseKeywords,
  constantKeywords,
  functionsWithoutBrackets,
  literalKeywords,
  reservedClauseKeywords,
  softClauseKeywords,
  sortSuffixKeywords,
} from "./keywords.ts";
import { type Token, unquotedNameOf } from "./lexer.ts";
import { isBracketedQueryAhead, isWordAfterExpression, readLambdaParametersAhead } from "./lookahead.ts";
import { readArgumentWithAlias, readCall } from "./read-call.ts";
import { isIntervalAhead, readInterval } from "./read-interval.ts";
import { readDataType } from "./read-type.ts";
import type { ColumnUse, SqlName, StarUse } from "./scopes.ts";
import { stringLiteralValueOf } from "./string-value.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, Literal, MissingNode, Query, Star } from "./tree.ts";

/** Parses an operand without prefix operators. Returns a `missing` node if there is none. */
export function readOperand(reader: TokenReader, context: ExpressionContext): Expression {
  const { current } = reader;
  switch (current.kind) {
    case "caret":
      return readCaretOperand(reader, context);
    case "string":
    case "number":
      return readLiteral(reader);
    case "quotedName":
      return readName(reader, context);
    case "word":
      return readWord(reader, context);
    case "sign":
      return readSign(reader, context);
    default:
      return missingOperand(reader);
  }
}

function readCaretOperand(reader: TokenReader, context: ExpressionContext): MissingNode {
  const { start, end } = reader.current;
  const { isPredicate } = reader.expression;
  reader.takeCaret(
    { kind: "operand", clause: context.clause, isPredicate, candidates: context.candidates },
    context.scope,
  );
  return { kind: "missing", start, end };
}

function missingOperand(reader: TokenReader): MissingNode {
  const { key } = reader.current;
  const isOperator = binaryOperatorSigns.has(key) || binaryOperatorKeywords.has(key);
  if (isOperator && reader.previous) {
    reader.reportMissingAt("An expression", reader.current, reader.previous);
  } else if (reader.position > reader.expression.from) {
    reader.reportMissing("An expression");
  }
  const { start } = reader.current;
  return { kind: "missing", start, end: start };
}

/** Parses a number or string. Adjacent strings are joined. */
function readLiteral(reader: TokenReader): Literal {
  const { kind, text, start } = reader.advance();
  if (kind === "number") {
    return { kind: "literal", type: "number", text, start, end: reader.previousEnd };
  }
  let value = stringLiteralValueOf(text);
  while (reader.current.kind === "string") {
    value += stringLiteralValueOf(reader.advance().text);
  }
  return { kind: "literal", type: "string", text: value, start, end: reader.previousEnd };
}

function readSign(reader: TokenReader, context: ExpressionContext): Expression {
  const { key, start, end } = reader.current;
  switch (key) {
    case "(":
      return readBrackets(reader, context);
    case "*":
      reader.advance();
      return addStar(reader, context, [], { start, end });
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
  if ([")", ",", "]", "}", ";"].includes(key) || binaryOperatorSigns.has(key)) {
    return missingOperand(reader);
  }
  // The token is unexpected, but the operand may follow it.
  reader.markUnexpected();
  reader.advance();
  if (key !== "[") {
    return reader.nested(() => readOperand(reader, context));
  }
  reader.readExpression(context);
  reader.take("]");
  return { kind: "missing", start, end: reader.previousEnd };
}

/** Parses an operand in brackets: `(SELECT ...)`, `(a)`, `(a, b)` or `(x, y) -> x + y`. */
function readBrackets(reader: TokenReader, context: ExpressionContext): Expression {
  const { start } = reader.current;
  const parameters = readLambdaParametersAhead(reader);
  if (parameters) {
    while (!reader.isAt("->")) {
      reader.advance();
    }
    return readLambda(reader, context, parameters, start);
  }
  if (isBracketedQueryAhead(reader)) {
    const query = readBracketedQuery(reader, context);
    return { kind: "scalarQuery", query, start, end: reader.previousEnd };
  }
  const values = readBracketedList(reader, context);
  const [value] = values;
  const row = { ...createCall("struct", values, { start, end: reader.previousEnd }), isRow: true } as const;
  if (!value || values.length > 1) {
    return row;
  }
  const last = reader.peek(-2);
  if (value.kind === "call" && value.name === "alias" && value.end === last.end && value.start < last.start) {
    // A name is allowed only within a list of several values.
    reader.markUnexpected(last);
  }
  return value;
}

/** Parses a list of at least one expression in brackets: `(a, b)`. */
export function readBracketedList(reader: TokenReader, context: ExpressionContext): Expression[] {
  const open = reader.advance();
  if (reader.isAt(")")) {
    reader.markUnexpected();
  }
  const values: Expression[] = [];
  do {
    const after = reader.previous;
    const { tree, isEmpty } = readArgumentWithAlias(reader, context, true);
    values.push(tree);
    if (isEmpty && !reader.isAt(")")) {
      reader.reportMissing("An expression", after);
    } else if (isEmpty) {
      reader.markUnexpected();
    }
  } while (reader.take(","));
  reader.close(open);
  return values;
}

/** Parses a subquery in brackets, which can refer to names of the enclosing scope: `(SELECT ...)`. */
export function readBracketedQuery(reader: TokenReader, { scope }: ExpressionContext): Query {
  const open = reader.advance();
  const { tree, query } = reader.readQuery(scope);
  scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
  reader.close(open);
  return tree;
}

function readLambda(
  reader: TokenReader,
  context: ExpressionContext,
  parameters: readonly string[],
  start: number,
): Expression {
  const before = reader.locals;
  reader.advance();
  reader.locals = [...before, ...parameters.map((name) => name.toLowerCase())];
  const { tree: body, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing("An expression");
  }
  reader.locals = before;
  return { kind: "lambda", parameters, body, start, end: body.end };
}

function readWord(reader: TokenReader, context: ExpressionContext): Expression {
  const { current } = reader;
  const { key, start } = current;
  const next = reader.peek(1);
  const isAlone = next.key !== "." && next.key !== "(";
  if (key === "CASE" && next.key !== "." && next.key !== ",") {
    return readCase(reader, context);
  }
  if ((key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END") && reader.expression.cases > 0) {
    if (isWordAfterExpression(reader)) {
      return missingOperand(reader);
    }
  } else if (isWordAfterExpression(reader)) {
    return missingOperand(reader);
  }
  if (key === "ALL" && isStandaloneAll(next)) {
    reader.advance();
    return { kind: "column", path: [current.text], start, end: current.end };
  }
  if (key === "TABLE" && next.key === "(") {
    return readTableArgument(reader, context);
  }
  if (key === "DEFAULT" && (context.clause === "set" || context.clause === "values") && isAlone) {
    reader.advance();
    return { kind: "column", path: [current.text], start, end: current.end };
  }
  if (key === "EXISTS" && isBracketedQueryAhead(reader, 1)) {
    reader.advance();
    const query = readBracketedQuery(reader, context);
    return { kind: "exists", query, start, end: reader.previousEnd };
  }
  if (constantKeywords.has(key) && isAlone) {
    reader.advance();
    const type = key === "NULL" ? "null" : "boolean";
    return { kind: "literal", type, text: key.toLowerCase(), start, end: current.end };
  }
  if (functionsWithoutBrackets.has(key) && isAlone) {
    reader.advance();
    return createCall(current.text, [], current);
  }
  if (key === "INTERVAL" && isIntervalAhead(reader)) {
    return readInterval(reader, context);
  }
  if (next.kind === "string" && literalKeywords.has(key)) {
    reader.advance();
    return readTypedLiteral(reader, key, start);
  }
  if (binaryOperatorKeywords.has(key) && isAlone) {
    return missingOperand(reader);
  }
  if (next.key === "->") {
    const parameter = reader.takeName();
    return readLambda(reader, context, [parameter.text], start);
  }
  return readName(reader, context);
}

/** Whether ALL is used as in GROUP BY ALL, not as a quantifier. `next` is the token after ALL. */
function isStandaloneAll({ kind, key }: Token): boolean {
  const isClause = [reservedClauseKeywords, softClauseKeywords, byClauseKeywords, sortSuffixKeywords].some((words) =>
    words.has(key),
  );
  return kind === "end" || key === ")" || key === "," || isClause;
}

function readTypedLiteral(reader: TokenReader, key: string, start: number): Literal {
  const type = key === "DATE" ? "date" : key === "X" ? "binary" : "timestamp";
  const { text, end } = reader.advance();
  return { kind: "literal", type, text: stringLiteralValueOf(text), start, end };
}

/** Parses a table argument of a table function: `TABLE(t)` or `TABLE(SELECT ...)`. */
function readTableArgument(reader: TokenReader, context: ExpressionContext): Expression {
  const { start } = reader.advance();
  if (isBracketedQueryAhead(reader)) {
    const query = readBracketedQuery(reader, context);
    return { kind: "tableArgument", query, start, end: reader.previousEnd };
  }
  reader.skipBrackets();
  return { kind: "tableArgument", query: undefined, start, end: reader.previousEnd };
}

function readCase(reader: TokenReader, context: ExpressionContext): Expression {
  const word = reader.advance();
  const state = reader.expression;
  const found = reader.problems.length;
  state.cases++;
  const inner = () => reader.nested(() => reader.readInner(context));
  const operand = reader.isAt("WHEN") ? undefined : inner();
  const branches: { when: Expression; result: Expression }[] = [];
  while (reader.take("WHEN")) {
    state.isPredicate = true;
    const when = inner();
    state.isPredicate = false;
    if (reader.isAt("THEN")) {
      reader.advance();
    } else if (!reader.isAtEnd()) {
      reader.markUnexpected();
    }
    branches.push({ when, result: inner() });
  }
  if (branches.length === 0) {
    reader.markUnexpected();
  }
  const otherwise = reader.take("ELSE") ? inner() : undefined;
  state.cases--;
  if (!reader.take("END") && reader.problems.length === found && !reader.caret) {
    reader.problems.push(createSqlProblem("TS208", word));
  }
  return { kind: "case", operand, branches, otherwise, start: word.start, end: reader.previousEnd };
}

/** Parses a column, call or star: `a`, `t.a`, `f(a)` or `t.*`. */
function readName(reader: TokenReader, context: ExpressionContext): Expression {
  const { scope, clause, candidates } = context;
  const before = reader.previous?.key;
  const path: SqlName[] = [reader.takeName()];
  const start = path[0]?.start ?? 0;
  while (reader.isAt(".")) {
    const dot = reader.advance();
    if (reader.takeCaret({ kind: "member", clause, path: [...path] }, scope)) {
      return { kind: "missing", start, end: dot.end };
    }
    if (reader.isAt("*")) {
      return addStar(reader, context, path, { start, end: reader.advance().end });
    }
    if (!reader.isAtName() || (dot.end < reader.current.start && reservedClauseKeywords.has(reader.current.key))) {
      reader.reportMissing("The name of a column", dot);
      return { kind: "missing", start, end: dot.end };
    }
    path.push(reader.takeName());
  }
  const name = path.at(-1);
  const texts = path.map(({ text }) => text);
  if (reader.isAt("(") && name) {
    return readCall(reader, context, { ...name, text: name.text }, { written: texts.join("."), start });
  }
  if (reader.isAt("=>") && name) {
    // In `f(name => value)`, the name is not a column.
    if ((before !== "(" && before !== ",") || path.length > 1) {
      reader.markUnexpected();
    }
    reader.advance();
    const value = reader.nested(() => reader.readInner(context));
    return { kind: "namedArgument", name: name.text, value, start, end: value.end };
  }
  const end = name?.end ?? start;
  const node: Expression = { kind: "column", path: texts, start, end };
  const use: ColumnUse = { kind: "column", path, clause, target: undefined, candidates, start, end };
  if (!reader.locals.includes((path[0]?.text ?? "").toLowerCase())) {
    scope.uses.push(use);
  }
  return reader.recordUse(node, use);
}

function addStar(
  reader: TokenReader,
  { scope }: ExpressionContext,
  path: readonly SqlName[],
  { start, end }: Span,
): Star {
  const use: StarUse = { kind: "star", path, start, end };
  scope.uses.push(use);
  return reader.recordUse({ kind: "star", path: path.map(({ text }) => text), start, end }, use);
}

/** Parses subscripts, fields and casts after an operand. Handles the cursor if an operator can follow there. */
export function readPostfixOperators(reader: TokenReader, context: ExpressionContext, first: Expression): Expression {
  let value = first;
  const { start } = first;
  for (;;) {
    if (reader.isAt("[") && value.kind !== "missing") {
      reader.advance();
      const { tree: index, isEmpty } = reader.readExpression(context);
      if (isEmpty) {
        reader.reportMissing("An expression");
      }
      reader.expect("]");
      value = { kind: "subscript", value, index, start, end: reader.previousEnd };
    } else if (reader.isAt(".") && value.kind !== "missing") {
      value = readField(reader, context, value);
    } else if (reader.isAt("::")) {
      // Spark 3.5 does not support `value::type`.
      reader.markUnexpected();
      reader.advance();
      value = { kind: "cast", value, type: readDataType(reader), isTry: false, start, end: reader.previousEnd };
    } else if (reader.isAtCaret() && value.kind !== "missing") {
      const isInCase = reader.expression.cases > 0;
      reader.takeCaret({ kind: "operator", clause: context.clause, isInCase }, context.scope);
    } else {
      return value;
    }
  }
}

function readField(reader: TokenReader, context: ExpressionContext, value: Expression): Expression {
  const dot = reader.advance();
  const { start } = value;
  if (reader.takeCaret({ kind: "newName" }, context.scope)) {
    return value;
  }
  if (reader.isAtName()) {
    return { kind: "field", value, name: unquotedNameOf(reader.advance()), start, end: reader.previousEnd };
  }
  if (reader.isAt("*")) {
    reader.markUnexpected();
    reader.advance();
  } else {
    reader.reportMissing("The name of a field", dot);
  }
  return value;
}
