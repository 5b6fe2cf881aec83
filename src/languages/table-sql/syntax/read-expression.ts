import type { ExpressionContext, ParsedExpression } from "./expression-context.ts";
import { predicateKeywords, prefixOperators } from "./keywords.ts";
import { isBracketedQueryAhead } from "./lookahead.ts";
import { readBracketedList, readBracketedQuery, readOperand, readPostfixOperators } from "./read-operand.ts";
import { stringLiteralValueOf } from "./string-value.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Binary, Expression, Like } from "./tree.ts";

/**
 * Parses a SQL expression up to a comma, a closing bracket, a clause or the end. Adds the names, calls and queries in
 * it to the scope, and reports missing operands.
 */
export function readExpression(reader: TokenReader, context: ExpressionContext): ParsedExpression {
  const outer = reader.expression;
  const from = reader.position;
  reader.expression = { from, cases: 0, isPredicate: true };
  const tree = reader.nested(() => readLogicalExpression(reader, context));
  reader.expression = outer;
  return { tree, isEmpty: reader.position === from, use: reader.recordedUse(tree) };
}

/** Parses a logical expression. `first` is its first operand if it has already been parsed. */
export function readLogicalExpression(reader: TokenReader, context: ExpressionContext, first?: Expression): Expression {
  let left = readAnd(reader, context, first);
  while (reader.take("OR")) {
    reader.expression.isPredicate = true;
    left = binary("OR", left, readAnd(reader, context));
  }
  return left;
}

function readAnd(reader: TokenReader, context: ExpressionContext, first?: Expression): Expression {
  let left = first ? readPredicates(reader, context, first) : readNot(reader, context);
  while (reader.take("AND")) {
    reader.expression.isPredicate = true;
    left = binary("AND", left, readNot(reader, context));
  }
  return left;
}

function readNot(reader: TokenReader, context: ExpressionContext): Expression {
  const { start } = reader.current;
  if (reader.isAt("NOT", "!") && reader.peek(1).key !== ".") {
    reader.advance();
    const value = reader.nested(() => readNot(reader, context));
    return { kind: "unary", operator: "NOT", value, start, end: value.end };
  }
  return readPredicates(reader, context, readArithmeticExpression(reader, context));
}

function readPredicates(reader: TokenReader, context: ExpressionContext, first: Expression): Expression {
  let left = first;
  for (;;) {
    const next = readPredicate(reader, context, left);
    if (!next) {
      return left;
    }
    left = next;
  }
}

const comparisons = ["=", "==", "<=>", "<>", "!=", "<=", ">=", "<", ">"];
const comparisonNames: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

function readPredicate(reader: TokenReader, context: ExpressionContext, left: Expression): Expression | undefined {
  const { start } = left;
  const sign = reader.take(...comparisons)?.key;
  if (sign !== undefined) {
    return binary(comparisonNames[sign] ?? sign, left, readValue(reader, context));
  }
  if (reader.take("IS")) {
    return readIs(reader, context, left);
  }
  const isNegated = takeNot(reader, context);
  if (reader.take("BETWEEN")) {
    const low = readValue(reader, context);
    if (!reader.caret || reader.isAt("AND")) {
      reader.expect("AND");
    }
    const high = readValue(reader, context);
    return { kind: "between", value: left, low, high, isNegated, start, end: high.end };
  }
  if (reader.take("IN")) {
    return readIn(reader, context, left, isNegated);
  }
  const operator = reader.take("LIKE", "ILIKE", "RLIKE", "REGEXP")?.key;
  return operator ? readLike(reader, context, left, { operator, isNegated }) : undefined;
}

/** Consumes NOT before an operator such as IN. Returns whether NOT was present. */
function takeNot(reader: TokenReader, context: ExpressionContext): boolean {
  const next = reader.peek(1);
  if (!reader.isAt("NOT", "!") || !(predicateKeywords.has(next.key) || next.kind === "caret")) {
    return false;
  }
  reader.advance();
  reader.takeCaret({ kind: "keywords" }, context.scope);
  return true;
}

/** Parses an operand of a predicate. */
function readValue(reader: TokenReader, context: ExpressionContext): Expression {
  reader.expression.isPredicate = false;
  return readArithmeticExpression(reader, context);
}

