import { quoteText } from "../../duckdb/database.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import { buildFilterSql } from "./condition-sql.ts";
import { FromClauseBuilder } from "./from-clause.ts";
import { buildListColumnSql, pathsOfColumn, type ValueType, valueTypeOf } from "./list-columns.ts";
import type { ListPlan } from "./list-plan.ts";
import { selectListRecords } from "./list-records.ts";
import type { ScanStatement } from "./scan-sql.ts";
import { PlaceholderValues, type SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import { quotedInCopy, type RowFormat } from "./table-text.ts";
import { filterByTargets } from "./target-filter.ts";

/**
 * Builds the SQL statements of a list query. Each returned row is one text: a formatted line without its line feed. A
 * list that needs no sorting has several statements, whose rows are concatenated.
 */
export function buildListStatements(plan: ListPlan, format: RowFormat, model: StoredModel): readonly ScanStatement[] {
  if (!plan.settings.page) {
    return plan.intervals.map((interval) => {
      const values = new PlaceholderValues();
      const { sql, order } = selectRows(plan, interval, format, values, model);
      return { sql: plan.sorts.length > 0 ? `${sql} ORDER BY ${order.join(", ")}` : sql, values: values.all() };
    });
  }
  const values = new PlaceholderValues();
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
  readonly sql: SqlText;
  /** Sort order, if one is needed. */
  readonly order: readonly SqlText[];
}

function selectRows(
  plan: ListPlan,
  interval: TimeInterval,
  format: RowFormat,
  values: PlaceholderValues,
  model: StoredModel,
): SelectedRows {
  const { records, time, effectiveDate, order } = selectListRecords(plan.object, interval, plan.settings.recordMode);
  const options = { model, object: plan.object, records, time };
  const unbound = { model, values, parameters: plan.parameters };
  const shown = plan.columns.flatMap((one) => pathsOfColumn(one.column));
  const filtered = filterByTargets(options, plan.conditions, shown, unbound);
  const source = new FromClauseBuilder({ ...options, records: filtered.records });
  const column = source.column.bind(source);
  const columns = plan.columns.map((one, index) => ({
    ...buildListColumnSql(one.column, index, { column, effectiveDate }, plan.settings, model, values),
    type: valueTypeOf(one.column, model),
  }));
  const scope = { ...unbound, column };
  const conditions = filtered.conditions.map((condition) => `(${buildFilterSql(condition, scope)})`);
  const sorts = plan.sorts.map(({ column: index, isDescending }) => {
    const direction = isDescending ? "DESC" : "ASC";
    return `${columns[index]?.sort ?? "NULL"} ${direction} NULLS LAST`;
  });
  const sql = [
    `SELECT ${lineSql(columns, format)} AS line`,
    `FROM ${source.from()}`,
    ...columns.flatMap(({ joins }) => joins),
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(" AND ")}`] : []),
  ].join("\n");
  return { sql, order: [...sorts, 'r."$key"', order, ...source.targets()] };
}

interface FieldSql {
  readonly text: SqlText;
  readonly type: ValueType;
}

/** Row as text. A line of JSON starts with the comma that separates it from the previous row. */
function lineSql(columns: readonly FieldSql[], format: RowFormat): SqlText {
  const texts = columns.map(({ text }) => text);
  switch (format) {
    case "jsonlines":
      return `json_array(${texts.join(", ")})::VARCHAR`;
    case "json": {
      const fields = texts.map((text, index) => `'${index}', coalesce(${text}, '')`);
      return `',' || json_object(${fields.join(", ")})::VARCHAR`;
    }
    case "csv":
      return `concat(${texts.map(csvFieldSql).join(", ',', ")}, chr(13))`;
    case "copy":
      return `concat(${columns.map(copyFieldSql).join(", ',', ")})`;
  }
}

/** Field as in RFC 4180; a missing value is empty. */
function csvFieldSql(text: SqlText): SqlText {
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `CASE WHEN regexp_matches(${text}, '[",\\r\\n]') THEN ${quoted} ELSE coalesce(${text}, '') END`;
}

/** Field of the format `copy`. */
function copyFieldSql({ text, type }: FieldSql): SqlText {
  // `concat` takes a missing value for an empty text. Only texts have characters that need quotes.
  return type === "text"
    ? `CASE WHEN regexp_matches(${text}, ${quoteText(quotedInCopy)}) THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`
    : text;
}
