import type { CellSet } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { BaseMetric } from "../model/tenant-model.ts";
import type { AggregatePlan } from "./aggregate-plan.ts";
import { type AxisPosition, type GroupingAxis, noMemberKey, qualifyingPathOf } from "./axis.ts";
import type { BasePlan } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import { type CellPlan, readAggregateCells } from "./read-cells.ts";
import { planRecordScans } from "./scan.ts";
import type { StoredModel } from "./stored-model.ts";
import { formatResultNumber } from "./value-text.ts";

type Distribution = NonNullable<NonNullable<CellSet["cells"]>[number]["distribution"]>;

/** Returns the distribution of the values behind a cell: for each bin its lower bound and its number of records. */
export type DistributionReader = (interval: number, positions: readonly number[]) => Distribution;

/** Equally wide bins over the values of a property. All values of the last bin and above are in it. */
interface Bins {
  readonly lowest: number;
  readonly width: number;
  readonly count: number;
}

/**
 * Counts the records behind each cell by the value that the query's metric aggregates. The bins are the same for all
 * cells (semantics.md, "Cell sets"). Throws QueryError for a metric that aggregates no number.
 */
export async function readDistributions(
  plan: AggregatePlan,
  binCount: number,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<DistributionReader> {
  const { axes, metrics } = plan;
  const base = metrics[0]?.plan;
  const property = base?.kind === "base" && base.metric.property !== undefined ? base.metric.property : undefined;
  const storage =
    base?.kind === "base" && property !== undefined ? model.property(base.metric.object, property).storage : "";
  if (base?.kind !== "base" || property === undefined || (storage !== "DOUBLE" && storage !== "BIGINT")) {
    throw new QueryError(
      "The option cellDistributionOptions needs a metric that aggregates a number, such as an average; leave it out.",
    );
  }
  const read = (
    parts: readonly GroupingAxis[],
    kinds: readonly BaseMetric["aggregate"][],
    visibility: "SHOW" | "HIDE",
  ) => {
    const plans = kinds.map((aggregate): BasePlan => ({ ...base, metric: withAggregate(base.metric, aggregate) }));
    const scans = planRecordScans({ ...plan, from: plan.object.id, axes: parts, plans }, model);
    const cells: CellPlan = {
      ...plan,
      metrics: plans.map((one) => ({ plan: one })),
      axes: parts,
      scans,
      settings: { zeroVisibility: visibility, nullVisibility: visibility },
    };
    return readAggregateCells(cells, model, database, signal);
  };
  const bounds: number[] = [];
  for await (const cells of read([], ["minimum", "maximum"], "SHOW")) {
    bounds.push(...cells.flatMap(({ measured }) => measured.map(({ value }) => Number(value ?? Number.NaN))));
  }
  const bins = divide(bounds.filter(Number.isFinite), binCount);
  const counts = new Map<string, Map<number, number | bigint>>();
  const axis = binAxis(plan, base, property, bins, model);
  for await (const cells of read([...axes, axis], ["count"], "HIDE")) {
    for (const { interval, positions, measured } of cells) {
      const key = [interval, ...positions.slice(0, -1)].join();
      const known = counts.get(key) ?? new Map<number, number | bigint>();
      counts.set(key, known.set(positions.at(-1) ?? 0, measured[0]?.value ?? 0));
    }
  }
  return (interval, positions) => {
    const found = counts.get([interval, ...positions].join());
    return Array.from({ length: bins.count }, (_, bin) => ({
      value: formatResultNumber(bins.lowest + bin * bins.width),
      support: String(found?.get(bin) ?? 0),
    }));
  };
}

function withAggregate(metric: BaseMetric, aggregate: BaseMetric["aggregate"]): BaseMetric {
  return { ...metric, id: `${metric.id} ${aggregate}`, aggregate };
}

/** One bin if all values are equal, and none if there are none. */
function divide(values: readonly number[], count: number): Bins {
  if (values.length === 0) {
    return { lowest: 0, width: 1, count: 0 };
  }
  const lowest = Math.min(...values);
  const width = (Math.max(...values) - lowest) / count;
  return width > 0 ? { lowest, width, count } : { lowest, width: 1, count: 1 };
}

function binAxis(
  { object }: AggregatePlan,
  { through }: BasePlan,
  property: string,
  { lowest, width, count }: Bins,
  model: StoredModel,
): GroupingAxis {
  const path = model.resolve(
    { name: property, qualifyingPath: [object.id, ...through].join(".") },
    object.id,
    "property",
  );
  const last = Math.max(0, count - 1);
  const bin = (value: string) => `floor((${value}::DOUBLE - '${lowest}'::DOUBLE) / '${width}'::DOUBLE)`;
  const position: AxisPosition = { path: [], displayName: "", displayNamePath: [] };
  return {
    key: {
      kind: "column",
      path,
      // `least` passes over a missing value.
      expression: (column) =>
        `CASE WHEN ${column} IS NULL THEN ${noMemberKey} ELSE least(${last}, ${bin(column)})::INTEGER END`,
    },
    name: property,
    qualifyingPath: qualifyingPathOf(path),
    columnName: undefined,
    levelName: undefined,
    memberDisplayMode: undefined,
    positions: Array.from({ length: Math.max(1, count) }, () => position),
    placement: undefined,
  };
}
