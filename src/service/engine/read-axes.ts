import type { QueryAxis } from "../../contract/query-parts.ts";
import type { Connection } from "../../duckdb/database.ts";
import { readMemberDisplayMode } from "./aggregate-options.ts";
import { type Arrangement, readArrangement } from "./arrange-positions.ts";
import type { Axis, Position } from "./axis.ts";
import { readDimensionAxis } from "./dimension-axis.ts";
import { QueryError } from "./query-error.ts";
import { readRangeAxis } from "./range-axis.ts";
import type { StoredModel } from "./stored-model.ts";

/** Axis of the model with the request's arrangement. */
export interface RequestedAxis {
  readonly axis: Axis;
  /** All keys that a record can have, with or without a position. */
  readonly keys: readonly number[];
  readonly arrangement: Arrangement | undefined;
}

/** Grouping axes of an aggregate query over an object (sql-like-language 6.2). */
export async function readAxes(
  axes: readonly QueryAxis[] | undefined,
  from: string,
  model: StoredModel,
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly RequestedAxis[]> {
  const read: RequestedAxis[] = [];
  for (const requested of axes ?? []) {
    const { keys, ...axis } = await readAxis(requested, from, model, connection, signal);
    read.push({ axis, keys, arrangement: readArrangement(requested.sortAndLimitOptions) });
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
  const named = { columnName, memberDisplayMode: readMemberDisplayMode(memberDisplayMode) };
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
  if (axis.memberMapSelection) {
    throw new QueryError(
      "Member maps are not available here (query.axes.memberMapSelection); use a dimension as the axis.",
    );
  }
  const instead = "An axis needs a concept, numeric ranges, or the members or levels of a dimension";
  throw new QueryError(
    axis.formula === undefined ? `${instead}.` : `${instead}; formulas are not available (query.axes.formula).`,
  );
}

function simplePosition(name: string): Position {
  return { path: [name], displayName: name, displayNamePath: [name] };
}
