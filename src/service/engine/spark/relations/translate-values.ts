import type { Values } from "../../../../languages/table-sql/syntax.ts";
import { NameScope } from "../expressions/name-scope.ts";
import { translateExpression } from "../expressions/translate-expression.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { type DataType, formatSparkType, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";
import { createExpressionContext, type QueryContext, type QuerySql, quoteName } from "./query-context.ts";

/** Translates VALUES. The columns are named `col1`, `col2` and so on. */
export function translateValues(values: Values, context: QueryContext): QuerySql {
  const inner = createExpressionContext(new NameScope([], context.outer), context);
  const rows = values.rows.map((row) => row.map((one) => translateExpression(one, inner)));
  const width = rows[0]?.length ?? 0;
  const types: DataType[] = [];
  for (let index = 0; index < width; index++) {
    types.push(rows.reduce((type, row, at) => commonColumnType(type, row[index], values, at), voidType as DataType));
  }
  if (rows.some((row) => row.length !== width)) {
    throw new SparkSqlError("The rows of VALUES do not have the same number of columns.", values.start, values.end);
  }
  const lines = rows.map(
    (row) => `(${row.map((value, index) => castValue(value, types[index] ?? voidType)).join(", ")})`,
  );
  const columns = types.map((type, index) => ({ name: `col${index + 1}`, sqlName: `col${index + 1}`, type }));
  const names = columns.map(({ sqlName }) => quoteName(sqlName)).join(", ");
  return {
    sql: `SELECT * FROM (VALUES ${lines.join(", ")}) AS ${context.translation.uniqueAlias("values")}(${names})`,
    columns,
  };
}

function commonColumnType(type: DataType, value: TranslatedValue | undefined, values: Values, row: number): DataType {
  const common = commonTypeOrTextOf(type, value?.type ?? voidType);
  if (!common) {
    const problem = `Row ${row + 1} of VALUES has ${formatSparkType(value?.type ?? voidType)} in a column of ${formatSparkType(type)}.`;
    throw new SparkSqlError(problem, values.start, values.end);
  }
  return common;
}

function castValue(value: TranslatedValue, type: DataType): string {
  return buildCastSql(value.sql, value.type, type) ?? value.sql;
}
