import type { Query } from "../../../../languages/table-sql/syntax.ts";
import type { NameScope, VisibleColumn } from "../expressions/name-scope.ts";
import type { ExpressionContext } from "../expressions/translate-expression.ts";
import type { Translation, TypedColumn } from "./translation.ts";

/** A column of a query: Spark's name and the one in the SQL, which differ where Spark allows a name twice. */
export interface QueryColumn extends TypedColumn {
  readonly sqlName: string;
}

/** A query as a SELECT of DuckDB. */
export interface QuerySql {
  readonly sql: string;
  readonly columns: readonly QueryColumn[];
}

/** A query that WITH names. */
interface NamedQuery {
  readonly sqlName: string;
  readonly columns: readonly QueryColumn[];
}

/** What a query sees: the statement, the names around it and the queries of WITH. */
export interface QueryContext {
  readonly translation: Translation;
  readonly outer: NameScope | undefined;
  readonly named: ReadonlyMap<string, NamedQuery>;
  readonly translate: (query: Query, context: QueryContext) => QuerySql;
}

/** What stands in FROM, and the columns that names may mean. */
export interface RelationSql {
  readonly sql: string;
  readonly columns: readonly VisibleColumn[];
}

/** What expressions see at a place where `scope` says what names mean. */
export function expressionContext(
  scope: NameScope,
  context: QueryContext,
  parts: Partial<Pick<ExpressionContext, "windows" | "groups" | "onAggregate">> = {},
): ExpressionContext {
  return {
    scope,
    windows: parts.windows ?? new Map(),
    groups: parts.groups ?? [],
    onAggregate: parts.onAggregate ?? (() => undefined),
    query: (query, inner) => context.translate(query, { ...context, outer: inner }),
  };
}
