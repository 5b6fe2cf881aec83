import type { SqlValue } from "../../duckdb/database.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import { type GroupingAxis, noMemberKey } from "./axis.ts";
import { buildFilterSql, buildTruthKeySql } from "./condition-sql.ts";
import { FromClauseBuilder, type FromClauseOptions, type ReferenceTime } from "./from-clause.ts";
import { QueryError } from "./query-error.ts";
import { pathsOf } from "./record-condition.ts";
import type { RecordScan, ScanMeasure } from "./scan.ts";
import { buildInstantSql, PlaceholderValues, type SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import { filterByTargets } from "./target-filter.ts";
import { buildRecordIntervalsSql } from "./timeline.ts";

/** SQL statement of a scan, with the values of its placeholders. */
export interface ScanStatement {
  readonly sql: SqlText;
  readonly values: SqlValue[];
}

/** Column of a measure: the sum over records, and over groups. */
interface Sum {
  readonly name: string;
  readonly ofRecords: SqlText;
  readonly ofGroups: SqlText;
}

/**
 * Builds the SQL statement that reads the non-empty cells of a scan, ordered by interval and axes. The columns are the
 * ordinal of the interval, the position on each axis and, for each measure, its support and values. The statement first
 * groups the records by attributes, keys and span, then spreads the groups over intervals and positions.
 */
export function buildScanStatement(scan: RecordScan, model: StoredModel): ScanStatement {
  const values = new PlaceholderValues();
  const options: FromClauseOptions = {
    model,
    object: scan.object,
    records: buildRecordIntervalsSql(scan.object, scan.intervals),
    time: scan.object.kind === "event" ? eventTime(scan.intervals) : { kind: "spans", intervals: scan.intervals },
  };
  const spanOf = (rows: FromClauseBuilder) => (scan.object.kind === "event" ? eventSpan : rows.span());
  const shown = scan.axes.flatMap(({ key }) => (key.kind === "column" ? [key.path] : pathsOf(key.condition)));
  const unbound = { model, values, parameters: scan.parameters };
  const filtered = filterByTargets(options, scan.conditions, shown, unbound, spanOf);
  const source = new FromClauseBuilder({ ...options, records: filtered.records });
  const scope = { ...unbound, column: source.column.bind(source) };
  const keys = scan.axes.map(({ key }) =>
    key.kind === "column" ? key.expression(source.column(key.path)) : buildTruthKeySql(key.condition, scope),
  );
  const conditions = filtered.conditions.map((condition) => `(${buildFilterSql(condition, scope)})`);
  const sums = scan.measures.flatMap((measure, index) => {
    const filter = measure.condition ? ` FILTER (WHERE ${buildFilterSql(measure.condition, scope)})` : "";
    return measureSums(measure, index, filter, source, model);
  });
  const span = spanOf(source);
  const grouped = [...keys.map((key, index) => `${key} AS k${index}`), `${span.start} AS i0`, `${span.end} AS i1`];
  const groups = [
    `SELECT ${[...grouped, ...sums.map(({ name, ofRecords }) => `${ofRecords} AS ${name}`)].join(", ")}`,
    `FROM ${source.from()}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(" AND ")}`] : []),
    `GROUP BY ${grouped.map((_, index) => index + 1).join(", ")}`,
  ].join("\n");
  const coordinates = ["i::INTEGER AS i", ...scan.axes.map((axis, index) => `${positionOf(axis, index)} AS p${index}`)];
  const order = coordinates.map((_, index) => index + 1).join(", ");
  const placed = scan.axes.flatMap((axis, index) => placementJoin(axis, index));
  const isPlaced = scan.axes.flatMap((axis, index) => (axis.placement ? [] : [`k${index} <> ${noMemberKey}`]));
  // In the select list rather than in WHERE, which DuckDB would check for each record instead of each group.
  const counted = isPlaced.length > 0 ? `CASE WHEN ${isPlaced.join(" AND ")} THEN range(i0, i1) END` : "range(i0, i1)";
  const sql = [
    `WITH g AS (${groups}),`,
    `s AS (SELECT *, unnest(${counted}) AS i FROM g)`,
    `SELECT ${[...coordinates, ...sums.map(({ ofGroups }) => ofGroups)].join(", ")}`,
    ["FROM s", ...placed].join(" "),
    `GROUP BY ${order} ORDER BY ${order}`,
  ].join("\n");
  return { sql, values: values.all() };
}

/** References of an event are read as of just before it happened. */
function eventTime(intervals: readonly TimeInterval[]): ReferenceTime {
  const first = buildInstantSql(Math.min(...intervals.map(({ start }) => start)));
  const last = buildInstantSql(Math.max(...intervals.map(({ end }) => end)));
  return { kind: "instant", instant: 'r."$event_time"', side: "before", first, last };
}
const eventSpan = { start: 'r."$i0"', end: 'r."$i1"' } as const;

function positionOf(axis: GroupingAxis, index: number): SqlText {
  return axis.placement ? `m${index}.p` : `k${index}`;
}

function placementJoin({ placement }: GroupingAxis, index: number): readonly SqlText[] {
  if (!placement) {
    return [];
  }
  const keys = placement.map(([key]) => key).join(", ");
  const positions = placement.map(([, position]) => position).join(", ");
  const table = `SELECT unnest([${keys}]::INTEGER[]) AS k, unnest([${positions}]::INTEGER[]) AS p`;
  return [`JOIN (${table}) AS m${index} ON m${index}.k = k${index}`];
}

function measureSums(
  { plan: { metric } }: ScanMeasure,
  index: number,
  filter: SqlText,
  source: FromClauseBuilder,
  model: StoredModel,
): readonly Sum[] {
  const support: Sum = { name: `n${index}`, ofRecords: `count(*)${filter}`, ofGroups: `sum(n${index})::BIGINT` };
  if (metric.aggregate === "count") {
    return [support];
  }
  if (metric.property === undefined) {
    throw new QueryError(`The metric "${metric.id}" has no property to aggregate; correct the model.`);
  }
  const { storage, id } = model.property(metric.object, metric.property);
  const path = model.resolve({ name: id }, metric.object, "property");
  const column = source.column(path);
  const value = `v${index}`;
  switch (metric.aggregate) {
    case "sum":
    case "average": {
      if (storage !== "DOUBLE" && storage !== "BIGINT") {
        throw new QueryError(`The metric "${metric.id}" adds up "${id}", which is no number; correct the model.`);
      }
      // Compensated summation hides from the result in which order threads add.
      const sum = storage === "DOUBLE" ? "fsum" : "sum";
      const total: Sum = { name: value, ofRecords: `${sum}(${column})${filter}`, ofGroups: `${sum}(${value})` };
      const count: Sum = {
        name: `c${index}`,
        ofRecords: `count(${column})${filter}`,
        ofGroups: `sum(c${index})::BIGINT`,
      };
      return metric.aggregate === "sum" ? [support, total] : [support, total, count];
    }
    case "minimum":
    case "maximum": {
      const pick = metric.aggregate === "minimum" ? "min" : "max";
      const number = storage === "TIMESTAMP" ? `epoch_ms(${column})` : column;
      if (storage === "VARCHAR" || storage === "BOOLEAN") {
        throw new QueryError(
          `The metric "${metric.id}" needs a number or date; "${id}" is neither. Correct the model.`,
        );
      }
      return [support, { name: value, ofRecords: `${pick}(${number})${filter}`, ofGroups: `${pick}(${value})` }];
    }
  }
}
