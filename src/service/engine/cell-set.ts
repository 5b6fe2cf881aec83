import type { CellSet } from "../../contract/queries.ts";
import type { Database } from "../../duckdb/database.ts";
import type { AggregatePlan } from "./aggregate-plan.ts";
import { timeAxisName, timeKind } from "./aggregate-table.ts";
import type { Axis, Position } from "./axis.ts";
import { QueryError } from "./query-error.ts";
import { type Cell, readCells } from "./read-cells.ts";
import type { StoredModel } from "./stored-model.ts";
import { numberText, timeDisplayName, timeText } from "./value-text.ts";

/** Most cells of a cell set, which is built in memory. */
const maxCellSetCells = 250_000;

/** Cell set of an aggregate with one metric: the axes in order, the time axis last (sql-like-language 11.1). */
export async function aggregateCellSet(
  plan: AggregatePlan,
  model: StoredModel,
  database: Database,
  signal: AbortSignal,
): Promise<CellSet> {
  if (plan.metrics.length > 1) {
    throw new QueryError(
      "A cell set holds one metric, and query.source.metrics names several; ask for application/jsonlines or text/csv, or use the SQL-like query, to get several.",
    );
  }
  const cells: Cell[] = [];
  for await (const block of readCells(plan, model, database, signal)) {
    cells.push(...block);
    if (cells.length > maxCellSetCells) {
      throw new QueryError(
        `A cell set holds at most ${maxCellSetCells} cells; ask for application/jsonlines or text/csv, or hide empty cells.`,
      );
    }
  }
  const axes = plan.axes.map((axis) => ({ dimension: referenceOf(axis), positions: axis.positions }));
  const all = [...axes, { dimension: { name: timeAxisName(plan) }, positions: timePositions(plan) }];
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
        ...(value !== null && { value: numberText(value) }),
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
  cells: readonly Cell[],
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

function referenceOf({ key: { path }, name }: Axis): { name: string; qualifyingPath: string } {
  return { name, qualifyingPath: [path.from, ...path.references.map(({ id }) => id)].join(".") };
}

function timePositions(plan: AggregatePlan): readonly Position[] {
  const { alignsTimeToPeriodEnd } = plan.settings;
  const kind = timeKind(plan);
  return plan.intervals.map((interval, ordinal) => {
    const displayName = timeDisplayName(interval, kind, alignsTimeToPeriodEnd);
    const path = [timeText(interval, ordinal, kind, "DEFAULT", alignsTimeToPeriodEnd)];
    return { path, displayName, displayNamePath: [displayName] };
  });
}

function toPosition({ path, displayName, displayNamePath }: Position) {
  return { path: [...path], displayName, displayNamePath: [...displayNamePath] };
}
