import type { AggregateQueryRequest, ListQueryRequest, SqlLikeQueryRequest } from "../../contract/queries.ts";
import {
  type AggregateColumn,
  bindQuery,
  isError,
  type LoweredQuery,
  lineAndColumnAt,
  lowerQuery,
  type Problem,
  parseScript,
  type Query,
} from "../../languages/sql-like/syntax.ts";
import { HttpError } from "../call/call.ts";

import { createModelSource, type TenantModel } from "../model/tenant-model.ts";

/** Codes of problems with a column name that cannot be resolved (sql-like-language 15). */
const unresolvedCodes = new Set(["SL301", "SL305", "SL307", "SL308", "SL309"]);

type Item = Query["items"][number];

/**
 * Indexes of the columns that cannot be resolved, which a `queryMode` of `FILL` leaves empty (semantics.md, "Lists").
 */
function unresolvedColumns({ items }: Query, problems: readonly Problem[]): ReadonlySet<number> {
  // A text has few errors, but may have a hint for each of its columns.
  const errors = problems.filter(isError);
  const unresolved = items.flatMap((item, index) => {
    const inside = errors.filter(({ start, end }) => start >= item.start && end <= item.end);
    const isUnresolved = inside.length > 0 && inside.every(({ code }) => unresolvedCodes.has(code));
    return isUnresolved && pathOf(item) !== undefined ? [index] : [];
  });
  return new Set(unresolved);
}

/** Replaces some columns by the time column, which every list has, so that the other columns can be bound. */
function withPlaceholders(query: Query, columns: ReadonlySet<number>, timeColumn: string): Query {
  const items = query.items.map((item, index): Item => {
    if (!columns.has(index)) {
      return item;
    }
    const { start, end } = item.expression;
    const name = { kind: "name", text: timeColumn, start, end } as const;
    return { ...item, expression: { kind: "path", segments: [name], start, end } };
  });
  return { ...query, items };
}

/** Restores the replaced columns as they were written, so that the engine reports them as missing. */
function withoutPlaceholders(
  request: ListQueryRequest,
  { items }: Query,
  columns: ReadonlySet<number>,
): ListQueryRequest {
  return {
    ...request,
    columns: request.columns.map((column, index) => {
      const item = items[index];
      const path = columns.has(index) && item ? pathOf(item) : undefined;
      return path === undefined ? column : { columnName: item?.label?.value ?? path, columnDefinition: {} };
    }),
  };
}

/** Path of a column as written, without `level(...)` around it; `undefined` for other expressions. */
function pathOf({ expression }: Item): string | undefined {
  const path =
    expression.kind === "call" && expression.name.text.toLowerCase() === "level"
      ? expression.arguments[0]?.value
      : expression;
  return path?.kind === "path" ? path.segments.map(({ text }) => text).join(".") : undefined;
}

/** Request that is equivalent to a query text. */
type SqlLikeQuery =
  | {
      readonly kind: "aggregate";
      readonly request: AggregateQueryRequest;
      readonly columns: readonly AggregateColumn[];
    }
  | { readonly kind: "list"; readonly request: ListQueryRequest };

/**
 * Parses, binds and lowers the query text of a request, and adds the request's options for this kind of query
 * (sql-like-language 4.2). Options for other kinds are ignored. Throws a 400 with the errors and their positions in the
 * text.
 */
export function readSqlLike(body: SqlLikeQueryRequest, model: TenantModel, timeColumn: string): SqlLikeQuery {
  const text = body.query ?? "";
  if (text.trim() === "") {
    throw new HttpError(400, "QUERY_INVALID", "The request has no query; send its text in `query`.");
  }
  if (text.length > maxQueryLength) {
    throw new HttpError(
      400,
      "QUERY_INVALID",
      `The query has ${text.length} characters, but at most ${maxQueryLength} are allowed; split it, or filter by a level or concept instead of members.`,
    );
  }
  const fillsMissing = body.listQueryOptions?.queryMode === "FILL";
  const lowered = lower(text, model, timeColumn, fillsMissing);
  if (lowered.kind === "aggregate") {
    const options = body.aggregateQueryOptions;
    rejectOption(options, "enableDescendingSpace");
    const request = options ? { ...lowered.request, options } : lowered.request;
    return { kind: "aggregate", request, columns: lowered.columns };
  }
  const options = body.listQueryOptions;
  rejectOption(options, "multipleTables");
  return { kind: "list", request: options ? { ...lowered.request, options } : lowered.request };
}

function lower(text: string, model: TenantModel, timeColumn: string, fillsMissing: boolean): LoweredQuery {
  const { script, problems } = parseScript(text, { isSingleStatement: true, maxErrors });
  const [statement] = script.statements;
  if (statement?.kind !== "query" || problems.filter(isError).length >= maxErrors) {
    throw invalidText(text, problems);
  }
  const bind = (query: Query) => bindQuery(query, createModelSource(model), { timeColumn, output: "table", maxErrors });
  const first = bind(statement);
  const missing = fillsMissing && !first.query ? unresolvedColumns(statement, first.problems) : new Set<number>();
  const bound = missing.size > 0 ? bind(withPlaceholders(statement, missing, timeColumn)) : first;
  const all = [...problems, ...bound.problems];
  // The list option has no effect on an aggregate query, whose unknown names stay errors.
  if (!bound.query || all.some(isError) || (missing.size > 0 && bound.query.kind !== "list")) {
    throw invalidText(text, [...problems, ...first.problems]);
  }
  const lowered = lowerQuery(bound.query);
  return lowered.kind === "list"
    ? { ...lowered, request: withoutPlaceholders(lowered.request, statement, missing) }
    : lowered;
}

/** Maximum number of messages in an answer, since one extra bracket can cause a hundred thousand follow-up errors. */
const maxMessages = 20;
/**
 * Maximum number of errors to find; not from the specification. Parsing blocks the event loop, and more errors would be
 * of no use.
 */
const maxErrors = 100;
/**
 * Maximum length in characters; our choice: enough for a hundred thousand members, and takes a second or two to parse.
 */
const maxQueryLength = 2_000_000;

function invalidText(text: string, problems: readonly Problem[]): HttpError {
  const errors = problems.filter(isError).sort((one, other) => one.start - other.start);
  const messages = errors.slice(0, maxMessages).map(({ start, message }) => {
    const { line, column } = lineAndColumnAt(text, start);
    return `line ${line}, column ${column}: ${message}`;
  });
  if (errors.length > maxMessages) {
    const more = errors.length - maxMessages;
    messages.push(errors.length >= maxErrors ? `and at least ${more} more.` : `and ${more} more.`);
  }
  return new HttpError(400, "QUERY_INVALID", messages.join("\n") || "line 1, column 1: A query starts with SELECT.");
}

/**
 * Throws a 400 if an unavailable option is present. The schema lets unknown fields pass, so that this can give the
 * reason.
 */
function rejectOption(options: object | undefined, name: string): void {
  if (options && Object.hasOwn(options, name)) {
    throw new HttpError(400, "QUERY_INVALID", `The option ${name} is not available in a SQL-like query.`);
  }
}
