import type { Span } from "../../core/text/span.ts";
import { createCall, createStringLiteral } from "./create-node.ts";
import type { ExpressionContext, ParsedExpression } from "./expression-context.ts";
import { functionsWithTimeUnit, timeUnits, trimKeywords } from "./keywords.ts";
import type { Token } from "./lexer.ts";
import { isAliasAhead, isBracketedQueryAhead, isQueryAhead } from "./lookahead.ts";
import { readDataType } from "./read-type.ts";
import { readOverClause, readSortItems } from "./read-window.ts";
import type { CallUse, SqlName } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Call, Expression } from "./tree.ts";

/** Parser state for the arguments of a function call. */
interface ArgumentState {
  readonly reader: TokenReader;
  readonly context: ExpressionContext;
  /** Spans of the arguments parsed so far. */
  readonly spans: Span[];
}

/** Parsed content of a function call's brackets: the function with its arguments, or a cast. */
type CallContent = Pick<Call, "name" | "arguments"> | { readonly cast: Expression; readonly type: string };

/** Parses a function call from its opening bracket on. `written` is the function's qualified name as written. */
export function readCall(
  reader: TokenReader,
  context: ExpressionContext,
  name: SqlName,
  { written, start }: { readonly written: string; readonly start: number },
): Expression {
  const { uses } = context.scope;
  const at = uses.length;
  const open = reader.advance();
  const state: ArgumentState = { reader, context, spans: [] };
  const key = written.toUpperCase();
  const isDistinct = takeDistinct(reader);
  const content = readSpecialSyntax(key, state) ?? {
    name: written,
    arguments: readArguments(state, { takesNames: key === "STRUCT" }),
  };
  let isIgnoringNulls = takeNulls(reader);
  const close = reader.close(open)?.start;
  const use: CallUse = {
    kind: "call",
    name,
    open: open.start,
    close,
    arguments: state.spans,
    start: name.start,
    end: close === undefined ? (reader.previous?.end ?? open.end) : close + 1,
  };
  uses.splice(at, 0, use);
  if ("cast" in content) {
    const isTry = key === "TRY_CAST";
    const { cast: value, type } = content;
    return reader.recordUse({ kind: "cast", value, type, isTry, start, end: reader.previousEnd }, use);
  }
  const within = readWithin(reader, context);
  const filter = readFilter(reader, context);
  isIgnoringNulls = takeNulls(reader) || isIgnoringNulls;
  const over = readOverClause(reader, context);
  const call = createCall(content.name, content.arguments, { start, end: reader.previousEnd });
  return reader.recordUse({ ...call, isDistinct, isIgnoringNulls, filter, within, over }, use);
}

function takeDistinct(reader: TokenReader): boolean {
  const isWord = reader.peek(1).key !== ")" && reader.peek(1).key !== "." && reader.peek(1).key !== ",";
  return isWord && reader.take("DISTINCT", "ALL")?.key === "DISTINCT";
}

function takeNulls(reader: TokenReader): boolean {
  const isIgnoring = reader.takeBoth("IGNORE", "NULLS");
  if (!isIgnoring) {
    reader.takeBoth("RESPECT", "NULLS");
  }
  return isIgnoring;
}

/** Parses function arguments separated by commas. `first` is the first argument if it has already been parsed. */
function readArguments(
  state: ArgumentState,
  { first, takesNames = false }: { readonly first?: Expression | undefined; readonly takesNames?: boolean } = {},
): Expression[] {
  const { reader } = state;
  const values: Expression[] = first ? [first] : [];
  if (first ? !reader.take(",") : reader.isAt(")") || reader.isAtEnd()) {
    return values;
  }
  do {
    const after = reader.previous;
    if (isQueryAhead(reader) && reader.isAt("SELECT", "WITH")) {
      values.push(readBareQuery(state));
      continue;
    }
    const { tree, isEmpty } = readArgumentWithAlias(reader, state.context, takesNames);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    } else {
      state.spans.push(argumentSpan(tree, reader));
    }
    values.push(tree);
  } while (reader.take(","));
  return values;
}

