import type { QueryAxis } from "../../contract/query-parts.ts";
import type { Connection } from "../../duckdb/database.ts";
import { arrangePositions } from "./arrange-positions.ts";
import { type Axis, type Position, withOverall } from "./axis.ts";
import { readDimensionAxis } from "./dimension-axis.ts";
import { QueryError } from "./query-error.ts";
import { readRangeAxis } from "./range-axis.ts";
import type { StoredModel } from "./stored-model.ts";

export type OverallMode = "NONE" | "AGGREGATE" | "OVERALL";

/** The grouping axes of an aggregate query over an object (sql-like-language 6.2). */
export async function readAxes(
  axes: readonly QueryAxis[] | undefined,
  from: string,
  overall: OverallMode,
  model: StoredModel,
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly Axis[]> {
  const read: Axis[] = [];
  for (const axis of axes ?? []) {
    const { keys, ...made } = await readAxis(axis, from, model, connection, signal);
    const arranged = arrangePositions(made, axis.sortAndLimitOptions);
    read.push(overall === "NONE" ? arranged : withOverall(arranged, overall, keys));
  }
  return read;
}

async function readAxis(
  axis: QueryAxis,
  from: string,
  model: StoredModel,
  connection: Connection,
  signal: AbortSignal,
): Promise<Axis & { readonly keys: readonly number[] }> {
  const { columnName, memberDisplayMode } = axis.tableAxisOptions ?? {};
  const named = { columnName, memberDisplayMode };
  const dimension = await readDimensionAxis(axis, from, model, connection, signal);
  if (dimension) {
    return { ...dimension, ...named };
  }
  if (axis.selectionConcept) {
    const path = model.resolve(axis.selectionConcept, from, "concept");
    return {
      key: { path, expression: (column) => `CASE WHEN ${column} THEN 0 WHEN NOT ${column} THEN 1 ELSE 2 END` },
      name: path.attribute.concept.id,
      levelName: undefined,
      positions: ["True", "False", "Unknown"].map(simplePosition),
      placement: undefined,
      keys: [0, 1, 2],
      ...named,
    };
  }
  if (axis.numericRanges) {
    return { ...readRangeAxis(axis.numericRanges, from, model), ...named };
  }
  throw new QueryError(
    axis.memberMapSelection
      ? "Member maps are not available here; use a dimension as the axis."
      : "An axis needs a concept, numeric ranges, or the members or levels of a dimension; formulas are not available.",
  );
}

export function simplePosition(name: string): Position {
  return { path: [name], displayName: name, displayNamePath: [name] };
}
