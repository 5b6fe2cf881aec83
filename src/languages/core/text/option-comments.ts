import { isObject } from "../../../base/guards.ts";
import type { SqlLikeQueryRequest } from "../../../contract/queries.ts";
import type { Span } from "./span.ts";
import { type StatementRange, splitStatements } from "./statements.ts";

/**
 * A comment before a query that sets query options as JSON: `-- listQueryOptions: {"limit": 10}` (sql-like-language 1,
 * rule 5, and 11.4).
 */
export interface OptionComment extends Span {
  readonly name: Span & { readonly text: string };
  /** Span of the JSON text, which follows the option's name in the comment. */
  readonly json: Span;
}

/** Options of a query request: one object for aggregate queries and one for list queries. */
export type QueryOptions = Pick<SqlLikeQueryRequest, "aggregateQueryOptions" | "listQueryOptions">;

const trivia = /[\s;\uFEFF]+|(?<comment>--[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$))/y;
const header = /^(?:--|\/\*)\s*(?<name>\w*QueryOptions)\b[ \t]*:?/i;

/** Returns the comments between an offset and the next statement. */
export function findLeadingComments(text: string, start = 0): Span[] {
  const comments: Span[] = [];
  const pattern = new RegExp(trivia);
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match.groups?.comment !== undefined) {
      comments.push({ start: match.index, end: pattern.lastIndex });
    }
  }
  return comments;
}

/** Returns the comments before the next statement that look like query options, even if the option name is invalid. */
export function findOptionComments(text: string, start = 0): OptionComment[] {
  return findLeadingComments(text, start).flatMap((comment) => readComment(text, comment) ?? []);
}

function readComment(text: string, { start, end }: Span): OptionComment | undefined {
  const content = text.slice(start, end);
  const match = header.exec(content);
  const name = match?.groups?.name;
  if (!match || name === undefined) {
    return undefined;
  }
  const nameStart = start + content.indexOf(name);
  const isBlock = content.startsWith("/*") && content.length > 3 && content.endsWith("*/");
  const json = { start: start + match[0].length, end: isBlock ? end - 2 : end };
  return { start, end, name: { text: name, start: nameStart, end: nameStart + name.length }, json };
}

/** Returns the query options set in comments before a statement. Options that are not valid JSON are omitted. */
export function readQueryOptionsBefore(text: string, statement: StatementRange): QueryOptions {
  const before = splitStatements(text).findLast(({ end }) => end <= statement.start);
  const options: { aggregateQueryOptions?: object; listQueryOptions?: object } = {};
  for (const { name, json } of findOptionComments(text, before?.end)) {
    const value = readJson(text.slice(json.start, json.end));
    if ((name.text === "aggregateQueryOptions" || name.text === "listQueryOptions") && isObject(value)) {
      options[name.text] = { ...options[name.text], ...value };
    }
  }
  return options;
}

/**
 * Parses a JSON text strictly. Returns undefined for incomplete JSON, since a partly read option could mean something
 * else.
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
