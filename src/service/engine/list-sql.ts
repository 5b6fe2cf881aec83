import { quoteName, quoteText } from "../../duckdb/database.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { buildConditionSql } from "./condition-sql.ts";
import { FromClauseBuilder, type ReferenceTime } from "./from-clause.ts";
import { buildListColumnSql, type ValueType, valueTypeOf } from "./list-columns.ts";
import type { ListPlan } from "./list-plan.ts";
import type { ListSettings } from "./query-options.ts";
import type { ScanStatement } from "./scan-sql.ts";
import { buildInstantSql, PlaceholderValues, type SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import { quotedInCopy, type RowFormat } from "./table-text.ts";

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
  const { records, time, effectiveDate, order } = listRecords(plan.object, interval, plan.settings.recordMode);
  const source = new FromClauseBuilder({ model, object: plan.object, records, time });
  const column = source.column.bind(source);
  const columns = plan.columns.map((one, index) => ({
    ...buildListColumnSql(one.column, index, { column, effectiveDate }, plan.settings, model),
    type: valueTypeOf(one.column, model),
  }));
  const scope = { model, values, parameters: plan.parameters, column };
  const conditions = plan.conditions.map((condition) => `(${buildConditionSql(condition, scope)})`);
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

/** Records that a list has rows for, and the time of each row (semantics.md, "Lists"). */
interface ListRecords {
  /** Subquery with the columns of the object. */
  readonly records: SqlText;
  readonly time: ReferenceTime;
  readonly effectiveDate: SqlText;
  /** Order of the rows with the same key. */
  readonly order: SqlText;
}

function listRecords(
  object: StoredObject,
  { start, end }: TimeInterval,
  recordMode: ListSettings["recordMode"],
): ListRecords {
  const table = quoteName(object.id);
  const [from, to] = [buildInstantSql(start), buildInstantSql(end)];
  if (object.kind === "event") {
    const time = 'r."$event_time"';
    return {
      records: `(SELECT * FROM ${table} WHERE "$event_time" >= ${from} AND "$event_time" < ${to})`,
      time: { kind: "instant", instant: time, side: "before", first: from, last: to },
      effectiveDate: time,
      order: time,
    };
  }
  const validFrom = 'r."$valid_from"';
  if (recordMode === "CHANGES") {
    return {
      records: `(SELECT * FROM ${table} WHERE "$valid_from" >= ${from} AND "$valid_from" < ${to})`,
      time: { kind: "instant", instant: validFrom, side: "from", first: from, last: to },
      effectiveDate: validFrom,
      order: validFrom,
    };
  }
  const instant = `CASE WHEN r."$valid_to" < ${to} THEN r."$valid_to" ELSE ${to} END`;
  return {
    records: latestStates(table, from, to),
    time: { kind: "instant", instant, side: "before", first: from, last: to },
    effectiveDate: to,
    order: validFrom,
  };
}

/**
 * Latest state of each member that is valid at any time in a range. States that reach the end of the range are the
 * latest by definition; only for the usually few that end earlier a later one is searched. This reads the table once
 * without sorting, which for a million members takes half the time of a window function.
 */
function latestStates(table: SqlText, from: SqlText, to: SqlText): SqlText {
  const reachesEnd = `SELECT * FROM ${table} WHERE "$valid_from" < ${to} AND ("$valid_to" IS NULL OR "$valid_to" >= ${to})`;
  const ended = `"$valid_to" > ${from} AND "$valid_to" < ${to}`;
  const later = `SELECT 1 FROM ${table} AS l WHERE l."$key" = e."$key" AND l."$valid_from" > e."$valid_from" AND l."$valid_from" < ${to} AND l."$valid_from" > ${from}`;
  return `(${reachesEnd} UNION ALL SELECT * FROM ${table} AS e WHERE ${ended} AND NOT EXISTS (${later}))`;
}
