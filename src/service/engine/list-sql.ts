import type { Interval } from "../../languages/sql-like/syntax.ts";
import { conditionSql } from "./condition-sql.ts";
import { listColumnSql } from "./list-columns.ts";
import type { ListPlan } from "./list-plan.ts";
import { listRecords } from "./list-records.ts";
import { RecordSource } from "./record-source.ts";
import type { Statement } from "./scan-sql.ts";
import { type Sql, SqlValues } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import type { TableFormat } from "./table-text.ts";

/**
 * Statements that return a list's rows in one text column: each row a line of the format without its line feed. Lists
 * whose order needs no sorting are separate statements, whose rows follow each other.
 */
export function listStatements(plan: ListPlan, format: TableFormat, model: StoredModel): readonly Statement[] {
  if (!plan.settings.page) {
    return plan.intervals.map((interval) => {
      const values = new SqlValues();
      const { sql, order } = selectRows(plan, interval, format, values, model);
      return { sql: plan.sorts.length > 0 ? `${sql} ORDER BY ${order.join(", ")}` : sql, values: values.all() };
    });
  }
  const values = new SqlValues();
  const lists = plan.intervals.map((interval, index) => {
    const { sql, order } = selectRows(plan, interval, format, values, model);
    return { sql, order, index };
  });
  const { limit, offset } = plan.settings.page;
  const page = `LIMIT ${limit} OFFSET ${offset}`;
  const [only] = lists;
  if (only && lists.length === 1) {
    return [{ sql: `${only.sql} ORDER BY ${only.order.join(", ")} ${page}`, values: values.all() }];
  }
  // Each list returns no more rows than the page can use, so that only those are numbered.
  const numbered = lists.map(({ sql, order, index }) => {
    const ordered = `${sql} ORDER BY ${order.join(", ")} LIMIT ${limit + offset}`;
    return `SELECT line, ${index} AS list, row_number() OVER () AS place FROM (${ordered})`;
  });
  return [
    { sql: `SELECT line FROM (${numbered.join(" UNION ALL ")}) ORDER BY list, place ${page}`, values: values.all() },
  ];
}

interface SelectedRows {
  readonly sql: Sql;
  /** Sort order, if one is needed. */
  readonly order: readonly Sql[];
}

function selectRows(
  plan: ListPlan,
  interval: Interval,
  format: TableFormat,
  values: SqlValues,
  model: StoredModel,
): SelectedRows {
  const { records, time, effectiveDate, order } = listRecords(plan.object, interval, plan.settings.recordMode);
  const source = new RecordSource({ model, object: plan.object, records, time });
  const column = source.column.bind(source);
  const columns = plan.columns.map((one, index) =>
    listColumnSql(one.column, index, { column, effectiveDate }, plan.settings, model),
  );
  const scope = { model, values, parameters: plan.parameters, column };
  const conditions = plan.conditions.map((condition) => `(${conditionSql(condition, scope)})`);
  const sorts = plan.sorts.map(({ column: index, isDescending }) => {
    const direction = isDescending ? "DESC" : "ASC";
    return `${columns[index]?.sort ?? "NULL"} ${direction} NULLS LAST`;
  });
  const sql = [
    `SELECT ${lineSql(
      columns.map(({ text }) => text),
      format,
    )} AS line`,
    `FROM ${source.from()}`,
    ...columns.flatMap(({ joins }) => joins),
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(" AND ")}`] : []),
  ].join("\n");
  return { sql, order: [...sorts, 'r."$key"', order, ...source.targets()] };
}

/** Row as text. A line of JSON starts with the comma that separates it from the previous row. */
function lineSql(texts: readonly Sql[], format: TableFormat): Sql {
  switch (format) {
    case "jsonlines":
      return `json_array(${texts.join(", ")})::VARCHAR`;
    case "json": {
      const fields = texts.map((text, index) => `'${index}', coalesce(${text}, '')`);
      return `',' || json_object(${fields.join(", ")})::VARCHAR`;
    }
    case "csv":
      return `concat(${texts.map(csvFieldSql).join(", ',', ")}, chr(13))`;
  }
}

/** Field as in RFC 4180; a missing value is empty. */
function csvFieldSql(text: Sql): Sql {
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `CASE WHEN regexp_matches(${text}, '[",\\r\\n]') THEN ${quoted} ELSE coalesce(${text}, '') END`;
}