/** Parses a query without its own brackets as a function argument, which is a syntax error in Spark. */
function readBareQuery({ reader, context: { scope } }: ArgumentState): Expression {
  reader.markUnexpected();
  const { tree, query } = reader.readQuery(scope);
  scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
  return { kind: "scalarQuery", query: tree, start: tree.start, end: tree.end };
}

function argumentSpan({ start }: Expression, reader: TokenReader): Span {
  return { start, end: reader.previousEnd };
}

/** Parses a function argument with an optional name: `struct(a AS b)`. If `takesNames`, the keyword AS is optional. */
export function readArgumentWithAlias(
  reader: TokenReader,
  context: ExpressionContext,
  takesNames: boolean,
): ParsedExpression {
  const read = reader.readExpression(context);
  const isNamed = takesNames && [",", ")"].includes(reader.peek(1).key) && isAliasAhead(reader);
  if (read.isEmpty || !(reader.take("AS") || isNamed)) {
    return read;
  }
  if (!reader.isAtName()) {
    reader.takeCaret({ kind: "newName" }, context.scope) || reader.markUnexpected();
    return read;
  }
  const { text } = reader.takeName();
  const { start } = read.tree;
  const tree = createCall("alias", [read.tree, createStringLiteral(text, read.tree)], {
    start,
    end: reader.previousEnd,
  });
  return { tree, isEmpty: false, use: undefined };
}

/**
 * Parses function arguments that are separated by keywords, as in `extract(YEAR FROM d)`. Undefined if commas separate
 * them.
 */
function readSpecialSyntax(key: string, state: ArgumentState): CallContent | undefined {
  const { reader } = state;
  switch (key) {
    case "CAST":
    case "TRY_CAST":
      return readCast(state);
    case "EXTRACT":
      return reader.current.kind === "word" && reader.peek(1).key === "FROM" ? readExtract(state) : undefined;
    case "TRIM":
      return readTrim(state);
    case "POSITION":
      return readPosition(state);
    case "SUBSTRING":
    case "SUBSTR":
      return readKeywordArguments(state, { written: key, name: "substring", first: "FROM", others: ["FOR"] });
    case "OVERLAY":
      return readKeywordArguments(state, { written: key, name: "overlay", first: "PLACING", others: ["FROM", "FOR"] });
    default:
      return functionsWithTimeUnit.has(key) ? readUnitArguments(key, state) : undefined;
  }
}

function readCast(state: ArgumentState): CallContent {
  const { reader } = state;
  const value = readValue(state);
  if (!reader.take("AS")) {
    reader.markUnexpected();
    return { cast: value, type: "" };
  }
  return { cast: value, type: readDataType(reader) };
}

/** Parses one function argument that ends at a keyword. */
function readValue({ reader, context, spans }: ArgumentState): Expression {
  const { tree, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing("An expression");
  } else {
    spans.push(argumentSpan(tree, reader));
  }
  return tree;
}

/** Parses the arguments of `extract(DOW FROM t)`. Accepts any word as the field. */
function readExtract(state: ArgumentState): CallContent {
  const { reader, spans } = state;
  const field = reader.advance();
  spans.push({ start: field.start, end: field.end });
  reader.advance();
  return { name: "extract", arguments: [createStringLiteral(field.text, field), readValue(state)] };
}

/** Parses the arguments of `trim(LEADING 'x' FROM a)`, `trim(FROM a)` or `trim('x' FROM a)`. */
function readTrim(state: ArgumentState): CallContent | undefined {
  const { reader } = state;
  const next = reader.peek(1).key;
  const isSide = trimKeywords.has(reader.current.key) && next !== ")" && next !== "," && next !== ".";
  const side = isSide ? reader.advance().key : undefined;
  const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
  if (reader.take("FROM")) {
    return { name, arguments: [readValue(state)] };
  }
  if (reader.isAt(")")) {
    return undefined;
  }
  const characters = readValue(state);
  if (reader.take("FROM")) {
    return { name: `${name} from`, arguments: [characters, readValue(state)] };
  }
  if (side) {
    reader.markUnexpected();
  }
  return { name: "trim", arguments: readArguments(state, { first: characters }) };
}

