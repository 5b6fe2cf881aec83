import type { Call, Column, Expression, Pivot, Unpivot } from "../../../../languages/table-sql/syntax.ts";
import { NameScope } from "../expressions/name-scope.ts";
import { translateExpression } from "../expressions/translate-expression.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { buildComparisonSql } from "../types/common-value.ts";
import { type DataType, stringType, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteText } from "../types/value.ts";
import {
  createExpressionContext,
  makeNamesUnique,
  type QueryContext,
  type QuerySql,
  quoteName,
  type RelationSql,
} from "./query-context.ts";

/**
 * Translates PIVOT. It groups by all columns that PIVOT does not mention and creates a column for each combination of
 * value and aggregate.
 */
export function translatePivot(pivot: Pivot, input: RelationSql, context: QueryContext): QuerySql {
  const [column] = pivot.columns;
  if (!column || pivot.columns.length > 1) {
    throw new SparkSqlError(
      "PIVOT by several columns is not available in the embedded engine.",
      pivot.start,
      pivot.end,
    );
  }
  const expressions = createExpressionContext(new NameScope(input.columns, context.outer), context);
  const pivoted = translateExpression(column, expressions);
  const usedColumns = new Set([
    pivoted.sql,
    ...pivot.aggregates
      .flatMap(({ expression }) => findColumns(expression))
      .map((one) => translateExpression(one, expressions).sql),
  ]);
  const groups = input.columns.filter((one) => !one.isHidden && !usedColumns.has(one.sql));
  const pivotColumns = pivot.values.flatMap((value) => {
    const constant = translateExpression(value.expression, expressions);
    const name = value.aliases[0] ?? constant.name;
    const equality = commonTypeOrTextOf(pivoted.type, constant.type) && buildComparisonSql("<=>", pivoted, constant);
    if (!equality) {
      throw new SparkSqlError(
        "PIVOT cannot compare this value with the column, because their types differ.",
        value.expression.start,
        value.expression.end,
      );
    }
    return pivot.aggregates.map((aggregate) => {
      const filtered = translateExpression(filterByValue(aggregate.expression, column, value.expression), expressions);
      const suffix = aggregate.aliases[0] ?? translateExpression(aggregate.expression, expressions).name;
      return {
        name: pivot.aggregates.length === 1 ? name : `${name}_${suffix}`,
        type: filtered.type,
        // Spark returns NULL for a value without rows, even for a count.
        sql: `CASE WHEN count(*) FILTER (WHERE ${equality}) > 0 THEN ${filtered.sql} END`,
      };
    });
  });
  const columns = [...groups, ...pivotColumns];
  const names = makeNamesUnique(columns.map(({ name }) => name));
  const list = columns.map(({ sql }, index) => `${sql} AS ${quoteName(names[index] ?? "")}`);
  const by = groups.length > 0 ? ` GROUP BY ${groups.map(({ sql }) => sql).join(", ")}` : "";
  return {
    sql: `SELECT ${list.join(", ")} FROM ${input.sql}${by}`,
    columns: columns.map(({ name, type }, index) => ({ name, type, sqlName: names[index] ?? name })),
  };
}

function findColumns(tree: Expression): Column[] {
  if (tree.kind === "column") {
    return [tree];
  }
  return Object.values(tree).flatMap((part) =>
    Array.isArray(part) ? part.flatMap(findColumnsInPart) : findColumnsInPart(part),
  );
}

function findColumnsInPart(part: unknown): Column[] {
  return typeof part === "object" && part !== null && "kind" in part ? findColumns(part as Expression) : [];
}

/** Adds a FILTER for one value of the pivot column to an aggregate. */
function filterByValue(tree: Expression, column: Expression, value: Expression): Call {
  if (tree.kind !== "call") {
    throw new SparkSqlError(
      "PIVOT takes only aggregate calls such as sum(v) in the embedded engine.",
      tree.start,
      tree.end,
    );
  }
  const { start, end } = tree;
  const equality: Expression = { kind: "binary", operator: "<=>", left: column, right: value, start, end };
  const filter: Expression = tree.filter
    ? { kind: "binary", operator: "AND", left: tree.filter, right: equality, start, end }
    : equality;
  return { ...tree, filter };
}

/**
 * Translates UNPIVOT. Each row becomes several rows, one for each listed column, with the name and the value of that
 * column.
 */
export function translateUnpivot(unpivot: Unpivot, input: RelationSql, context: QueryContext): QuerySql {
  if (unpivot.isWide) {
    const problem =
      "UNPIVOT into several value columns is not available in the embedded engine; use one UNPIVOT for each.";
    throw new SparkSqlError(problem, unpivot.start, unpivot.end);
  }
  const scope = new NameScope(input.columns, context.outer);
  const parts = unpivot.columns.map(({ column, alias }) => ({
    ...scope.resolve(column.path, column),
    label: alias ?? column.path.at(-1) ?? "",
  }));
  const type = parts.reduce((left, part) => {
    const common = commonTypeOrTextOf(left, part.type);
    if (!common) {
      throw new SparkSqlError(
        "UNPIVOT cannot combine these columns, because their types differ.",
        unpivot.start,
        unpivot.end,
      );
    }
    return common;
  }, voidType as DataType);
  const usedColumns = new Set(parts.map(({ sql }) => sql));
  const otherColumns = input.columns.filter((column) => !column.isHidden && !usedColumns.has(column.sql));
  const alias = context.translation.uniqueAlias("unpivot");
  const cells = parts.map((part) => `{"n": ${quoteText(part.label)}, "v": ${buildCastSql(part.sql, part.type, type)}}`);
  const columns = [
    ...otherColumns.map(({ name, sql, type: columnType }) => ({ name, sql, type: columnType })),
    { name: unpivot.nameColumn, sql: `(${alias}."s")."n"`, type: stringType },
    { name: unpivot.valueColumn, sql: `(${alias}."s")."v"`, type },
  ];
  const names = makeNamesUnique(columns.map(({ name }) => name));
  const list = columns.map(({ sql }, index) => `${sql} AS ${quoteName(names[index] ?? "")}`);
  const where = unpivot.isIncludingNulls ? "" : ` WHERE (${alias}."s")."v" IS NOT NULL`;
  return {
    sql: `SELECT ${list.join(", ")} FROM ${input.sql} CROSS JOIN LATERAL (SELECT unnest([${cells.join(", ")}]) AS "s") AS ${alias}${where}`,
    columns: columns.map(({ name, type: columnType }, index) => ({
      name,
      type: columnType,
      sqlName: names[index] ?? name,
    })),
  };
}
