import type { CellSet } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { AggregatePlan } from "./aggregate-plan.ts";
import { timeAxisKindOf, timeAxisNameOf } from "./aggregate-table.ts";
import type { AxisPosition } from "./axis.ts";
import { type DistributionReader, readDistributions } from "./distribution.ts";
import type { MetricPlan } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import { type AggregateCell, readAggregateCells } from "./read-cells.ts";
import type { StoredModel } from "./stored-model.ts";
import { formatResultNumber, formatTimeDisplayName, formatTimeMember } from "./value-text.ts";

/** Maximum number of cells in a cell set, which is built in memory. Cells of its lineage and bins count as well. */
const maxCellSetCells = 250_000;

/** Name of the axis of a query's metrics, which a cell set of several metrics has. */
const metricAxisName = "Metrics";

/** Remaining number of cells and bins that an answer may have. */
class CellBudget {
  #left = maxCellSetCells;

  /** Throws QueryError when there are too many. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) {
      throw new QueryError(
        `A cell set holds at most ${maxCellSetCells} cells; ask for application/jsonlines or text/csv, or hide empty cells.`,
      );
    }
  }
}

/**
 * Builds the cell set of an aggregate query. The axes are in the order of the query, then the axis of the metrics if
 * there are several, and the time (sql-like-language 11.1; semantics.md, "Cell sets").
 */
export async function buildCellSet(
  plan: AggregatePlan,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<CellSet> {
  const { lineageDepth, binCount } = plan.settings;
  if (plan.metrics.length > 1 && (lineageDepth > 0 || binCount !== undefined)) {
    throw new QueryError(
      `The option ${binCount === undefined ? "lineageDepth" : "cellDistributionOptions"} needs a query of one metric.`,
    );
  }
  const read = new CellSetReader(model, database, signal);
  return await read.cellSet(plan, lineageDepth);
}

class CellSetReader {
  readonly #model: StoredModel;
  readonly #database: ConnectionSource;
  readonly #signal: AbortSignal;
  readonly #budget = new CellBudget();

  constructor(model: StoredModel, database: ConnectionSource, signal: AbortSignal) {
    this.#model = model;
    this.#database = database;
    this.#signal = signal;
  }

  /** Reads a cell set and, to a depth, those of the metrics that its metric is computed from. */
  async cellSet(plan: AggregatePlan, lineageDepth: number): Promise<CellSet> {
    const { binCount } = plan.settings;
    const distributionAt =
      binCount === undefined
        ? undefined
        : await readDistributions(plan, binCount, this.#model, this.#database, this.#signal);
    const cells: AggregateCell[] = [];
    for await (const block of readAggregateCells(plan, this.#model, this.#database, this.#signal)) {
      this.#budget.take(block.length * plan.metrics.length * (1 + (distributionAt ? (binCount ?? 0) : 0)));
      cells.push(...block);
    }
    const [metric] = plan.metrics;
    const isDerived = metric?.plan.kind === "derived" && lineageDepth > 0;
    return {
      ...toCellSet(plan, cells, distributionAt),
      ...(isDerived &&
        metric.plan.kind === "derived" && { lineage: await this.#lineage(plan, metric.plan, lineageDepth) }),
    };
  }

  async #lineage(
    plan: AggregatePlan,
    { operator, left, right }: Extract<MetricPlan, { kind: "derived" }>,
    depth: number,
  ): Promise<NonNullable<CellSet["lineage"]>> {
    const cellSets: CellSet[] = [];
    for (const part of [left, right]) {
      cellSets.push(await this.cellSet({ ...plan, metrics: [{ name: "", plan: part }] }, depth - 1));
    }
    return { op: operator, cellSets };
  }
}

function toCellSet(plan: AggregatePlan, cells: readonly AggregateCell[], distributionAt?: DistributionReader): CellSet {
  const { metrics } = plan;
  const axes = plan.axes.map((axis) => ({
    dimension: { name: axis.name, qualifyingPath: axis.qualifyingPath },
    positions: axis.positions,
  }));
  const times = { dimension: { name: timeAxisNameOf(plan) }, positions: timePositions(plan) };
  const kept = keptPositions(
    plan,
    [...axes, times].map(({ positions }) => positions.length),
    cells,
  );
  const shown = [...axes, times].map(({ dimension, positions }, axis) => ({
    dimension,
    positions: positions.filter((_, index) => kept[axis]?.has(index)).map(toPosition),
  }));
  if (metrics.length > 1) {
    const positions = metrics.map(({ name }) => ({ path: [name], displayName: name, displayNamePath: [name] }));
    shown.splice(-1, 0, { dimension: { name: metricAxisName }, positions });
  }
  return {
    axes: shown,
    cells: cells.flatMap(({ interval, positions, measured }) => {
      const coordinates = [...positions, interval].map((index, axis) => kept[axis]?.get(index) ?? index);
      return measured.map(({ value, support }, metric) => ({
        ...(value !== null && { value: formatResultNumber(value) }),
        support: String(support),
        coordinates: metrics.length > 1 ? coordinates.toSpliced(-1, 0, metric) : coordinates,
        ...(distributionAt && { distribution: distributionAt(interval, positions) }),
      }));
    }),
  };
}

/** New index of each kept position: all of them, unless members without cells are eliminated. */
function keptPositions(
  { settings }: AggregatePlan,
  sizes: readonly number[],
  cells: readonly AggregateCell[],
): readonly ReadonlyMap<number, number>[] {
  const eliminates = settings.zeroVisibility === "ELIMINATE" || settings.nullVisibility === "ELIMINATE";
  return sizes.map((size, axis) => {
    const all = Array.from({ length: size }, (_, index) => index);
    if (!eliminates) {
      return new Map(all.map((index) => [index, index]));
    }
    const used = new Set(cells.map(({ positions, interval }) => positions[axis] ?? interval));
    return new Map(all.filter((index) => used.has(index)).map((index, position) => [index, position]));
  });
}

function timePositions(plan: AggregatePlan): readonly AxisPosition[] {
  const { alignsTimeToPeriodEnd } = plan.settings;
  const kind = timeAxisKindOf(plan);
  return plan.intervals.map((interval, ordinal) => {
    const displayName = formatTimeDisplayName(interval, kind, alignsTimeToPeriodEnd);
    const path = [formatTimeMember(interval, ordinal, kind, "DEFAULT", alignsTimeToPeriodEnd)];
    return { path, displayName, displayNamePath: [displayName] };
  });
}

function toPosition({ path, displayName, displayNamePath }: AxisPosition) {
  return { path: [...path], displayName, displayNamePath: [...displayNamePath] };
}
