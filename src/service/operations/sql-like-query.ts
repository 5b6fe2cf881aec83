import type { AggregateQueryRequest, ListQueryRequest, SqlLikeQueryRequest } from "../../contract/query-schemas.ts";
import {
  type AggregateColumn,
  bindQuery,
  type LoweredQuery,
  locate,
  lowerQuery,
  type Problem,
  parseScript,
  type Query,
} from "../../languages/sql-like/syntax.ts";
import { HttpError } from "../call/call.ts";
import { modelSourceOf } from "../model/model-source.ts";
import type { TenantModel } from "../model/tenant-model.ts";

/** Problems that say a column's name leads nowhere (sql-like-language 15). */
const unresolvedCodes = new Set(["SL301", "SL305", "SL307", "SL308", "SL309"]);

type Item = Query["items"][number];

/** Indexes of the columns that cannot be resolved, which `queryMode` `FILL` leaves empty (semantics.md, "Lists"). */
function unresolvedColumns({ items }: Query, problems: readonly Problem[]): ReadonlySet<number> {
  const unresolved = items.flatMap((item, index) => {
    const inside = problems.filter(({ start, end }) => start >= item.start && end <= item.end);
    const errors = inside.filter(({ severity }) => severity === "error");
    const isUnresolved = errors.length > 0 && errors.every(({ code }) => unresolvedCodes.has(code));
    return isUnresolved && pathOf(item) !== undefined ? [index] : [];
  });
  return new Set(unresolved);
}

/** The query with time, which every list has, in place of some of its columns, so that the rest can be bound. */
function withStandIns(query: Query, columns: ReadonlySet<number>, timeColumn: string): Query {
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

/** The request with the columns that had a stand-in as the text has them, so that the engine finds them missing. */
function withoutStandIns(request: ListQueryRequest, { items }: Query, columns: ReadonlySet<number>): ListQueryRequest {
  return {
    ...request,
    columns: request.columns.map((column, index) => {
      const item = items[index];
      const path = columns.has(index) && item ? pathOf(item) : undefined;
      return path === undefined ? column : { columnName: item?.label?.value ?? path, columnDefinition: {} };
    }),
  };
}

/** The path of a column as written, without the level around it; `undefined` for what is no column at all. */
function pathOf({ expression }: Item): string | undefined {
  const path =
    expression.kind === "call" && expression.name.text.toLowerCase() === "level"
      ? expression.arguments[0]?.value
      : expression;
  return path?.kind === "path" ? path.segments.map(({ text }) => text).join(".") : undefined;
}

/** A query text as the request it stands for. */
type SqlLikeQuery =
  | {
      readonly kind: "aggregate";
      readonly request: AggregateQueryRequest;
      readonly columns: readonly AggregateColumn[];
    }
  | { readonly kind: "list"; readonly request: ListQueryRequest };

/**
 * Parses, binds and lowers the text of a request and puts the options of its kind beside it; those of the other kind are
 * ignored (sql-like-language 4.2). Throws a 400 that says where in the text each error is, the first one first.
 */
export function readSqlLike(body: SqlLikeQueryRequest, model: TenantModel, timeColumn: string): SqlLikeQuery {
  const text = body.query ?? "";
  if (text.trim() === "") {
    throw new HttpError(400, "QUERY_INVALID", "The request has no query; give its text in `query`.");
  }
  if (text.length > longestText) {
    throw new HttpError(
      400,
      "QUERY_INVALID",
      `The query has ${text.length} characters and may have ${longestText}; split it, or filter by a level or concept instead of members.`,
    );
  }
  const fills = body.listQueryOptions?.queryMode === "FILL";
  const lowered = lower(text, model, timeColumn, fills);
  if (lowered.kind === "aggregate") {
    const options = body.aggregateQueryOptions;
    refuseOption(options, "enableDescendingSpace");
    const request = options ? { ...lowered.request, options } : lowered.request;
    return { kind: "aggregate", request, columns: lowered.columns };
  }
  const options = body.listQueryOptions;
  refuseOption(options, "multipleTables");
  return { kind: "list", request: options ? { ...lowered.request, options } : lowered.request };
}

function lower(text: string, model: TenantModel, timeColumn: string, fills: boolean): LoweredQuery {
  const { script, problems } = parseScript(text, { isSingleStatement: true, mostProblems });
  const [statement] = script.statements;
  if (statement?.kind !== "query" || problems.filter(isError).length >= mostProblems) {
    throw invalidText(text, problems);
  }
  const bind = (query: Query) => bindQuery(query, modelSourceOf(model), { timeColumn, output: "table", mostProblems });
  const first = bind(statement);
  const missing = fills && !first.query ? unresolvedColumns(statement, first.problems) : new Set<number>();
  const bound = missing.size > 0 ? bind(withStandIns(statement, missing, timeColumn)) : first;
  const all = [...problems, ...bound.problems];
  // An option of lists has no effect on an aggregate query, whose unknown names stay errors.
  if (!bound.query || all.some(isError) || (missing.size > 0 && bound.query.kind !== "list")) {
    throw invalidText(text, [...problems, ...first.problems]);
  }
  const lowered = lowerQuery(bound.query);
  return lowered.kind === "list"
    ? { ...lowered, request: withoutStandIns(lowered.request, statement, missing) }
    : lowered;
}

/** One bracket too many can be a mistake at each of a hundred thousand others. */
const mostMessages = 20;
/** Ours: the event loop waits while a text is read, and nobody reads more of what is wrong with it. */
const mostProblems = 100;
/** Ours: room for a hundred thousand members, which takes a second or two to read. */
const longestText = 2_000_000;

function invalidText(text: string, problems: readonly Problem[]): HttpError {
  const errors = problems.filter(isError).sort((one, other) => one.start - other.start);
  const messages = errors.slice(0, mostMessages).map(({ start, message }) => {
    const { line, column } = locate(text, start);
    return `line ${line}, column ${column}: ${message}`;
  });
  if (errors.length > mostMessages) {
    const more = errors.length - mostMessages;
    messages.push(errors.length >= mostProblems ? `and at least ${more} more.` : `and ${more} more.`);
  }
  return new HttpError(400, "QUERY_INVALID", messages.join("\n") || "line 1, column 1: A query starts with SELECT.");
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

/** The schema of the request lets through what it does not know, so that the refusal can say why. */
function refuseOption(options: object | undefined, name: string): void {
  if (options && Object.hasOwn(options, name)) {
    throw new HttpError(400, "QUERY_INVALID", `The option ${name} is not available in a SQL-like query.`);
  }
}
