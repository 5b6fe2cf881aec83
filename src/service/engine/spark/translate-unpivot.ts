import type { Unpivot } from "../../../languages/table-sql/syntax.ts";
import { castSql } from "./cast-sql.ts";
import { commonTypeWithText } from "./common-type.ts";
import { type DataType, stringType, voidType } from "./data-type.ts";
import { NameScope } from "./name-scope.ts";
import type { QueryContext, QuerySql, RelationSql } from "./query-context.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import { quoteName, uniqueNames } from "./translation.ts";
import { quoteText } from "./value.ts";

/** A row for each named column of each row: the other columns, the column's name and its value. */
export function translateUnpivot(unpivot: Unpivot, input: RelationSql, context: QueryContext): QuerySql {
  if (unpivot.isWide) {
    const problem = "UNPIVOT into several value columns is not available in the embedded engine; unpivot one by one.";
    throw new SparkSqlError(problem, unpivot.start, unpivot.end);
  }
  const scope = new NameScope(input.columns, context.outer);
  const parts = unpivot.columns.map(({ column, alias }) => ({
    ...scope.resolve(column.path, column),
    shown: alias ?? column.path.at(-1) ?? "",
  }));
  const type = parts.reduce((left, part) => {
    const common = commonTypeWithText(left, part.type);
    if (!common) {
      throw new SparkSqlError("UNPIVOT joins columns of different types.", unpivot.start, unpivot.end);
    }
    return common;
  }, voidType as DataType);
  const used = new Set(parts.map(({ sql }) => sql));
  const kept = input.columns.filter((column) => !column.isHidden && !used.has(column.sql));
  const alias = context.translation.alias("unpivot");
  const cells = parts.map((part) => `{"n": ${quoteText(part.shown)}, "v": ${castSql(part.sql, part.type, type)}}`);
  const columns = [
    ...kept.map(({ name, sql, type: own }) => ({ name, sql, type: own })),
    { name: unpivot.nameName, sql: `(${alias}."s")."n"`, type: stringType },
    { name: unpivot.valueName, sql: `(${alias}."s")."v"`, type },
  ];
  const names = uniqueNames(columns.map(({ name }) => name));
  const list = columns.map(({ sql }, index) => `${sql} AS ${quoteName(names[index] ?? "")}`);
  const where = unpivot.isIncludingNulls ? "" : ` WHERE (${alias}."s")."v" IS NOT NULL`;
  return {
    sql: `SELECT ${list.join(", ")} FROM ${input.sql} CROSS JOIN LATERAL (SELECT unnest([${cells.join(", ")}]) AS "s") AS ${alias}${where}`,
    columns: columns.map(({ name, type: own }, index) => ({ name, type: own, sqlName: names[index] ?? name })),
  };
}
