import type { AggregateQueryRequest } from "../../contract/query-schemas.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { Interval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { type AggregateSettings, readAggregateOptions } from "./aggregate-options.ts";
import type { Axis } from "./axis.ts";
import { readFilters, readParameters } from "./filters.ts";
import { basePlans, type MetricPlan, planMetric } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import { readAxes } from "./read-axes.ts";
import { planScans, type Scan } from "./scan.ts";
import type { StoredModel } from "./stored-model.ts";
import { readIntervals } from "./time-settings.ts";

export interface NamedMetric {
  /** Name of the column in a table. */
  readonly name: string;
  readonly plan: MetricPlan;
}

/** An aggregate query with everything looked up: what is left is to read records. */
export interface AggregatePlan {
  /** The object that the metrics belong to. */
  readonly object: StoredObject;
  readonly metrics: readonly NamedMetric[];
  readonly axes: readonly Axis[];
  readonly intervals: readonly Interval[];
  readonly scans: readonly Scan[];
  readonly settings: AggregateSettings;
}

export async function planAggregate(
  { query, options }: AggregateQueryRequest,
  model: StoredModel,
  connection: Connection,
  signal: AbortSignal,
): Promise<AggregatePlan> {
  const settings = readAggregateOptions(options);
  const metrics = readMetrics(query.source, model);
  const [{ object: from } = { object: "" }] = metrics;
  const object = model.object(from);
  const other = metrics.find((metric) => metric.object !== from);
  if (other) {
    throw new QueryError(
      `The metrics of a query belong to one object; "${other.id}" belongs to "${other.object}", not to "${from}".`,
    );
  }
  const intervals = readIntervals(query.timeIntervals, settings.calendarType, model.tenant);
  const conditions = readFilters(query.filters, from, model);
  const axes = await readAxes(query.axes, from, settings.overall, model, connection, signal);
  const plans = metrics.flatMap(({ plan }) => basePlans(plan));
  const parameters = readParameters(query.parameterValues);
  const scans = planScans({ from, intervals, conditions, axes, plans, parameters }, model);
  return { object, metrics, axes, intervals, scans, settings };
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
        : "Formulas in place of a metric are not available; name a metric of the model.",
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
    throw new QueryError("A metric column needs the id of a metric; formulas are not available.");
  }
  const metric = model.metric(id);
  if (qualifyingPath !== undefined && qualifyingPath !== "" && qualifyingPath !== metric.object) {
    throw new QueryError(
      `The metric "${id}" belongs to "${metric.object}"; it cannot be asked for as "${qualifyingPath}".`,
    );
  }
  return { id, object: metric.object, name: columnName ?? id, plan: planMetric(metric, model) };
}
