import type { Span } from "../../core/text/span.ts";
import { createCall, textAt } from "./create-node.ts";
import type { ExpressionContext, ReadExpression } from "./expression-place.ts";
import { holdsQuery, isAliasAhead, startsQuery } from "./lookahead.ts";
import { readType } from "./read-type.ts";
import { readOver, readSortItems } from "./read-window.ts";
import type { CallUse, Name } from "./scopes.ts";
import type { Token } from "./token.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Call, Expression } from "./tree.ts";
import { timeUnits, trimWords, unitFunctions } from "./words.ts";

/** The brackets of a call that is being read. */
interface Brackets {
  readonly reader: TokenReader;
  readonly place: ExpressionContext;
  /** Stretches of the arguments, for those who ask which one a place is in. */
  readonly spans: Span[];
}

/** What the brackets of a call hold: the arguments, and the function that it stands for. */
type Content = Pick<Call, "name" | "arguments"> | { readonly cast: Expression; readonly type: string };

/** A call from its bracket on; `written` is the name with what stands before it. */
export function readCall(
  reader: TokenReader,
  place: ExpressionContext,
  name: Name,
  { written, start }: { readonly written: string; readonly start: number },
): Expression {
  const { uses } = place.scope;
  const at = uses.length;
  const open = reader.advance();
  const brackets: Brackets = { reader, place, spans: [] };
  const key = written.toUpperCase();
  const isDistinct = takeDistinct(reader);
  const content = readSpecial(key, brackets) ?? {
    name: written,
    arguments: readArguments(brackets, { takesNames: key === "STRUCT" }),
  };
  let isIgnoringNulls = takeNulls(reader);
  const close = reader.close(open)?.start;
  const use: CallUse = {
    kind: "call",
    name,
    open: open.start,
    close,
    arguments: brackets.spans,
    start: name.start,
    end: close === undefined ? (reader.previous?.end ?? open.end) : close + 1,
  };
  uses.splice(at, 0, use);
  if ("cast" in content) {
    const isTry = key === "TRY_CAST";
    const { cast: value, type } = content;
    return reader.recordUse({ kind: "cast", value, type, isTry, start, end: reader.previousEnd }, use);
  }
  const within = readWithin(reader, place);
  const filter = readFilter(reader, place);
  isIgnoringNulls = takeNulls(reader) || isIgnoringNulls;
  const over = readOver(reader, place);
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

/** The arguments of a usual call, after the first where it is read already. */
function readArguments(
  brackets: Brackets,
  { first, takesNames = false }: { readonly first?: Expression | undefined; readonly takesNames?: boolean } = {},
): Expression[] {
  const { reader } = brackets;
  const values: Expression[] = first ? [first] : [];
  if (first ? !reader.take(",") : reader.isAt(")") || reader.isAtEnd()) {
    return values;
  }
  do {
    const after = reader.previous;
    if (startsQuery(reader) && reader.isAt("SELECT", "WITH")) {
      values.push(readBareQuery(brackets));
      continue;
    }
    const { tree, isEmpty } = readAliased(reader, brackets.place, takesNames);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    } else {
      brackets.spans.push(spanOf(tree, reader));
    }
    values.push(tree);
  } while (reader.take(","));
  return values;
}

/** A query without brackets of its own, which no function of Spark takes. */
function readBareQuery({ reader, place: { scope } }: Brackets): Expression {
  reader.markUnread();
  const { tree, query } = reader.readQuery(scope);
  scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
  return { kind: "scalarQuery", query: tree, start: tree.start, end: tree.end };
}

function spanOf({ start }: Expression, reader: TokenReader): Span {
  return { start, end: reader.previousEnd };
}

/** An argument; `struct(a AS b)` names it, and without AS where it `takesNames`. */
export function readAliased(reader: TokenReader, place: ExpressionContext, takesNames: boolean): ReadExpression {
  const read = reader.readExpression(place);
  const isNamed = takesNames && [",", ")"].includes(reader.peek(1).key) && isAliasAhead(reader);
  if (read.isEmpty || !(reader.take("AS") || isNamed)) {
    return read;
  }
  if (!reader.isAtName()) {
    reader.takeCaret({ kind: "newName" }, place.scope) || reader.markUnread();
    return read;
  }
  const { text } = reader.takeName();
  const { start } = read.tree;
  const tree = createCall("alias", [read.tree, textAt(text, read.tree)], { start, end: reader.previousEnd });
  return { tree, isEmpty: false, use: undefined };
}

/** What the brackets of a function hold that has words of its own there; nothing where it is called as others are. */
function readSpecial(key: string, brackets: Brackets): Content | undefined {
  const { reader } = brackets;
  switch (key) {
    case "CAST":
    case "TRY_CAST":
      return readCast(brackets);
    case "EXTRACT":
      return reader.current.kind === "word" && reader.peek(1).key === "FROM" ? readExtract(brackets) : undefined;
    case "TRIM":
      return readTrim(brackets);
    case "POSITION":
      return readPosition(brackets);
    case "SUBSTRING":
    case "SUBSTR":
      return readWithWords(brackets, { written: key, name: "substring", first: "FROM", others: ["FOR"] });
    case "OVERLAY":
      return readWithWords(brackets, { written: key, name: "overlay", first: "PLACING", others: ["FROM", "FOR"] });
    default:
      return unitFunctions.has(key) ? readWithUnit(key, brackets) : undefined;
  }
}