/** Parses the arguments of `position(a IN b)`. */
function readPosition(state: ArgumentState): CallContent | undefined {
  const { reader, context, spans } = state;
  if (reader.isAt(")") || reader.isAtEnd()) {
    return undefined;
  }
  const outer = reader.expression;
  reader.expression = { from: reader.position, cases: 0, isPredicate: true };
  const part = reader.readArithmetic(context);
  const isPosition = reader.isAt("IN") && !(reader.peek(1).key === "(" && isBracketedQueryAhead(reader, 1));
  const first = isPosition ? part : reader.readInner(context, part);
  reader.expression = outer;
  spans.push(argumentSpan(first, reader));
  if (!isPosition) {
    return { name: "position", arguments: readArguments(state, { first }) };
  }
  reader.advance();
  return { name: "locate", arguments: [first, readValue(state)] };
}

/** Keywords that separate the arguments of a SQL function such as `overlay(a PLACING 'x' FROM 1)`. */
interface KeywordSyntax {
  readonly written: string;
  readonly name: string;
  readonly first: string;
  /** Keywords after the first one, each followed by an argument. The last ones are optional. */
  readonly others: readonly string[];
}

/** Parses the arguments of `substring(a FROM 2 FOR 3)` or `overlay(a PLACING 'x' FROM 1 FOR 2)`. */
function readKeywordArguments(
  state: ArgumentState,
  { written, name, first, others }: KeywordSyntax,
): CallContent | undefined {
  const { reader } = state;
  if (reader.isAt(")") || reader.isAtEnd()) {
    return undefined;
  }
  const values = [readValue(state)];
  if (!reader.take(first)) {
    return { name: written.toLowerCase(), arguments: readArguments(state, { first: values[0] }) };
  }
  values.push(readValue(state));
  for (const word of others) {
    if (reader.take(word)) {
      values.push(readValue(state));
    } else if (word === "FROM") {
      reader.markUnexpected();
    }
  }
  return { name, arguments: values };
}

const unitNames: Readonly<Record<string, string>> = {
  TIMESTAMPADD: "timestampadd",
  DATEADD: "timestampadd",
  DATE_ADD: "timestampadd",
  TIMESTAMPDIFF: "timestampdiff",
  DATEDIFF: "timestampdiff",
  DATE_DIFF: "timestampdiff",
};

/** Parses the arguments of `dateadd(DAY, 5, d)`. With only two arguments, the first word is a column, not a unit. */
function readUnitArguments(key: string, state: ArgumentState): CallContent | undefined {
  const { reader, spans } = state;
  if (!timeUnits.has(reader.current.key) || reader.peek(1).key !== ",") {
    return undefined;
  }
  const unit = reader.advance();
  spans.push({ start: unit.start, end: unit.end });
  const values = readArguments(state, { first: createStringLiteral(unit.text, unit) });
  return values.length === 3
    ? { name: unitNames[key] ?? key.toLowerCase(), arguments: values }
    : { name: key.toLowerCase(), arguments: [unitAsColumn(unit, state), ...values.slice(1)] };
}

function unitAsColumn(
  { text, start, end }: Token,
  { context: { scope, clause, candidates } }: ArgumentState,
): Expression {
  const path = [{ text, start, end }];
  scope.uses.push({ kind: "column", path, clause, target: undefined, candidates, start, end });
  return { kind: "column", path: [text], start, end };
}

function readWithin(reader: TokenReader, context: ExpressionContext): Call["within"] {
  if (!reader.isAtBoth("WITHIN", "GROUP")) {
    return [];
  }
  reader.takeBoth("WITHIN", "GROUP");
  const open = reader.expect("(");
  if (!open) {
    return [];
  }
  if (!reader.takeBoth("ORDER", "BY")) {
    reader.markUnexpected();
  }
  const items = readSortItems(reader, context);
  reader.close(open);
  return items;
}

function readFilter(reader: TokenReader, context: ExpressionContext): Expression | undefined {
  if (!reader.isAtBoth("FILTER", "(")) {
    return undefined;
  }
  reader.advance();
  const open = reader.advance();
  reader.expect("WHERE");
  const { tree, isEmpty } = reader.readExpression({ ...context, clause: "where" });
  if (isEmpty) {
    reader.reportMissing("A condition");
  }
  reader.close(open);
  return tree;
}
