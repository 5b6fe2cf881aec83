import type { ExpressionContext, ReadExpression } from "./expression-place.ts";
import { holdsQuery } from "./lookahead.ts";
import { readBracketedList, readBracketedQuery, readOperand, readPostfix } from "./read-operand.ts";
import { stringValue } from "./string-value.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Binary, Expression, Like } from "./tree.ts";
import { predicateWords, prefixSigns } from "./words.ts";

/**
 * Reads up to what ends the expression: a comma, a closing bracket, a clause, the end. Names, calls and queries in it go to
 * the scope. Says where an operand is missing.
 */
export function readExpression(reader: TokenReader, place: ExpressionContext): ReadExpression {
  const outer = reader.expression;
  const from = reader.position;
  reader.expression = { from, cases: 0, isPredicate: true };
  const tree = reader.nested(() => readOr(reader, place));
  reader.expression = outer;
  return { tree, isEmpty: reader.position === from, use: reader.useOf(tree) };
}

/** Reads on from an operand that is read, where there is one. */
export function readOr(reader: TokenReader, place: ExpressionContext, first?: Expression): Expression {
  let left = readAnd(reader, place, first);
  while (reader.take("OR")) {
    reader.expression.isPredicate = true;
    left = binary("OR", left, readAnd(reader, place));
  }
  return left;
}

function readAnd(reader: TokenReader, place: ExpressionContext, first?: Expression): Expression {
  let left = first ? readPredicates(reader, place, first) : readNot(reader, place);
  while (reader.take("AND")) {
    reader.expression.isPredicate = true;
    left = binary("AND", left, readNot(reader, place));
  }
  return left;
}

function readNot(reader: TokenReader, place: ExpressionContext): Expression {
  const { start } = reader.current;
  if (reader.isAt("NOT", "!") && reader.peek(1).key !== ".") {
    reader.advance();
    const value = reader.nested(() => readNot(reader, place));
    return { kind: "unary", operator: "NOT", value, start, end: value.end };
  }
  return readPredicates(reader, place, readArithmetic(reader, place));
}

function readPredicates(reader: TokenReader, place: ExpressionContext, first: Expression): Expression {
  let left = first;
  for (;;) {
    const next = readPredicate(reader, place, left);
    if (!next) {
      return left;
    }
    left = next;
  }
}

const comparisons = ["=", "==", "<=>", "<>", "!=", "<=", ">=", "<", ">"];
const comparisonNames: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

function readPredicate(reader: TokenReader, place: ExpressionContext, left: Expression): Expression | undefined {
  const { start } = left;
  const sign = reader.take(...comparisons)?.key;
  if (sign !== undefined) {
    return binary(comparisonNames[sign] ?? sign, left, readValue(reader, place));
  }
  if (reader.take("IS")) {
    return readIs(reader, place, left);
  }
  const isNegated = takeNot(reader, place);
  if (reader.take("BETWEEN")) {
    const low = readValue(reader, place);
    if (!reader.caret || reader.isAt("AND")) {
      reader.expect("AND");
    }
    const high = readValue(reader, place);
    return { kind: "between", value: left, low, high, isNegated, start, end: high.end };
  }
  if (reader.take("IN")) {
    return readIn(reader, place, left, isNegated);
  }
  const operator = reader.take("LIKE", "ILIKE", "RLIKE", "REGEXP")?.key;
  return operator ? readLike(reader, place, left, { operator, isNegated }) : undefined;
}

/** NOT before an operator. */
function takeNot(reader: TokenReader, place: ExpressionContext): boolean {
  const next = reader.peek(1);
  if (!reader.isAt("NOT", "!") || !(predicateWords.has(next.key) || next.kind === "caret")) {
    return false;
  }
  reader.advance();
  reader.takeCaret({ kind: "words" }, place.scope);
  return true;
}

/** An operand of a predicate, which is none itself. */
function readValue(reader: TokenReader, place: ExpressionContext): Expression {
  reader.expression.isPredicate = false;
  return readArithmetic(reader, place);
}