function readCast(brackets: Brackets): Content {
  const { reader } = brackets;
  const value = readValue(brackets);
  if (!reader.take("AS")) {
    reader.markUnread();
    return { cast: value, type: "" };
  }
  return { cast: value, type: readType(reader) };
}

/** One of the values between the words. */
function readValue({ reader, place, spans }: Brackets): Expression {
  const { tree, isEmpty } = reader.readExpression(place);
  if (isEmpty) {
    reader.reportMissing("An expression");
  } else {
    spans.push(spanOf(tree, reader));
  }
  return tree;
}

/** `extract(DOW FROM t)`: any word that Spark knows as a field. */
function readExtract(brackets: Brackets): Content {
  const { reader, spans } = brackets;
  const field = reader.advance();
  spans.push({ start: field.start, end: field.end });
  reader.advance();
  return { name: "extract", arguments: [textAt(field.text, field), readValue(brackets)] };
}

/** `trim(LEADING 'x' FROM a)`, `trim(FROM a)`, `trim('x' FROM a)`. */
function readTrim(brackets: Brackets): Content | undefined {
  const { reader } = brackets;
  const next = reader.peek(1).key;
  const isSide = trimWords.has(reader.current.key) && next !== ")" && next !== "," && next !== ".";
  const side = isSide ? reader.advance().key : undefined;
  const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
  if (reader.take("FROM")) {
    return { name, arguments: [readValue(brackets)] };
  }
  if (reader.isAt(")")) {
    return undefined;
  }
  const characters = readValue(brackets);
  if (reader.take("FROM")) {
    return { name: `${name} from`, arguments: [characters, readValue(brackets)] };
  }
  if (side) {
    reader.markUnread();
  }
  return { name: "trim", arguments: readArguments(brackets, { first: characters }) };
}

/** `position(a IN b)`. */
function readPosition(brackets: Brackets): Content | undefined {
  const { reader, place, spans } = brackets;
  if (reader.isAt(")") || reader.isAtEnd()) {
    return undefined;
  }
  const outer = reader.expression;
  reader.expression = { from: reader.position, cases: 0, isPredicate: true };
  const part = reader.readArithmetic(place);
  const isPosition = reader.isAt("IN") && !(reader.peek(1).key === "(" && holdsQuery(reader, 1));
  const first = isPosition ? part : reader.readInner(place, part);
  reader.expression = outer;
  spans.push(spanOf(first, reader));
  if (!isPosition) {
    return { name: "position", arguments: readArguments(brackets, { first }) };
  }
  reader.advance();
  return { name: "locate", arguments: [first, readValue(brackets)] };
}

interface Words {
  readonly written: string;
  readonly name: string;
  readonly first: string;
  /** They may be left out from the end. */
  readonly others: readonly string[];
}

/** `substring(a FROM 2 FOR 3)`, `overlay(a PLACING 'x' FROM 1 FOR 2)`. */
function readWithWords(brackets: Brackets, { written, name, first, others }: Words): Content | undefined {
  const { reader } = brackets;
  if (reader.isAt(")") || reader.isAtEnd()) {
    return undefined;
  }
  const values = [readValue(brackets)];
  if (!reader.take(first)) {
    return { name: written.toLowerCase(), arguments: readArguments(brackets, { first: values[0] }) };
  }
  values.push(readValue(brackets));
  for (const word of others) {
    if (reader.take(word)) {
      values.push(readValue(brackets));
    } else if (word === "FROM") {
      reader.markUnread();
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

/** `dateadd(DAY, 5, d)`; with two arguments it is the function of days, and the word a column. */
function readWithUnit(key: string, brackets: Brackets): Content | undefined {
  const { reader, spans } = brackets;
  if (!timeUnits.has(reader.current.key) || reader.peek(1).key !== ",") {
    return undefined;
  }
  const unit = reader.advance();
  spans.push({ start: unit.start, end: unit.end });
  const values = readArguments(brackets, { first: textAt(unit.text, unit) });
  return values.length === 3
    ? { name: unitNames[key] ?? key.toLowerCase(), arguments: values }
    : { name: key.toLowerCase(), arguments: [columnOf(unit, brackets), ...values.slice(1)] };
}

function columnOf({ text, start, end }: Token, { place: { scope, clause, among } }: Brackets): Expression {
  const path = [{ text, start, end }];
  scope.uses.push({ kind: "column", path, clause, target: undefined, among, start, end });
  return { kind: "column", path: [text], start, end };
}

function readWithin(reader: TokenReader, place: ExpressionContext): Call["within"] {
  if (!reader.isAtBoth("WITHIN", "GROUP")) {
    return [];
  }
  reader.takeBoth("WITHIN", "GROUP");
  const open = reader.expect("(");
  if (!open) {
    return [];
  }
  if (!reader.takeBoth("ORDER", "BY")) {
    reader.markUnread();
  }
  const items = readSortItems(reader, place);
  reader.close(open);
  return items;
}

function readFilter(reader: TokenReader, place: ExpressionContext): Expression | undefined {
  if (!reader.isAtBoth("FILTER", "(")) {
    return undefined;
  }
  reader.advance();
  const open = reader.advance();
  reader.expect("WHERE");
  const { tree, isEmpty } = reader.readExpression({ ...place, clause: "where" });
  if (isEmpty) {
    reader.reportMissing("A condition");
  }
  reader.close(open);
  return tree;
}
