import { createCall, plainCall } from "./call-tree.ts";
import { parseInterval } from "./parse-interval.ts";
import { parseSortItems, parseWindowUse } from "./parse-window.ts";
import { isQueryStart } from "./query-start.ts";
import { parseSpecialCall } from "./special-calls.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Call, Case, Expression, Literal } from "./syntax-tree.ts";

const typedLiterals = {
  DATE: "date",
  TIMESTAMP: "timestamp",
  TIMESTAMP_NTZ: "timestamp",
  TIMESTAMP_LTZ: "timestamp",
  X: "binary",
} as const;

/** Functions that Spark lets one write without brackets. */
const bareFunctions: ReadonlySet<string> = new Set([
  "CURRENT_DATE",
  "CURRENT_TIMESTAMP",
  "CURRENT_USER",
  "USER",
  "LOCALTIMESTAMP",
]);

/** Words that begin or continue a clause and so never are a name on their own. */
const reserved: ReadonlySet<string> = new Set(
  "SELECT FROM WHERE GROUP HAVING ORDER UNION INTERSECT EXCEPT JOIN ON WHEN THEN ELSE END AND OR AS IN IS LIKE BETWEEN BY INTO".split(
    " ",
  ),
);

export function parsePrimary(tokens: StatementReader): Expression {
  const { current } = tokens;
  if (current.kind === "number" || current.kind === "string") {
    return parseLiteral(tokens);
  }
  if (tokens.isAt("(")) {
    return parseBrackets(tokens);
  }
  if (tokens.isAt("*")) {
    return parseStar(tokens, []);
  }
  if (current.kind === "quoted") {
    return parseName(tokens);
  }
  if (current.kind !== "word") {
    return tokens.fail("An expression is missing");
  }
  return parseWord(tokens);
}

function parseLiteral(tokens: StatementReader): Literal {
  const first = tokens.advance();
  const type = first.kind === "string" ? "string" : "number";
  let { text } = first;
  while (type === "string" && tokens.current.kind === "string") {
    text += tokens.advance().text;
  }
  return { kind: "literal", type, text, start: first.start, end: tokens.previousEnd };
}

function parseBrackets(tokens: StatementReader): Expression {
  const { start } = tokens.current;
  const lambda = tokens.attempt(() => parseLambda(tokens));
  if (lambda) {
    return lambda;
  }
  if (isQueryStart(tokens, 1)) {
    const query = tokens.attempt(() => {
      tokens.expect("(");
      return { kind: "scalarQuery", query: tokens.query() } as const;
    });
    tokens.expect(")");
    return { ...(query ?? tokens.fail("A query is missing")), start, end: tokens.previousEnd };
  }
  tokens.expect("(");
  const values = tokens.list(() => parseAliased(tokens));
  tokens.expect(")");
  const [value] = values;
  return values.length === 1 && value ? value : createCall("struct", values, start, tokens.previousEnd);
}

/** `x -> x + 1`, or `(x, i) -> x * i`. */
function parseLambda(tokens: StatementReader): Expression | undefined {
  const { start } = tokens.current;
  const parameters: string[] = [];
  const hasBrackets = tokens.take("(");
  do {
    if (tokens.current.kind !== "word" && tokens.current.kind !== "quoted") {
      return undefined;
    }
    parameters.push(tokens.advance().text);
  } while (hasBrackets && tokens.take(","));
  if ((hasBrackets && !tokens.take(")")) || !tokens.take("->")) {
    return undefined;
  }
  const body = tokens.expression();
  return { kind: "lambda", parameters, body, start, end: body.end };
}

function parseStar(tokens: StatementReader, path: readonly string[]): Expression {
  const { start, end } = tokens.advance();
  return { kind: "star", path, start, end };
}

function parseWord(tokens: StatementReader): Expression {
  const { start, text } = tokens.current;
  const word = text.toUpperCase();
  const next = tokens.peek(1);
  if (next.kind === "string" && word in typedLiterals) {
    tokens.advance();
    const type = typedLiterals[word as keyof typeof typedLiterals];
    return { kind: "literal", type, text: tokens.advance().text, start, end: next.end };
  }
  if ((word === "TRUE" || word === "FALSE" || word === "NULL") && next.text !== "(") {
    tokens.advance();
    const type = word === "NULL" ? "null" : "boolean";
    return { kind: "literal", type, text: word.toLowerCase(), start, end: tokens.previousEnd };
  }
  if (word === "INTERVAL" && next.text !== "(" && next.text !== "." && next.text !== ",") {
    return parseInterval(tokens);
  }
  if (word === "CASE" && next.text !== "." && next.text !== ",") {
    return parseCase(tokens);
  }
  if (next.text === "->" && next.kind === "symbol") {
    return parseLambda(tokens) ?? tokens.fail("A lambda is missing");
  }
  if (next.kind === "symbol" && next.text === "(") {
    return parseSpecialCall(tokens, word) ?? parseCall(tokens);
  }
  if (bareFunctions.has(word) && next.text !== ".") {
    tokens.advance();
    return createCall(text, [], start, tokens.previousEnd);
  }
  if (reserved.has(word) && !isNameHere(tokens)) {
    return tokens.fail("An expression is missing");
  }
  return parseName(tokens);
}

