import type { Query } from "../../../../languages/table-sql/syntax.ts";
import type { NameScope, VisibleColumn } from "../expressions/name-scope.ts";
import type { ExpressionContext } from "../expressions/translate-expression.ts";
import type { Translation, TypedColumn } from "./translation.ts";

/** A column of a query. Its name in the SQL differs from Spark's where Spark allows several columns of one name. */
export interface QueryColumn extends TypedColumn {
  readonly sqlName: string;
}

/** A query translated to a DuckDB SELECT. */
export interface QuerySql {
  readonly sql: string;
  readonly columns: readonly QueryColumn[];
}

/** A common table expression: a query that WITH defines. */
interface NamedQuery {
  readonly sqlName: string;
  readonly columns: readonly QueryColumn[];
}

/** Context of a query: the translation of its statement, the names of enclosing queries and the queries of WITH. */
export interface QueryContext {
  readonly translation: Translation;
  readonly outer: NameScope | undefined;
  readonly namedQueries: ReadonlyMap<string, NamedQuery>;
  readonly translate: (query: Query, context: QueryContext) => QuerySql;
}

/** SQL of a relation in FROM, and the columns that names can refer to. */
export interface RelationSql {
  readonly sql: string;
  readonly columns: readonly VisibleColumn[];
}

/** Returns the context of expressions whose names `scope` resolves; subqueries see the same names. */
export function expressionContext(
  scope: NameScope,
  context: QueryContext,
  parts: Partial<Pick<ExpressionContext, "windows" | "groups" | "onAggregate">> = {},
): ExpressionContext {
  return {
    scope,
    budget: context.translation.budget,
    windows: parts.windows ?? new Map(),
    groups: parts.groups ?? [],
    onAggregate: parts.onAggregate ?? (() => undefined),
    query: (query, inner) => context.translate(query, { ...context, outer: inner }),
  };
}
