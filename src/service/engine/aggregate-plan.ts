import type { AggregateQueryRequest } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { arrangePositions } from "./arrange-positions.ts";
import { type GroupingAxis, withTotalPosition } from "./axis.ts";
import { readFilters, readParameters } from "./filters.ts";
import { readMetricFormula } from "./metric-formula.ts";
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
  /** Analytic object that the query starts from. */
  readonly object: StoredObject;
  readonly conditions: ScanParts["conditions"];
  readonly parameters: ScanParts["parameters"];
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
  const [{ from, plan: first }] = metrics;
  const object = model.object(from);
  const other = metrics.find((metric) => metric.from !== from);
  if (other) {
    throw new QueryError(
      `The metrics of a query (query.source.metrics) belong to one object; "${other.name}" belongs to "${other.from}", not to "${from}". Reach it by a qualifyingPath that starts with "${from}", if there is one.`,
    );
  }
  const intervals = readQueryIntervals(query.timeIntervals, settings.calendarType, model.tenant);
  const conditions = readFilters(query.filters, from, settings.calendarType, model);
  const parameters = readParameters(query.parameterValues);
  const requested = await readAxes(query.axes, from, model, database, signal);
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
  return { object, metrics, axes, intervals, conditions, parameters, scans, settings };
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
  /** Id of the object that the metric's path starts from. */
  readonly from: string;
}

function readMetrics(
  source: AggregateQueryRequest["query"]["source"],
  model: StoredModel,
): readonly [RequestedMetric, ...RequestedMetric[]] {
  const { metric, formula, metrics } = source ?? {};
  const columns = metric !== undefined ? [{ id: metric }] : formula !== undefined ? [{ formula }] : metrics?.columns;
  const [first, ...rest] = (columns ?? []).map((column) => readMetric(column, model));
  if (!first) {
    throw new QueryError("The source of an aggregate query needs a metric, a formula, or metrics.columns.");
  }
  return [first, ...rest];
}

interface MetricColumn {
  readonly id?: string;
  readonly columnName?: string;
  readonly formula?: string;
  readonly qualifyingPath?: string;
}

/** The qualifying path of a metric or formula leads from the query's object to the object of the metric. */
function readMetric(
  { id, formula, columnName, qualifyingPath = "" }: MetricColumn,
  model: StoredModel,
): RequestedMetric {
  const start = qualifyingPath === "" ? undefined : model.splitStart(qualifyingPath);
  if (id === undefined) {
    if (formula === undefined) {
      throw new QueryError("A metric column needs the id of a metric, or a formula (query.source.metrics.columns).");
    }
    return { name: columnName ?? formula, ...readMetricFormula(formula, model, start) };
  }
  const metric = model.metric(id);
  const { from, references } = start ?? { from: metric.object, references: [] };
  if (model.follow(from, references).id !== metric.object) {
    throw new QueryError(
      `The metric "${id}" belongs to "${metric.object}"; it cannot be asked for as "${qualifyingPath}" (query.source.metrics.columns.qualifyingPath).`,
    );
  }
  return { from, name: columnName ?? id, plan: planMetric(metric, model, references) };
}
