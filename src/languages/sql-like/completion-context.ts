import { lex } from "./lexer.ts";
import { type ParsedScript, parseScript } from "./parse-script.ts";
import { type QueryKind, queryKind } from "./query-kind.ts";
import { timeColumnName } from "./time-column.ts";
import type { Token } from "./token.ts";
import type { Query } from "./tree.ts";

/** What may stand at a place of a query (sql-like-language 10). */
export type CompletionPlace =
  | { readonly kind: "start" }
  | { readonly kind: "item" }
  | { readonly kind: "afterItem" }
  | { readonly kind: "label" }
  | { readonly kind: "from" }
  | { readonly kind: "afterFrom" }
  | { readonly kind: "condition" }
  | { readonly kind: "afterCondition" }
  | { readonly kind: "afterTime" }
  | { readonly kind: "timeRange" }
  | { readonly kind: "timePeriods" }
  | { readonly kind: "afterOperand"; readonly path: readonly string[] }
  /** After a dot: names of what the path reaches. */
  | { readonly kind: "path"; readonly path: readonly string[] }
  | { readonly kind: "dateText" }
  | { readonly kind: "argument"; readonly call: string; readonly index: number; readonly first: readonly string[] }
  | { readonly kind: "members"; readonly path: readonly string[] }
  | { readonly kind: "nothing" };

export interface CompletionContext {
  readonly place: CompletionPlace;
  /** What is replaced: the word or the inside of the string under the cursor. */
  readonly replace: { readonly start: number; readonly end: number };
  readonly prefix: string;
  /** Whether the cursor stands inside quotes, so that none are inserted. */
  readonly isInString: boolean;
  readonly queryKind: QueryKind;
  /** Object after FROM, also when it stands behind the cursor. */
  readonly object: string | undefined;
  readonly hasTimeFilter: boolean;
  /** Names of the metrics that are called in SELECT. */
  readonly metrics: readonly string[];
}

/** Reads what is around a place of a text, however unfinished the text is. */
export function completionContext(text: string, offset: number, timeColumn: string): CompletionContext {
  const { tokens, comments } = lex(text);
  const parsed = parseScript(text);
  const query = queryAt(parsed, text, offset);
  const before = tokens.filter((token) => token.kind !== "end" && token.start < offset);
  const statement = before.slice(before.findLastIndex(({ start, end }) => text.slice(start, end) === ";") + 1);
  const last = statement.at(-1);
  const facts = {
    queryKind: query ? queryKind(query) : ("list" as const),
    object:
      query?.from?.object.kind === "path"
        ? query.from.object.segments.map(({ text: name }) => name).join(".")
        : undefined,
    hasTimeFilter: query !== undefined && hasTimeFilter(text, query, timeColumn),
    metrics: (query?.items ?? []).flatMap(({ expression }) =>
      expression.kind === "call" ? [expression.name.text] : [],
    ),
  };
  const nothing = { start: offset, end: offset };
  if (comments.some(({ start, end }) => start < offset && offset <= end)) {
    return { ...facts, place: { kind: "nothing" }, replace: nothing, prefix: "", isInString: false };
  }
  if (last?.kind === "string" && offset < last.end + (last.isClosed ? 0 : 1)) {
    const end = last.isClosed ? last.end - 1 : last.end;
    const place = placeAfter(statement.slice(0, -1), timeColumn, true);
    return {
      ...facts,
      place,
      replace: { start: last.start + 1, end },
      prefix: text.slice(last.start + 1, offset),
      isInString: true,
    };
  }
  const isTyping = (last?.kind === "name" || last?.kind === "word") && offset <= last.end;
  const place = placeAfter(isTyping ? statement.slice(0, -1) : statement, timeColumn, false);
  const replace = isTyping && last ? { start: last.start, end: last.end } : nothing;
  return { ...facts, place, replace, prefix: text.slice(replace.start, offset), isInString: false };
}

function queryAt({ script }: ParsedScript, text: string, offset: number): Query | undefined {
  const queries = script.statements.filter((statement): statement is Query => statement.kind === "query");
  const candidate = queries.findLast(({ start }) => start <= offset);
  // Behind the `;` another statement begins.
  return candidate &&
    !lex(text.slice(candidate.end, Math.max(candidate.end, offset))).tokens.some((token) => isSign(token, ";"))
    ? candidate
    : undefined;
}

function hasTimeFilter(text: string, { where }: Query, timeColumn: string): boolean {
  return (
    where !== undefined &&
    new RegExp(`\\b${timeColumn}\\s+(in|between)\\b`, "i").test(text.slice(where.start, where.end))
  );
}

interface OpenBracket {
  /** Name before the bracket, empty when there is none. */
  readonly call: string;
  /** Path before `IN (`. */
  readonly inPath: readonly string[] | undefined;
  readonly index: number;
  /** Path of the first argument. */
  readonly first: readonly string[];
}

/** What stands before the cursor, token by token. */
interface Reading {
  clause: "none" | "select" | "from" | "where";
  readonly brackets: OpenBracket[];
  /** Path that was read last, empty when the last token is no part of one. */
  path: string[];
  /** The last operand was the time column. */
  isTime: boolean;
  /** Which end of BETWEEN is read; the AND between them joins no conditions. */
  between: "none" | "low" | "high";
  last: Token | undefined;
}

