import { countOf } from "../../../../base/count-of.ts";
import type { Span } from "../../../../languages/core/text/span.ts";
import type {
  Alias,
  FunctionRelation,
  Join,
  LateralView,
  Relation,
  TableRelation,
} from "../../../../languages/table-sql/syntax.ts";
import { NameScope, type VisibleColumn } from "../expressions/name-scope.ts";
import { buildBooleanSql } from "../expressions/operator-value.ts";
import { translateExpression } from "../expressions/translate-expression.ts";
import { FunctionCall } from "../functions/function-call.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { buildComparisonSql } from "../types/common-value.ts";
import { bigintType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { isGeneratorFunction, isOuterGenerator, joinGeneratedSql, translateGenerator } from "./generator.ts";
import {
  createExpressionContext,
  type QueryColumn,
  type QueryContext,
  type QuerySql,
  quoteName,
  type RelationSql,
  typedColumnsOf,
} from "./query-context.ts";
import { translatePivot, translateUnpivot } from "./translate-pivot.ts";
import { translateValues } from "./translate-values.ts";

/**
 * Translates a relation in FROM. A lateral relation can use `leftColumns`, the columns of the relations before it.
 * Throws SparkSqlError.
 */
export function translateRelation(
  relation: Relation,
  context: QueryContext,
  leftColumns: readonly VisibleColumn[] = [],
): RelationSql {
  switch (relation.kind) {
    case "missing":
      throw new SparkSqlError("A table is missing.", relation.start, relation.end);
    case "table":
      return translateTable(relation, context);
    case "subquery": {
      refuseSample(relation);
      const outer = relation.isLateral ? new NameScope(leftColumns, context.outer) : context.outer;
      const query = context.translate(relation.query, { ...context, outer });
      return nameRelation(query, relation.alias, relation, context);
    }
    case "valuesRelation":
      return nameRelation(translateValues(relation.values, context), relation.alias, relation, context);
    case "tableFunction":
      return translateFunction(relation, context, leftColumns);
    case "join":
      return translateJoin(relation, context);
    case "lateralView":
      return translateLateralView(relation, context);
    case "pivot":
      return nameRelation(
        translatePivot(relation, translateRelation(relation.input, context), context),
        relation.alias,
        relation,
        context,
      );
    default:
      return nameRelation(
        translateUnpivot(relation, translateRelation(relation.input, context), context),
        relation.alias,
        relation,
        context,
      );
  }
}

function translateTable(relation: TableRelation, context: QueryContext): RelationSql {
  refuseVersion(relation);
  refuseSample(relation);
  const named =
    relation.path.length === 1 ? context.namedQueries.get((relation.path[0] ?? "").toLowerCase()) : undefined;
  const name = relation.alias.name ?? relation.path.at(-1) ?? "";
  const alias = context.translation.uniqueAlias(name);
  if (named) {
    return {
      sql: `${named.sqlName} AS ${alias}`,
      columns: toVisibleColumns(named.columns, alias, { ...relation.alias, name }, relation),
    };
  }
  const table = context.translation.findRelation(relation.path, relation);
  context.translation.recordRead(table);
  const columns = typedColumnsOf(table).map((column) => ({ ...column, sqlName: column.name }));
  const visible = toVisibleColumns(columns, alias, { ...relation.alias, name }, relation);
  return {
    sql: `${quoteName(table.name)} AS ${alias}`,
    columns: visible.map((column, index) =>
      columns[index]?.isJson ? { ...column, sql: `CAST(${column.sql} AS VARCHAR)` } : column,
    ),
  };
}

function refuseVersion({ version }: TableRelation): void {
  if (version) {
    const problem = "AS OF is not available here; use the action reset to restore an earlier state of a table.";
    throw new SparkSqlError(problem, version.start, version.end);
  }
}

function refuseSample({ sample }: Pick<TableRelation, "sample">): void {
  if (sample) {
    const problem =
      "TABLESAMPLE is not available in the embedded engine, because it would return other rows than Spark; use LIMIT.";
    throw new SparkSqlError(problem, sample.start, sample.end);
  }
}

/** Returns a query in brackets with a unique alias as a relation. */
function nameRelation(query: QuerySql, alias: Alias, span: Span, context: QueryContext): RelationSql {
  const sqlAlias = context.translation.uniqueAlias(alias.name ?? "query");
  return { sql: `(${query.sql}) AS ${sqlAlias}`, columns: toVisibleColumns(query.columns, sqlAlias, alias, span) };
}

function toVisibleColumns(
  columns: readonly QueryColumn[],
  sqlAlias: string,
  alias: Alias,
  span: Span,
): VisibleColumn[] {
  if (alias.columns.length > 0 && alias.columns.length !== columns.length) {
    const problem = `${alias.name} names ${countOf(alias.columns.length, "column")}, but the relation has ${columns.length}.`;
    throw new SparkSqlError(problem, span.start, span.end);
  }
  return columns.map(({ name, sqlName, type }, index) => ({
    name: alias.columns[index] ?? name,
    qualifier: alias.name,
    sql: `${sqlAlias}.${quoteName(sqlName)}`,
    type,
  }));
}

function translateFunction(
  relation: FunctionRelation,
  context: QueryContext,
  leftColumns: readonly VisibleColumn[],
): RelationSql {
  const { call, alias } = relation;
  const scope = new NameScope(relation.isLateral ? leftColumns : [], context.outer);
  const expressions = createExpressionContext(scope, context);
  if (isGeneratorFunction(call.name)) {
    return translateGenerator(call, alias.columns, expressions, context.translation, alias.name);
  }
  if (call.name.toLowerCase() === "range") {
    const values = new FunctionCall(
      call,
      call.arguments.map((one) => translateExpression(one, expressions)),
    );
    values.expectCount(1, 3);
    const numbers = values.arguments.map((_, index) => values.castArgumentTo(index, bigintType));
    const sql = `SELECT range AS "id" FROM range(${numbers.join(", ")})`;
    return nameRelation({ sql, columns: [{ name: "id", sqlName: "id", type: bigintType }] }, alias, relation, context);
  }
  const problem = `${call.name} is not available in FROM in the embedded engine; use a table, an input, a query, range or a generator such as explode.`;
  throw new SparkSqlError(problem, call.start, call.end);
}

function translateLateralView(view: LateralView, context: QueryContext): RelationSql {
  const input = view.input && translateRelation(view.input, context);
  if (!isGeneratorFunction(view.call.name)) {
    const problem = `LATERAL VIEW takes a generator such as explode, not ${view.call.name}.`;
    throw new SparkSqlError(problem, view.call.start, view.call.end);
  }
  const expressions = createExpressionContext(new NameScope(input?.columns ?? [], context.outer), context);
  const generated = translateGenerator(
    view.call,
    view.alias.columns,
    expressions,
    context.translation,
    view.alias.name,
  );
  const isOuter = view.isOuter || isOuterGenerator(view.call.name);
  const sql = joinGeneratedSql(input?.sql, generated.sql, isOuter);
  return { sql, columns: [...(input?.columns ?? []), ...generated.columns] };
}

const joinKeywords = {
  INNER: "JOIN",
  CROSS: "CROSS JOIN",
  LEFT: "LEFT JOIN",
  RIGHT: "RIGHT JOIN",
  FULL: "FULL JOIN",
  SEMI: "SEMI JOIN",
  ANTI: "ANTI JOIN",
};

function translateJoin(join: Join, context: QueryContext): RelationSql {
  const left = translateRelation(join.left, context);
  const right = translateRelation(join.right, context, left.columns);
  const isLateral = "isLateral" in join.right && join.right.isLateral;
  const shared = join.isNatural ? sharedNames(left, right) : join.using;
  const scope = new NameScope([...left.columns, ...right.columns], context.outer);
  const conditions = shared.map((name) => equalitySql(name, left, right, join));
  if (join.on) {
    conditions.push(buildBooleanSql(translateExpression(join.on, createExpressionContext(scope, context)), join.on));
  }
  const on = conditions.length > 0 ? conditions.join(" AND ") : "TRUE";
  const type =
    join.type === "CROSS" && conditions.length > 0
      ? "INNER"
      : join.type === "INNER" && conditions.length === 0
        ? "CROSS"
        : join.type;
  const target = isLateral ? `LATERAL ${right.sql}` : join.right.kind === "join" ? `(${right.sql})` : right.sql;
  const sql = `${left.sql} ${joinKeywords[type]} ${target}${type === "CROSS" ? "" : ` ON ${on}`}`;
  const columns = join.type === "SEMI" || join.type === "ANTI" ? left.columns : joinColumns(join, left, right, shared);
  return {
    sql,
    columns:
      join.alias.name === undefined ? columns : columns.map((column) => ({ ...column, qualifier: join.alias.name })),
  };
}

function sharedNames(left: RelationSql, right: RelationSql): string[] {
  const others = new Set(right.columns.filter((column) => !column.isHidden).map(({ name }) => name.toLowerCase()));
  return left.columns
    .filter((column) => !column.isHidden && others.has(column.name.toLowerCase()))
    .map(({ name }) => name);
}

function findColumn(relation: RelationSql, name: string, span: Span): VisibleColumn {
  const column = relation.columns.find((one) => !one.isHidden && one.name.toLowerCase() === name.toLowerCase());
  if (!column) {
    throw new SparkSqlError(`USING (${name}): one side of the join has no column ${name}.`, span.start, span.end);
  }
  return column;
}

function equalitySql(name: string, left: RelationSql, right: RelationSql, span: Span): string {
  const sql = buildComparisonSql("=", findColumn(left, name, span), findColumn(right, name, span));
  if (sql === undefined) {
    throw new SparkSqlError(`USING (${name}): the two columns cannot be compared.`, span.start, span.end);
  }
  return sql;
}

/**
 * Returns the columns of a join. Shared columns come first and only once; the originals on both sides can still be used
 * with the name of their relation.
 */
function joinColumns(join: Join, left: RelationSql, right: RelationSql, shared: readonly string[]): VisibleColumn[] {
  const isShared = (column: VisibleColumn) => shared.some((name) => name.toLowerCase() === column.name.toLowerCase());
  const first = shared.map((name): VisibleColumn => {
    const [a, b] = [findColumn(left, name, join), findColumn(right, name, join)];
    if (join.type === "RIGHT") {
      return { ...b, qualifier: undefined };
    }
    if (join.type !== "FULL") {
      return { ...a, qualifier: undefined };
    }
    const type = commonTypeOrTextOf(a.type, b.type) ?? a.type;
    const sides = [a, b].map((side) => buildCastSql(side.sql, side.type, type) ?? side.sql);
    return { name: a.name, qualifier: undefined, type, sql: `coalesce(${sides.join(", ")})` };
  });
  const rest = [...left.columns, ...right.columns].map((column) =>
    isShared(column) ? { ...column, isHidden: true } : column,
  );
  return [...first, ...rest];
}