/** Parses the tokens after IS in `IS NOT NULL` or `IS DISTINCT FROM a`. */
function readIs(reader: TokenReader, context: ExpressionContext, value: Expression): Expression {
  const { start } = value;
  reader.takeCaret({ kind: "keywords" }, context.scope);
  const isNegated = reader.take("NOT", "!") !== undefined;
  reader.takeCaret({ kind: "keywords" }, context.scope);
  if (reader.take("DISTINCT")) {
    reader.takeCaret({ kind: "keywords" }, context.scope);
    reader.expect("FROM");
    const same = binary("<=>", value, readValue(reader, context));
    return isNegated ? same : { kind: "unary", operator: "NOT", value: same, start, end: same.end };
  }
  const test = (["NULL", "TRUE", "FALSE", "UNKNOWN"] as const).find((word) => reader.take(word));
  if (!test && !reader.caret) {
    reader.reportMissing("NULL, TRUE or FALSE");
  }
  return { kind: "is", value, test: test ?? "NULL", isNegated, start, end: reader.previousEnd };
}

function readIn(reader: TokenReader, context: ExpressionContext, value: Expression, isNegated: boolean): Expression {
  const { start } = value;
  if (!reader.isAt("(")) {
    if (!reader.isAtEnd() && !reader.isAtCaret()) {
      reader.markUnexpected();
    }
    const other = readValue(reader, context);
    return { kind: "inList", value, list: [other], isNegated, start, end: other.end };
  }
  if (isBracketedQueryAhead(reader)) {
    const query = readBracketedQuery(reader, context);
    return { kind: "inQuery", value, query, isNegated, start, end: reader.previousEnd };
  }
  const list = readBracketedList(reader, context);
  return { kind: "inList", value, list, isNegated, start, end: reader.previousEnd };
}

function readLike(
  reader: TokenReader,
  context: ExpressionContext,
  value: Expression,
  { operator: word, isNegated }: { readonly operator: string; readonly isNegated: boolean },
): Like {
  const { start } = value;
  const operator = word === "LIKE" || word === "ILIKE" ? word : "RLIKE";
  const quantifier =
    operator === "RLIKE" || reader.peek(1).key !== "(" ? undefined : reader.take("ANY", "SOME", "ALL")?.key;
  if (quantifier) {
    const patterns = readBracketedList(reader, context);
    const isAll = quantifier === "ALL";
    const end = reader.previousEnd;
    return {
      kind: "like",
      operator,
      value,
      patterns,
      quantifier: isAll ? "ALL" : "ANY",
      escape: undefined,
      isNegated,
      start,
      end,
    };
  }
  const pattern = readValue(reader, context);
  const escaped = operator === "RLIKE" ? undefined : readEscape(reader);
  const end = reader.previousEnd;
  return {
    kind: "like",
    operator,
    value,
    patterns: [pattern],
    quantifier: undefined,
    escape: escaped,
    isNegated,
    start,
    end,
  };
}

function readEscape(reader: TokenReader): string | undefined {
  if (!reader.take("ESCAPE")) {
    return undefined;
  }
  if (reader.current.kind !== "string") {
    reader.reportMissing("A string");
    return undefined;
  }
  return stringLiteralValueOf(reader.advance().text);
}

/**
 * Binary SQL operators by precedence, lowest first. Spark 3.5 has no shift operators; they are included to be reported.
 */
const operatorsByPrecedence: readonly (readonly string[])[] = [
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>", ">>>"],
  ["+", "-", "||"],
  ["*", "/", "%", "DIV"],
];

/** Parses an arithmetic expression, without comparisons and logical operators. */
export function readArithmeticExpression(reader: TokenReader, context: ExpressionContext, level = 0): Expression {
  const signs = operatorsByPrecedence[level];
  if (!signs) {
    return readSigned(reader, context);
  }
  let left = readArithmeticExpression(reader, context, level + 1);
  while (reader.isAt(...signs)) {
    if (reader.isAt("<<", ">>", ">>>")) {
      reader.markUnexpected();
    }
    const { key } = reader.advance();
    reader.expression.isPredicate = false;
    left = binary(key, left, readArithmeticExpression(reader, context, level + 1));
  }
  return left;
}

function readSigned(reader: TokenReader, context: ExpressionContext): Expression {
  const { start, key } = reader.current;
  if (!prefixOperators.has(key) || key === "!") {
    return readPostfixOperators(reader, context, readOperand(reader, context));
  }
  reader.advance();
  const { current } = reader;
  if (key === "-" && current.kind === "number") {
    reader.advance();
    const text = `-${current.text}`;
    return readPostfixOperators(reader, context, { kind: "literal", type: "number", text, start, end: current.end });
  }
  const value = reader.nested(() => readSigned(reader, context));
  return { kind: "unary", operator: key as "-" | "+" | "~", value, start, end: value.end };
}

function binary(operator: string, left: Expression, right: Expression): Binary {
  return { kind: "binary", operator, left, right, start: left.start, end: right.end };
}