function placeAfter(tokens: readonly Token[], timeColumn: string, isInString: boolean): CompletionPlace {
  const reading: Reading = { clause: "none", brackets: [], path: [], isTime: false, between: "none", last: undefined };
  for (const token of tokens) {
    advance(reading, token, timeColumn);
  }
  const bracket = reading.brackets.at(-1);
  return bracket ? placeInBracket(reading, bracket, isInString) : placeInClause(reading, isInString);
}

function advance(reading: Reading, token: Token, timeColumn: string): void {
  const { last } = reading;
  if (token.kind === "name") {
    const continues = last !== undefined && isSign(last, ".");
    reading.path = continues ? [...reading.path, token.text] : [token.text];
    const isValue =
      reading.brackets.some(({ call }) => call !== "") || reading.between !== "none" || isWord(last, "IN");
    if (!isValue) {
      reading.isTime = !continues && isTimeName(token, timeColumn);
    }
  } else if (isSign(token, "(")) {
    const isCall = last?.kind === "name";
    const inPath = isWord(last, "IN") ? reading.path : undefined;
    reading.brackets.push({ call: isCall ? last.text.toLowerCase() : "", inPath, index: 0, first: [] });
  } else if (isSign(token, ")")) {
    reading.brackets.pop();
  } else if (isSign(token, ",")) {
    const bracket = reading.brackets.pop();
    if (bracket) {
      reading.brackets.push({
        ...bracket,
        index: bracket.index + 1,
        first: bracket.index === 0 ? reading.path : bracket.first,
      });
    }
  } else if (token.kind === "word") {
    advanceWord(reading, token.word);
  }
  reading.last = token;
}

function advanceWord(reading: Reading, word: string): void {
  switch (word) {
    case "SELECT":
    case "FROM":
    case "WHERE":
      reading.clause = word.toLowerCase() as Reading["clause"];
      reading.brackets.length = 0;
      break;
    case "BETWEEN":
      reading.between = "low";
      break;
    case "AND":
      if (reading.between === "low") {
        reading.between = "high";
        break;
      }
      reading.between = "none";
      reading.isTime = false;
      break;
    case "OR":
      reading.between = "none";
      reading.isTime = false;
      break;
    default:
  }
}

function placeInBracket(reading: Reading, bracket: OpenBracket, isInString: boolean): CompletionPlace {
  const { last } = reading;
  if (last && isSign(last, ".")) {
    return { kind: "path", path: reading.path };
  }
  const isFresh = last !== undefined && (isSign(last, "(") || isSign(last, ","));
  if (bracket.call === "date") {
    return isInString || isFresh ? { kind: "dateText" } : { kind: "nothing" };
  }
  if (bracket.call !== "") {
    const { call, index, first } = bracket;
    return isFresh ? { kind: "argument", call, index, first } : { kind: "nothing" };
  }
  if (bracket.inPath) {
    return isFresh || isInString ? { kind: "members", path: bracket.inPath } : { kind: "nothing" };
  }
  return placeInClause(reading, isInString);
}

function placeInClause(reading: Reading, isInString: boolean): CompletionPlace {
  const { last, path } = reading;
  if (last && isSign(last, ".")) {
    return { kind: "path", path };
  }
  switch (reading.clause) {
    case "none":
      return { kind: "start" };
    case "select":
      if (isWord(last, "SELECT") || (last && isSign(last, ","))) {
        return isInString ? { kind: "nothing" } : { kind: "item" };
      }
      return isWord(last, "AS") ? { kind: "label" } : { kind: "afterItem" };
    case "from":
      return isWord(last, "FROM") ? { kind: "from" } : { kind: "afterFrom" };
    default:
      return placeInCondition(reading, isInString);
  }
}

function placeInCondition(reading: Reading, isInString: boolean): CompletionPlace {
  const { last, path, isTime } = reading;
  if (last === undefined) {
    return { kind: "condition" };
  }
  if (last.kind === "name") {
    return isTime ? { kind: "afterTime" } : { kind: "afterOperand", path };
  }
  if (last.kind === "sign" && comparisonSigns.includes(last.sign)) {
    return isInString ? { kind: "members", path } : { kind: "nothing" };
  }
  if (last.kind === "word") {
    switch (last.word) {
      case "IN":
        return isTime ? { kind: "timePeriods" } : { kind: "nothing" };
      case "BETWEEN":
        return isTime ? { kind: "timeRange" } : { kind: "nothing" };
      case "AND":
        if (reading.between === "high") {
          return isTime ? { kind: "timeRange" } : { kind: "nothing" };
        }
        return { kind: "condition" };
      case "WHERE":
      case "OR":
      case "NOT":
        return { kind: "condition" };
      default:
        return { kind: "afterCondition" };
    }
  }
  return isSign(last, "(") ? { kind: "condition" } : { kind: "afterCondition" };
}

const comparisonSigns: readonly string[] = ["=", "!=", "<>"];

function isSign(token: Token, sign: string): boolean {
  return token.kind === "sign" && token.sign === sign;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.word === word;
}

function isTimeName(token: Extract<Token, { kind: "name" }>, timeColumn: string): boolean {
  const { text, start, end } = token;
  const path = { kind: "path" as const, segments: [{ kind: "name" as const, text, start, end }], start, end };
  return timeColumnName(path, timeColumn) !== undefined;
}
