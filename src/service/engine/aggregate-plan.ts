import type { AggregateQueryRequest } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { arrangePositions } from "./arrange-positions.ts";
import { type GroupingAxis, withTotalPosition } from "./axis.ts";
import { readFilters, readParameters } from "./filters.ts";
import { basePlansOf, type MeasuredValue, type MetricPlan, planMetric } from "./metric-plan.ts";
import { checkColumnCount, QueryError } from "./query-error.ts";
import { type AggregateSettings, readAggregateOptions } from "./query-options.ts";
import { type RequestedAxis, readAxes } from "./read-axes.ts";
import { type CellPlan, readAggregateCells } from "./read-cells.ts";
import { planRecordScans, type ScanParts } from "./scan.ts";
import type { StoredModel } from "./stored-model.ts";
import { readQueryIntervals } from "./time-settings.ts";

/** A metric of an aggregate query, with the name of its column. */
export interface NamedMetric {
  /** Column name in a table. */
  readonly name: string;
  readonly plan: MetricPlan;
}

/** Aggregate query in which all names are resolved to elements of the model. */
export interface AggregatePlan extends CellPlan {
  /** Analytic object that the metrics belong to. */
  readonly object: StoredObject;
  readonly metrics: readonly NamedMetric[];
  readonly settings: AggregateSettings;
}

/** Resolves the names of an aggregate query. Throws QueryError. */
export async function planAggregateQuery(
  { query, options }: AggregateQueryRequest,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<AggregatePlan> {
  const settings = readAggregateOptions(options);
  checkColumnCount((query.source?.metrics?.columns?.length ?? 0) + (query.axes?.length ?? 0));
  const metrics = readMetrics(query.source, model);
  const [{ object: from, plan: first }] = metrics;
  const object = model.object(from);
  const other = metrics.find((metric) => metric.object !== from);
  if (other) {
    throw new QueryError(
      `The metrics of a query (query.source.metrics) belong to one object; "${other.id}" belongs to "${other.object}", not to "${from}".`,
    );
  }
  const intervals = readQueryIntervals(query.timeIntervals, settings.calendarType, model.tenant);
  const conditions = readFilters(query.filters, from, model);
  const parameters = readParameters(query.parameterValues);
  const requested = await database.use((connection) => readAxes(query.axes, from, model, connection, signal));
  const axes: GroupingAxis[] = [];
  for (const one of requested) {
    const values =
      one.arrangement?.order === "metricValue"
        ? await positionValues(one.axis, first, { from, intervals, conditions, parameters }, model, database, signal)
        : [];
    axes.push(arrange(one, values, settings));
  }
  const plans = metrics.flatMap(({ plan }) => basePlansOf(plan));
  const scans = planRecordScans({ from, intervals, conditions, axes, plans, parameters }, model);
  return { object, metrics, axes, intervals, scans, settings };
}

function arrange(
  { axis, keys, arrangement }: RequestedAxis,
  values: readonly MeasuredValue["value"][],
  { overall }: AggregateSettings,
): GroupingAxis {
  const arranged = arrangement ? arrangePositions(axis, arrangement, values) : axis;
  return overall === "NONE" ? arranged : withTotalPosition(arranged, overall, keys);
}

/** Value of the metric at each position of one axis alone, with the whole time of the query as one interval. */
async function positionValues(
  axis: GroupingAxis,
  plan: MetricPlan,
  parts: Omit<ScanParts, "axes" | "plans">,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<readonly MeasuredValue["value"][]> {
  const start = Math.min(...parts.intervals.map((interval) => interval.start));
  const end = Math.max(...parts.intervals.map((interval) => interval.end));
  const whole = { ...parts, intervals: [{ start, end }], axes: [axis], plans: basePlansOf(plan) };
  const settings = { zeroVisibility: "SHOW", nullVisibility: "SHOW" } as const;
  const cellPlan: CellPlan = { ...whole, metrics: [{ plan }], scans: planRecordScans(whole, model), settings };
  const values: MeasuredValue["value"][] = axis.positions.map(() => null);
  for await (const cells of readAggregateCells(cellPlan, model, database, signal)) {
    for (const { positions, measured } of cells) {
      values[positions[0] ?? 0] = measured[0]?.value ?? null;
    }
  }
  return values;
}

interface RequestedMetric extends NamedMetric {
  readonly id: string;
  readonly object: string;
}

function readMetrics(
  source: AggregateQueryRequest["query"]["source"],
  model: StoredModel,
): readonly [RequestedMetric, ...RequestedMetric[]] {
  const columns = source?.metric === undefined ? (source?.metrics?.columns ?? []) : [{ id: source.metric }];
  const [first, ...rest] = columns.map((column) => readMetric(column, model));
  if (!first) {
    throw new QueryError(
      source?.formula === undefined
        ? "The source of an aggregate query needs a metric, or metrics.columns."
        : "Formulas in place of a metric are not available (query.source.formula); name a metric of the model.",
    );
  }
  return [first, ...rest];
}

interface MetricColumn {
  readonly id?: string;
  readonly columnName?: string;
  readonly formula?: string;
  readonly qualifyingPath?: string;
}

function readMetric({ id, columnName, qualifyingPath }: MetricColumn, model: StoredModel): RequestedMetric {
  if (id === undefined) {
    throw new QueryError(
      "A metric column needs the id of a metric; formulas are not available (query.source.metrics.columns.formula).",
    );
  }
  const metric = model.metric(id);
  if (qualifyingPath !== undefined && qualifyingPath !== "" && qualifyingPath !== metric.object) {
    throw new QueryError(
      `The metric "${id}" belongs to "${metric.object}"; it cannot be asked for as "${qualifyingPath}" (query.source.metrics.columns.qualifyingPath).`,
    );
  }
  return { id, object: metric.object, name: columnName ?? id, plan: planMetric(metric, model) };
}
