import { findForeignClause, foreignPredicates } from "./keywords.ts";
import { comparisons } from "./operators.ts";
import { parseExpression, startsExpression } from "./parse-expression.ts";
import type { TokenCursor } from "./token-cursor.ts";
import type { Call, Condition, Expression, Predicate } from "./tree.ts";

/** Reads what follows WHERE; NOT binds closer than AND, AND closer than OR (sql-like-language 3.2). */
export function parseCondition(cursor: TokenCursor): Condition {
  return parseJunction(cursor, "or");
}

function parseJunction(cursor: TokenCursor, kind: "and" | "or"): Condition {
  const first = parseJunctionOperand(cursor, kind);
  let operands: Condition[] | undefined;
  for (;;) {
    if (!cursor.acceptWord(kind === "or" ? "OR" : "AND")) {
      if (kind === "or" || !startsForgottenConjunct(cursor)) {
        break;
      }
      cursor.reportExpected("AND or OR");
    }
    operands ??= [first];
    operands.push(parseJunctionOperand(cursor, kind));
  }
  return !operands ? first : { kind, operands, start: cursor.startOf(first.start), end: cursor.end };
}

function parseJunctionOperand(cursor: TokenCursor, kind: "and" | "or"): Condition {
  return kind === "or" ? parseJunction(cursor, "and") : parseNegation(cursor);
}

/** For `isManager = TRUE Age > 40` the next token is `Age`. */
function startsForgottenConjunct(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  if (cursor.isWord("NOT") || cursor.isSign("(")) {
    return true;
  }
  return token.kind === "name" && findForeignClause(token.text) === undefined;
}

function parseNegation(cursor: TokenCursor): Condition {
  const token = cursor.peek();
  if (cursor.acceptWord("NOT")) {
    if (cursor.isWord("NOT")) {
      cursor.reportExpected("A condition");
    }
    const operand = cursor.nest(() => parseNegation(cursor)) ?? skipRest(cursor);
    return { kind: "not", operand, start: cursor.startOf(token.start), end: cursor.end };
  }
  if (cursor.isSign("(") && !cursor.isWord("SELECT", 1)) {
    return parseGroup(cursor);
  }
  if (startsExpression(cursor)) {
    return parsePredicate(cursor);
  }
  const last = cursor.previous();
  if (last.kind === "word" && (last.text === "AND" || last.text === "OR" || last.text === "NOT")) {
    return cursor.reportMissing("A condition");
  }
  cursor.reportExpected("A condition");
  return cursor.hole();
}

function parseGroup(cursor: TokenCursor): Condition {
  const open = cursor.next();
  const condition = cursor.nest(() => parseCondition(cursor)) ?? skipRest(cursor);
  skipUnexpected(cursor);
  if (!cursor.acceptSign(")")) {
    cursor.report("SL204", open);
  }
  return { kind: "group", condition, start: cursor.startOf(open.start), end: cursor.end };
}

/** Gives up on a condition that is nested too deeply. */
function skipRest(cursor: TokenCursor): Condition {
  while (!cursor.isAtBoundary()) {
    cursor.next();
  }
  return cursor.hole();
}

/** Reports what cannot follow a complete condition inside brackets and passes over it, up to where the brackets may end. */
function skipUnexpected(cursor: TokenCursor): void {
  if (!cursor.isSign(")") && !cursor.isAtBoundary() && !startsClause(cursor)) {
    cursor.reportExpected("AND, OR or `)`");
    while (!cursor.isSign(")") && !cursor.isAtBoundary() && !startsClause(cursor)) {
      cursor.next();
    }
  }
}

function startsClause(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  return token.kind === "name" && findForeignClause(token.text) !== undefined;
}