/** Whether a word of a clause is a name by what follows, as in `SELECT start, end FROM t`. */
function isNameHere(tokens: StatementReader): boolean {
  const { kind, text } = tokens.peek(1);
  const word = text.toUpperCase();
  return (
    kind === "end" ||
    (kind === "symbol" && word !== "(" && word !== "*") ||
    (kind === "word" && /^(FROM|AS|IS|IN|LIKE|BETWEEN)$/.test(word))
  );
}

function parseName(tokens: StatementReader): Expression {
  const { start } = tokens.current;
  const path = [tokens.takeName()];
  while (tokens.isAt(".")) {
    tokens.advance();
    if (tokens.isAt("*")) {
      return { ...parseStar(tokens, path), start };
    }
    path.push(tokens.takeName());
  }
  if (tokens.isAt("(")) {
    return tokens.fail(`${path.join(".")} is no function of Spark SQL`);
  }
  return { kind: "column", path, start, end: tokens.previousEnd };
}

function parseCase(tokens: StatementReader): Case {
  const { start } = tokens.advance();
  const operand = tokens.isAt("WHEN") ? undefined : tokens.expression();
  const branches: { when: Expression; result: Expression }[] = [];
  while (tokens.take("WHEN")) {
    const when = tokens.expression();
    tokens.expect("THEN");
    branches.push({ when, result: tokens.expression() });
  }
  if (branches.length === 0) {
    tokens.fail("WHEN is missing");
  }
  const otherwise = tokens.take("ELSE") ? tokens.expression() : undefined;
  tokens.expect("END");
  return { kind: "case", operand, branches, otherwise, start, end: tokens.previousEnd };
}

/** A call with values only; also of a generator in FROM. */
export function parseCall(tokens: StatementReader): Call {
  const { start, text: name } = tokens.advance();
  tokens.expect("(");
  const isDistinct = tokens.take("DISTINCT");
  if (!isDistinct) {
    tokens.take("ALL");
  }
  const values = tokens.isAt(")") ? [] : tokens.list(() => parseAliased(tokens));
  let isIgnoringNulls = takeNulls(tokens);
  tokens.expect(")");
  const within = parseWithin(tokens);
  const filter = parseFilter(tokens);
  isIgnoringNulls = takeNulls(tokens) || isIgnoringNulls;
  const over = parseWindowUse(tokens);
  return { ...createCall(name, values, start, tokens.previousEnd), isDistinct, isIgnoringNulls, filter, within, over };
}

/** An argument; `struct(a AS b)` names it. */
function parseAliased(tokens: StatementReader): Expression {
  const value = tokens.expression();
  if (!tokens.take("AS")) {
    return value;
  }
  const name = tokens.takeName();
  return {
    kind: "call",
    ...plainCall,
    name: "alias",
    arguments: [value, textOf(name, value)],
    start: value.start,
    end: tokens.previousEnd,
  };
}

function textOf(text: string, place: Expression): Literal {
  return { kind: "literal", type: "string", text, start: place.start, end: place.end };
}

function takeNulls(tokens: StatementReader): boolean {
  const isIgnoring = tokens.take("IGNORE", "NULLS");
  if (!isIgnoring) {
    tokens.take("RESPECT", "NULLS");
  }
  return isIgnoring;
}

function parseWithin(tokens: StatementReader): Call["within"] {
  if (!tokens.take("WITHIN", "GROUP", "(")) {
    return [];
  }
  tokens.expect("ORDER", "BY");
  const items = parseSortItems(tokens);
  tokens.expect(")");
  return items;
}

function parseFilter(tokens: StatementReader): Expression | undefined {
  if (!tokens.take("FILTER", "(")) {
    return undefined;
  }
  tokens.expect("WHERE");
  const condition = tokens.expression();
  tokens.expect(")");
  return condition;
}
