import { foreignPredicates } from "./keywords.ts";
import { isComparison, type Sign } from "./operators.ts";
import { parseExpression, startsExpression } from "./parse-expression.ts";
import { readNodeList, type TokenCursor } from "./token-cursor.ts";
import type { Condition, Expression, FunctionCall, Predicate } from "./tree.ts";

/** Parses the condition after WHERE. NOT binds tighter than AND, AND tighter than OR (sql-like-language 3.2). */
export function parseConditionAt(cursor: TokenCursor): Condition {
  cursor.place = "where";
  return parseJunction(cursor, "or");
}

function parseJunction(cursor: TokenCursor, kind: "and" | "or"): Condition {
  const first = parseJunctionOperand(cursor, kind);
  let operands: Condition[] | undefined;
  for (;;) {
    if (!cursor.accept(kind === "or" ? "OR" : "AND")) {
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

/**
 * Whether the next token starts another condition although AND is missing. Example: `Age` in `isManager = TRUE Age >
 * 40`.
 */
function startsForgottenConjunct(cursor: TokenCursor): boolean {
  return cursor.is("NOT") || cursor.is("(") || (cursor.is("name") && !cursor.isForeignClause());
}

function parseNegation(cursor: TokenCursor): Condition {
  const { start } = cursor;
  if (cursor.accept("NOT")) {
    if (cursor.is("NOT")) {
      cursor.reportExpected("A condition");
    }
    const operand = parseDeeper(cursor, parseNegation);
    return { kind: "not", operand, start, end: cursor.end };
  }
  if (cursor.is("(") && !cursor.is("SELECT", 1)) {
    return parseGroup(cursor);
  }
  if (startsExpression(cursor)) {
    return parsePredicate(cursor);
  }
  const last = cursor.previousKind();
  if (last === "AND" || last === "OR" || last === "NOT") {
    return cursor.reportMissing("A condition");
  }
  cursor.reportExpected("A condition");
  return cursor.hole();
}

function parseGroup(cursor: TokenCursor): Condition {
  const open = cursor.take();
  const condition = parseDeeper(cursor, parseConditionAt);
  skipUnexpected(cursor);
  if (!cursor.accept(")")) {
    cursor.report("SL204", open);
  }
  return { kind: "group", condition, start: open.start, end: cursor.end };
}

/** Parses a nested condition. Reports a problem if the nesting is too deep. */
function parseDeeper(cursor: TokenCursor, parse: (cursor: TokenCursor) => Condition): Condition {
  if (cursor.enter()) {
    const condition = parse(cursor);
    cursor.leave();
    return condition;
  }
  while (!cursor.isAtBoundary()) {
    cursor.next();
  }
  return cursor.hole();
}

/** Skips and reports tokens that cannot follow a complete condition in brackets, up to the probable closing bracket. */
function skipUnexpected(cursor: TokenCursor): void {
  if (!cursor.is(")") && !cursor.isAtBoundary() && !cursor.isForeignClause()) {
    cursor.reportExpected("AND, OR or `)`");
    while (!cursor.is(")") && !cursor.isAtBoundary() && !cursor.isForeignClause()) {
      cursor.next();
    }
  }
}

function parsePredicate(cursor: TokenCursor): Predicate {
  const { start } = cursor;
  const left = parseExpression(cursor);
  const isNegated = cursor.is("NOT") && (cursor.is("IN", 1) || cursor.is("BETWEEN", 1) || isForeign(cursor, 1));
  if (isNegated) {
    cursor.next();
  }
  const kind = cursor.kind();
  if (isComparison(kind)) {
    return parseComparison(cursor, start, left, kind);
  }
  if (cursor.accept("IN")) {
    return { kind: "in", left, isNegated, values: parseValues(cursor), start: cursor.startOf(start), end: cursor.end };
  }
  if (cursor.accept("BETWEEN")) {
    const low = parseValue(cursor);
    let high: Expression;
    if (cursor.accept("AND")) {
      high = parseValue(cursor);
    } else {
      if (low.kind !== "hole") {
        cursor.reportExpected("AND and the end of the range");
      }
      high = startsExpression(cursor) ? parseExpression(cursor) : cursor.hole();
    }
    return { kind: "between", left, isNegated, low, high, start: cursor.startOf(start), end: cursor.end };
  }
  if (cursor.accept("IS")) {
    const isNotNull = cursor.accept("NOT");
    if (!cursor.accept("NULL")) {
      cursor.reportExpected("NULL");
    }
    return { kind: "isNull", left, isNegated: isNotNull, start: cursor.startOf(start), end: cursor.end };
  }
  if (isForeign(cursor)) {
    return parseForeign(cursor, start, left);
  }
  return { kind: "bare", operand: left, start: cursor.startOf(start), end: cursor.end };
}

function parseComparison(cursor: TokenCursor, start: number, left: Expression, sign: Sign): Predicate {
  const span = cursor.take();
  if (sign === "==") {
    cursor.report("SL104", span);
  } else if (sign === "<>") {
    cursor.report("SL708", span);
  }
  const operator = { sign, start: span.start, end: span.end };
  return { kind: "compare", left, operator, right: parseValue(cursor), start: cursor.startOf(start), end: cursor.end };
}

function parseValue(cursor: TokenCursor): Expression {
  if (cursor.is("NULL")) {
    const { start, end } = cursor.take();
    const values = { what: "a comparison with NULL", advice: "Write IS NULL or IS NOT NULL." };
    cursor.report("SL604", { start, end }, values);
    return { kind: "unsupported", parts: [], start, end };
  }
  return startsExpression(cursor) ? parseExpression(cursor) : cursor.reportMissing("A value");
}

/** Parses the right operand of IN: a call, or a list of values in brackets. */
function parseValues(cursor: TokenCursor): FunctionCall | readonly Expression[] {
  if (!cursor.is("(")) {
    const value = parseValue(cursor);
    if (value.kind === "call") {
      return value;
    }
    if (value.kind !== "hole" && value.kind !== "unsupported") {
      cursor.report("SL201", value, { expected: "`(`", found: `, not \`${cursor.textOf(value)}\`` });
    }
    return [value];
  }
  if (cursor.is("SELECT", 1)) {
    return [parseExpression(cursor)];
  }
  const open = cursor.take();
  const values = readNodeList(cursor, parseValue, hasNextValue);
  if (!cursor.accept(")")) {
    cursor.report("SL204", open);
  }
  return values;
}

function hasNextValue(cursor: TokenCursor): boolean {
  return cursor.accept(",");
}

function isForeign(cursor: TokenCursor, ahead = 0): boolean {
  return foreignPredicates.some((word) => cursor.isName(word, ahead));
}

/** Skips and reports an unsupported SQL predicate such as `LIKE 'A%'`. */
function parseForeign(cursor: TokenCursor, start: number, left: Expression): Predicate {
  const what = cursor.text().toUpperCase();
  cursor.next();
  while (!cursor.isAtBoundary() && !cursor.is("AND") && !cursor.is("OR") && !cursor.is(")")) {
    cursor.next();
  }
  const span = cursor.spanFrom(start);
  cursor.report("SL604", span, { what, advice: "Compare with `=`, IN, BETWEEN or a comparison sign." });
  return { kind: "unsupportedPredicate", left, ...span };
}
