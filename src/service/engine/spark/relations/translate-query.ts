import { countOf } from "../../../../base/count-of.ts";
import type { Expression, Query, QueryBody, SetOperation, SortItem } from "../../../../languages/table-sql/syntax.ts";
import { NameScope } from "../expressions/name-scope.ts";
import { readSortOrdinal, translateSortOrder } from "../expressions/sort-sql.ts";
import { translateExpression } from "../expressions/translate-expression.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { formatSparkType, isSameType, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import {
  createExpressionContext,
  type QueryColumn,
  type QueryContext,
  type QuerySql,
  quoteName,
  typedColumnsOf,
} from "./query-context.ts";
import { translateSelect } from "./translate-select.ts";
import { translateValues } from "./translate-values.ts";

/** Translates a query including WITH, ORDER BY, LIMIT and OFFSET. Throws SparkSqlError. */
export function translateQuery(query: Query, outerContext: QueryContext): QuerySql {
  const ctes: string[] = [];
  const named = new Map(outerContext.namedQueries);
  for (const cte of query.ctes) {
    const inner = translateQuery(cte.query, { ...outerContext, namedQueries: new Map(named) });
    if (cte.columns.length > 0 && cte.columns.length !== inner.columns.length) {
      const problem = `WITH ${cte.name} names ${countOf(cte.columns.length, "column")}, but its query has ${inner.columns.length}.`;
      throw new SparkSqlError(problem, cte.start, cte.end);
    }
    const sqlName = outerContext.translation.uniqueAlias(cte.name);
    ctes.push(`${sqlName} AS (${inner.sql})`);
    const columns = inner.columns.map((column, index) => ({ ...column, name: cte.columns[index] ?? column.name }));
    named.set(cte.name.toLowerCase(), { sqlName, columns });
  }
  const context = { ...outerContext, namedQueries: named };
  const { sql, columns } = translateOrdered(query, context);
  const rest = [limitSql("LIMIT", query.limit, context), limitSql("OFFSET", query.offset, context)].join("");
  return { sql: `${ctes.length > 0 ? `WITH ${ctes.join(", ")} ` : ""}${sql}${rest}`, columns };
}

function limitSql(keyword: string, tree: Expression | undefined, context: QueryContext): string {
  if (!tree) {
    return "";
  }
  const value = translateExpression(tree, createExpressionContext(new NameScope([]), context));
  if (value.constant === undefined || !/^\d+$/.test(value.constant)) {
    throw new SparkSqlError(`${keyword} must be an integer literal.`, tree.start, tree.end);
  }
  return ` ${keyword} ${value.constant}`;
}

/**
 * Translates the body with its ORDER BY, which after a SELECT can use more names than those of the result's columns.
 */
function translateOrdered(query: Query, context: QueryContext): QuerySql {
  if (query.body.kind === "select") {
    return translateSelect(query.body, query.orderBy, context);
  }
  const body = translateBody(query.body, context);
  if (query.orderBy.length === 0 && query.limit === undefined && query.offset === undefined) {
    return body;
  }
  const alias = context.translation.uniqueAlias("rows");
  const scope = new NameScope(
    body.columns.map(({ name, sqlName, type }) => ({
      name,
      type,
      qualifier: undefined,
      sql: `${alias}.${quoteName(sqlName)}`,
    })),
    context.outer,
  );
  const items = query.orderBy.map((item) => orderSql(item, scope, context, body.columns));
  const order = items.length > 0 ? ` ORDER BY ${items.join(", ")}` : "";
  return { sql: `SELECT * FROM (${body.sql}) AS ${alias}${order}`, columns: body.columns };
}

function orderSql(item: SortItem, scope: NameScope, context: QueryContext, columns: readonly QueryColumn[]): string {
  const ordinal = readSortOrdinal(item, columns.length);
  if (ordinal !== undefined) {
    return `${ordinal} ${translateSortOrder(item, columns[ordinal - 1]?.type ?? voidType)}`;
  }
  const value = translateExpression(item.expression, createExpressionContext(scope, context));
  return `${value.sql} ${translateSortOrder(item, value.type)}`;
}

function translateBody(body: QueryBody, context: QueryContext): QuerySql {
  switch (body.kind) {
    case "select":
      return translateSelect(body, [], context);
    case "query":
      return translateQuery(body, context);
    case "values":
      return translateValues(body, context);
    case "set":
      return translateSet(body, context);
    case "missing":
      throw new SparkSqlError("A query is missing.", body.start, body.end);
    default: {
      const named = body.path.length === 1 ? context.namedQueries.get((body.path[0] ?? "").toLowerCase()) : undefined;
      if (named) {
        return { sql: `SELECT * FROM ${named.sqlName}`, columns: named.columns };
      }
      const table = context.translation.findRelation(body.path, body);
      context.translation.recordRead(table);
      const columns = typedColumnsOf(table).map((column) => ({ ...column, sqlName: column.name }));
      const list = columns.map(({ name, isJson }) =>
        isJson ? `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}` : quoteName(name),
      );
      return { sql: `SELECT ${list.join(", ")} FROM ${quoteName(table.name)}`, columns };
    }
  }
}

function translateSet(body: SetOperation, context: QueryContext): QuerySql {
  const [left, right] = [translateBody(body.left, context), translateBody(body.right, context)];
  if (left.columns.length !== right.columns.length) {
    const problem = `${body.operator} combines a query of ${countOf(left.columns.length, "column")} with a query of ${right.columns.length}.`;
    throw new SparkSqlError(problem, body.start, body.end);
  }
  const columns = left.columns.map((column, index) => {
    const other = right.columns[index]?.type ?? voidType;
    const type = commonTypeOrTextOf(column.type, other);
    if (!type) {
      const problem = `${body.operator} cannot combine ${formatSparkType(column.type)} with ${formatSparkType(other)} in column ${index + 1}.`;
      throw new SparkSqlError(problem, body.start, body.end);
    }
    return { ...column, type };
  });
  const sides = [left, right].map((side) => castColumns(side, columns, context));
  return { sql: `(${sides[0]}) ${body.operator}${body.isAll ? " ALL" : ""} (${sides[1]})`, columns };
}

/** Returns SQL of a query with its columns renamed and cast to match others by position. */
function castColumns(query: QuerySql, columns: readonly QueryColumn[], context: QueryContext): string {
  const isSame = query.columns.every(
    (column, index) =>
      column.sqlName === columns[index]?.sqlName && isSameType(column.type, columns[index]?.type ?? voidType),
  );
  if (isSame) {
    return query.sql;
  }
  const alias = context.translation.uniqueAlias("side");
  const list = query.columns.map((column, index) => {
    const target = columns[index] ?? column;
    return `${buildCastSql(`${alias}.${quoteName(column.sqlName)}`, column.type, target.type)} AS ${quoteName(target.sqlName)}`;
  });
  return `SELECT ${list.join(", ")} FROM (${query.sql}) AS ${alias}`;
}