function parsePredicate(cursor: TokenCursor): Predicate {
  const { start } = cursor.peek();
  const left = parseExpression(cursor, "where");
  const isNegated =
    cursor.isWord("NOT") && (cursor.isWord("IN", 1) || cursor.isWord("BETWEEN", 1) || isForeign(cursor, 1));
  if (isNegated) {
    cursor.next();
  }
  const operator = cursor.peek();
  if (operator.kind === "sign" && comparisons[operator.text]) {
    return parseComparison(cursor, start, left);
  }
  if (cursor.acceptWord("IN")) {
    return { kind: "in", left, isNegated, values: parseValues(cursor), start: cursor.startOf(start), end: cursor.end };
  }
  if (cursor.acceptWord("BETWEEN")) {
    const low = parseValue(cursor);
    let high: Expression;
    if (cursor.acceptWord("AND")) {
      high = parseValue(cursor);
    } else {
      if (low.kind !== "hole") {
        cursor.reportExpected("AND and the end of the range");
      }
      high = startsExpression(cursor) ? parseExpression(cursor, "where") : cursor.hole();
    }
    return { kind: "between", left, isNegated, low, high, start: cursor.startOf(start), end: cursor.end };
  }
  if (cursor.acceptWord("IS")) {
    const isNotNull = cursor.acceptWord("NOT") !== undefined;
    if (!cursor.acceptWord("NULL")) {
      cursor.reportExpected("NULL");
    }
    return { kind: "isNull", left, isNegated: isNotNull, start: cursor.startOf(start), end: cursor.end };
  }
  if (isForeign(cursor)) {
    return parseForeign(cursor, start, left);
  }
  return { kind: "bare", operand: left, start: cursor.startOf(start), end: cursor.end };
}

function parseComparison(cursor: TokenCursor, start: number, left: Expression): Predicate {
  const token = cursor.next();
  const sign = token.kind === "sign" ? token.text : "=";
  if (sign === "==") {
    cursor.report("SL104", token);
  } else if (sign === "<>") {
    cursor.report("SL708", token);
  }
  const operator = { sign, start: token.start, end: token.end };
  return { kind: "compare", left, operator, right: parseValue(cursor), start: cursor.startOf(start), end: cursor.end };
}

function parseValue(cursor: TokenCursor): Expression {
  const token = cursor.peek();
  if (cursor.acceptWord("NULL")) {
    cursor.report("SL604", token, { what: "a comparison with NULL", advice: "Write IS NULL or IS NOT NULL." });
    return { kind: "unsupported", parts: [], start: token.start, end: token.end };
  }
  return startsExpression(cursor) ? parseExpression(cursor, "where") : cursor.reportMissing("A value");
}

/** What follows IN: a call, or values in brackets. */
function parseValues(cursor: TokenCursor): Call | readonly Expression[] {
  const open = cursor.peek();
  if (!cursor.isSign("(")) {
    const value = parseValue(cursor);
    if (value.kind === "call") {
      return value;
    }
    if (value.kind !== "hole" && value.kind !== "unsupported") {
      cursor.report("SL201", value, { expected: "`(`", found: `, not \`${cursor.textOf(value)}\`` });
    }
    return [value];
  }
  if (cursor.isWord("SELECT", 1)) {
    return [parseExpression(cursor, "where")];
  }
  cursor.next();
  const values: Expression[] = [];
  do {
    values.push(parseValue(cursor));
  } while (cursor.acceptSign(","));
  if (!cursor.acceptSign(")")) {
    cursor.report("SL204", open);
  }
  return values;
}

function isForeign(cursor: TokenCursor, ahead = 0): boolean {
  return foreignPredicates.some((word) => cursor.isName(word, ahead));
}

/** Passes over a predicate such as `LIKE 'A%'` and reports it. */
function parseForeign(cursor: TokenCursor, start: number, left: Expression): Predicate {
  const token = cursor.next();
  while (!cursor.isAtBoundary() && !cursor.isWord("AND") && !cursor.isWord("OR") && !cursor.isSign(")")) {
    cursor.next();
  }
  const what = cursor.textOf(token).toUpperCase();
  const span = cursor.spanFrom(start);
  cursor.report("SL604", span, { what, advice: "Compare with `=`, IN, BETWEEN or a comparison sign." });
  return { kind: "unsupportedPredicate", left, ...span };
}
