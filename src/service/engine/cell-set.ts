import type { CellSet } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { AggregatePlan } from "./aggregate-plan.ts";
import { timeAxisKindOf, timeAxisNameOf } from "./aggregate-table.ts";
import type { AxisPosition, GroupingAxis } from "./axis.ts";
import { QueryError } from "./query-error.ts";
import { type AggregateCell, readAggregateCells } from "./read-cells.ts";
import type { StoredModel } from "./stored-model.ts";
import { formatResultNumber, formatTimeDisplayName, formatTimeMember } from "./value-text.ts";

/** Maximum number of cells in a cell set, which is built in memory. */
const maxCellSetCells = 250_000;

/**
 * Builds the cell set of an aggregate query with one metric. The axes are in the order of the query, the time axis
 * comes last (sql-like-language 11.1).
 */
export async function buildCellSet(
  plan: AggregatePlan,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<CellSet> {
  if (plan.metrics.length > 1) {
    throw new QueryError(
      "A cell set holds one metric, and query.source.metrics names several; ask for application/jsonlines or text/csv, or use the SQL-like query, to get several.",
    );
  }
  const cells: AggregateCell[] = [];
  for await (const block of readAggregateCells(plan, model, database, signal)) {
    cells.push(...block);
    if (cells.length > maxCellSetCells) {
      throw new QueryError(
        `A cell set holds at most ${maxCellSetCells} cells; ask for application/jsonlines or text/csv, or hide empty cells.`,
      );
    }
  }
  const axes = plan.axes.map((axis) => ({ dimension: referenceOf(axis), positions: axis.positions }));
  const all = [...axes, { dimension: { name: timeAxisNameOf(plan) }, positions: timePositions(plan) }];
  const kept = keptPositions(
    plan,
    all.map(({ positions }) => positions.length),
    cells,
  );
  return {
    axes: all.map(({ dimension, positions }, axis) => ({
      dimension,
      positions: positions.filter((_, index) => kept[axis]?.has(index)).map(toPosition),
    })),
    cells: cells.map(({ interval, positions, measured }) => {
      const { value = null, support = 0n } = measured[0] ?? {};
      return {
        ...(value !== null && { value: formatResultNumber(value) }),
        support: String(support),
        coordinates: [...positions, interval].map((index, axis) => kept[axis]?.get(index) ?? index),
      };
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

function referenceOf({ key: { path }, name }: GroupingAxis): { name: string; qualifyingPath: string } {
  return { name, qualifyingPath: [path.from, ...path.references.map(({ id }) => id)].join(".") };
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
