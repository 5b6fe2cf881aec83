import { parsePrimary } from "./parse-primary.ts";
import { isQueryStart } from "./query-start.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Binary, Expression, Like } from "./syntax-tree.ts";

/** Signs between two values, those that bind weakest first. */
const levels: readonly (readonly string[])[] = [["|"], ["^"], ["&"], ["+", "-", "||"], ["*", "/", "%", "DIV"]];

const comparisons = ["=", "==", "<=>", "<>", "!=", "<=", ">=", "<", ">"];
const comparisonNames: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

/** Everything that gives a value. */
export function parseExpression(tokens: StatementReader): Expression {
  let left = parseAnd(tokens);
  while (tokens.take("OR")) {
    left = binary("OR", left, parseAnd(tokens));
  }
  return left;
}

function parseAnd(tokens: StatementReader): Expression {
  let left = parseNot(tokens);
  while (tokens.take("AND")) {
    left = binary("AND", left, parseNot(tokens));
  }
  return left;
}

function parseNot(tokens: StatementReader): Expression {
  const { start } = tokens.current;
  if (tokens.isAt("NOT") || tokens.isAt("!")) {
    tokens.advance();
    const value = tokens.nested(() => parseNot(tokens));
    return { kind: "unary", operator: "NOT", value, start, end: value.end };
  }
  if (tokens.isAt("EXISTS", "(") && isQueryStart(tokens, 2)) {
    tokens.expect("EXISTS", "(");
    const query = tokens.query();
    tokens.expect(")");
    return { kind: "exists", query, start, end: tokens.previousEnd };
  }
  return parsePredicate(tokens);
}

function parsePredicate(tokens: StatementReader): Expression {
  let left = parseOperand(tokens);
  for (;;) {
    const next = continuePredicate(tokens, left);
    if (!next) {
      return left;
    }
    left = next;
  }
}

function continuePredicate(tokens: StatementReader, left: Expression): Expression | undefined {
  const { start } = left;
  for (const sign of comparisons) {
    if (tokens.take(sign)) {
      return binary(comparisonNames[sign] ?? sign, left, parseOperand(tokens));
    }
  }
  if (tokens.take("IS")) {
    return parseIs(tokens, left);
  }
  const isNegated = (tokens.isAt("NOT") || tokens.isAt("!")) && isPredicateWord(tokens.peek(1).text);
  if (isNegated) {
    tokens.advance();
  }
  if (tokens.take("BETWEEN")) {
    const low = parseOperand(tokens);
    tokens.expect("AND");
    const high = parseOperand(tokens);
    return { kind: "between", value: left, low, high, isNegated, start, end: high.end };
  }
  if (tokens.take("IN", "(")) {
    return parseIn(tokens, left, isNegated);
  }
  for (const word of ["LIKE", "ILIKE", "RLIKE", "REGEXP"] as const) {
    if (tokens.take(word)) {
      return parseLike(tokens, left, word === "REGEXP" ? "RLIKE" : word, isNegated);
    }
  }
  return undefined;
}

function isPredicateWord(text: string): boolean {
  return /^(BETWEEN|IN|LIKE|ILIKE|RLIKE|REGEXP)$/i.test(text);
}

function parseIs(tokens: StatementReader, value: Expression): Expression {
  const isNegated = tokens.take("NOT") || tokens.take("!");
  if (tokens.take("DISTINCT", "FROM")) {
    const right = parseOperand(tokens);
    const same = binary("<=>", value, right);
    return isNegated ? same : { kind: "unary", operator: "NOT", value: same, start: value.start, end: right.end };
  }
  for (const test of ["NULL", "TRUE", "FALSE", "UNKNOWN"] as const) {
    if (tokens.take(test)) {
      return { kind: "is", value, test, isNegated, start: value.start, end: tokens.previousEnd };
    }
  }
  return tokens.fail("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM is missing");
}

function parseIn(tokens: StatementReader, value: Expression, isNegated: boolean): Expression {
  const { start } = value;
  if (isQueryStart(tokens, 0)) {
    const query = tokens.query();
    tokens.expect(")");
    return { kind: "inQuery", value, query, isNegated, start, end: tokens.previousEnd };
  }
  const list = tokens.list(() => tokens.expression());
  tokens.expect(")");
  return { kind: "inList", value, list, isNegated, start, end: tokens.previousEnd };
}

function parseLike(
  tokens: StatementReader,
  value: Expression,
  operator: Like["operator"],
  isNegated: boolean,
): Expression {
  const { start } = value;
  const isAny = operator !== "RLIKE" && (tokens.take("ANY") || tokens.take("SOME"));
  const isAll = operator !== "RLIKE" && !isAny && tokens.take("ALL");
  if (isAny || isAll) {
    tokens.expect("(");
    const patterns = tokens.list(() => tokens.expression());
    tokens.expect(")");
    const quantifier = isAny ? "ANY" : "ALL";
    const end = tokens.previousEnd;
    return { kind: "like", operator, value, patterns, quantifier, escape: undefined, isNegated, start, end };
  }
  const pattern = parseOperand(tokens);
  const escaped = tokens.take("ESCAPE") ? tokens.advance().text : undefined;
  const end = tokens.previousEnd;
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

/** A value without comparison and logic around it. */
export function parseOperand(tokens: StatementReader): Expression {
  return parseLevel(tokens, 0);
}

function parseLevel(tokens: StatementReader, level: number): Expression {
  const signs = levels[level];
  if (!signs) {
    return parseSigned(tokens);
  }
  let left = parseLevel(tokens, level + 1);
  for (;;) {
    const sign = signs.find((candidate) => tokens.isAt(candidate));
    if (!sign) {
      return left;
    }
    tokens.advance();
    left = binary(sign, left, parseLevel(tokens, level + 1));
  }
}

function parseSigned(tokens: StatementReader): Expression {
  const { start } = tokens.current;
  for (const operator of ["-", "+", "~"] as const) {
    if (tokens.isAt(operator)) {
      tokens.advance();
      const { current } = tokens;
      if (operator === "-" && current.kind === "number") {
        tokens.advance();
        const text = `-${current.text}`;
        return parsePostfix(tokens, { kind: "literal", type: "number", text, start, end: current.end });
      }
      const value = tokens.nested(() => parseSigned(tokens));
      return { kind: "unary", operator, value, start, end: value.end };
    }
  }
  return parsePostfix(tokens, parsePrimary(tokens));
}

function parsePostfix(tokens: StatementReader, first: Expression): Expression {
  let value = first;
  for (;;) {
    if (tokens.take("[")) {
      const index = tokens.expression();
      tokens.expect("]");
      value = { kind: "subscript", value, index, start: first.start, end: tokens.previousEnd };
    } else if (tokens.isAt(".") && tokens.peek(1).text !== "*") {
      tokens.advance();
      value = { kind: "field", value, name: tokens.takeName(), start: first.start, end: tokens.previousEnd };
    } else {
      return value;
    }
  }
}

function binary(operator: string, left: Expression, right: Expression): Binary {
  return { kind: "binary", operator, left, right, start: left.start, end: right.end };
}