/** `IS NOT NULL`, `IS DISTINCT FROM a`, from behind IS on. */
function readIs(reader: TokenReader, place: ExpressionContext, value: Expression): Expression {
  const { start } = value;
  reader.takeCaret({ kind: "words" }, place.scope);
  const isNegated = reader.take("NOT", "!") !== undefined;
  reader.takeCaret({ kind: "words" }, place.scope);
  if (reader.take("DISTINCT")) {
    reader.takeCaret({ kind: "words" }, place.scope);
    reader.expect("FROM");
    const same = binary("<=>", value, readValue(reader, place));
    return isNegated ? same : { kind: "unary", operator: "NOT", value: same, start, end: same.end };
  }
  const test = (["NULL", "TRUE", "FALSE", "UNKNOWN"] as const).find((word) => reader.take(word));
  if (!test && !reader.caret) {
    reader.reportMissing("NULL, TRUE or FALSE");
  }
  return { kind: "is", value, test: test ?? "NULL", isNegated, start, end: reader.previousEnd };
}

function readIn(reader: TokenReader, place: ExpressionContext, value: Expression, isNegated: boolean): Expression {
  const { start } = value;
  if (!reader.isAt("(")) {
    if (!reader.isAtEnd() && !reader.isAtCaret()) {
      reader.markUnread();
    }
    const other = readValue(reader, place);
    return { kind: "inList", value, list: [other], isNegated, start, end: other.end };
  }
  if (holdsQuery(reader)) {
    const query = readBracketedQuery(reader, place);
    return { kind: "inQuery", value, query, isNegated, start, end: reader.previousEnd };
  }
  const list = readBracketedList(reader, place);
  return { kind: "inList", value, list, isNegated, start, end: reader.previousEnd };
}

function readLike(
  reader: TokenReader,
  place: ExpressionContext,
  value: Expression,
  { operator: word, isNegated }: { readonly operator: string; readonly isNegated: boolean },
): Like {
  const { start } = value;
  const operator = word === "LIKE" || word === "ILIKE" ? word : "RLIKE";
  const quantifier =
    operator === "RLIKE" || reader.peek(1).key !== "(" ? undefined : reader.take("ANY", "SOME", "ALL")?.key;
  if (quantifier) {
    const patterns = readBracketedList(reader, place);
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
  const pattern = readValue(reader, place);
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
  return stringValue(reader.advance().text);
}

/** Signs between two values, those that bind weakest first; the shifts are no signs of Spark 3.5. */
const levels: readonly (readonly string[])[] = [
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>", ">>>"],
  ["+", "-", "||"],
  ["*", "/", "%", "DIV"],
];

/** A value without comparison and logic around it. */
export function readArithmetic(reader: TokenReader, place: ExpressionContext, level = 0): Expression {
  const signs = levels[level];
  if (!signs) {
    return readSigned(reader, place);
  }
  let left = readArithmetic(reader, place, level + 1);
  while (reader.isAt(...signs)) {
    if (reader.isAt("<<", ">>", ">>>")) {
      reader.markUnread();
    }
    const { key } = reader.advance();
    reader.expression.isPredicate = false;
    left = binary(key, left, readArithmetic(reader, place, level + 1));
  }
  return left;
}

function readSigned(reader: TokenReader, place: ExpressionContext): Expression {
  const { start, key } = reader.current;
  if (!prefixSigns.has(key) || key === "!") {
    return readPostfix(reader, place, readOperand(reader, place));
  }
  reader.advance();
  const { current } = reader;
  if (key === "-" && current.kind === "number") {
    reader.advance();
    const text = `-${current.text}`;
    return readPostfix(reader, place, { kind: "literal", type: "number", text, start, end: current.end });
  }
  const value = reader.nested(() => readSigned(reader, place));
  return { kind: "unary", operator: key as "-" | "+" | "~", value, start, end: value.end };
}

function binary(operator: string, left: Expression, right: Expression): Binary {
  return { kind: "binary", operator, left, right, start: left.start, end: right.end };
}
