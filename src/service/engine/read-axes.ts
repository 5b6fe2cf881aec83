import type { QueryAxis } from "../../contract/query-parts.ts";
import type { Connection } from "../../duckdb/database.ts";
import { type AxisArrangement, readArrangement } from "./arrange-positions.ts";
import { type AxisKey, type AxisPosition, type GroupingAxis, noMemberKey } from "./axis.ts";
import { readDimensionAxis } from "./dimension-axis.ts";
import { QueryError } from "./query-error.ts";
import { readMemberDisplayMode } from "./query-options.ts";
import type { SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";

/** Axis of the model with the sort order and limit from the request. */
export interface RequestedAxis {
  readonly axis: GroupingAxis;
  /** All axis keys that a record can have, including keys without a position on the axis. */
  readonly keys: readonly number[];
  readonly arrangement: AxisArrangement | undefined;
}

/** Resolves the grouping axes of an aggregate query over an analytic object (sql-like-language 6.2). */
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
): Promise<GroupingAxis & { readonly keys: readonly number[] }> {
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

function simplePosition(name: string): AxisPosition {
  return { path: [name], displayName: name, displayNamePath: [name] };
}

type RangeAxis = Omit<GroupingAxis, "columnName" | "memberDisplayMode"> & { readonly keys: readonly number[] };

interface Bucket {
  readonly name: string;
  /** Condition that a value, which is not NULL, is in the bucket. */
  test(value: SqlText): SqlText;
}

/**
 * Builds an axis of ranges over a numeric property. `ranges` is a text of ascending lower bounds (inclusive), separated
 * by spaces. The last range is unbounded. `includeNegative` adds a range for smaller values.
 * `includeIndependentZeroRange` adds a range for 0.
 */
function readRangeAxis(ranges: NonNullable<QueryAxis["numericRanges"]>, from: string, model: StoredModel): RangeAxis {
  const path = model.resolve(ranges.property?.property, from, "property");
  const { id, type } = path.attribute.property;
  if (type !== "number") {
    throw new QueryError(`Numeric ranges need a number; "${id}" is a ${type}.`);
  }
  const buckets = readBuckets(ranges, id);
  const key: AxisKey = {
    path,
    expression: (column) => {
      const cases = buckets.map(({ test }, index) => `WHEN ${test(column)} THEN ${index}`);
      return `CASE ${cases.join(" ")} ELSE ${noMemberKey} END`;
    },
  };
  const keys = buckets.map((_, index) => index);
  const positions: AxisPosition[] = buckets.map(({ name }) => ({
    path: [name],
    displayName: name,
    displayNamePath: [name],
  }));
  if (!ranges.includeAllMember) {
    return { key, name: id, levelName: undefined, positions, placement: undefined, keys };
  }
  const all = positions.length;
  positions.push({ path: ["All"], displayName: "All", displayNamePath: ["All"], isTotal: true });
  const placement = keys.flatMap((bucket) => [[bucket, bucket] as const, [bucket, all] as const]);
  return { key, name: id, levelName: undefined, positions, placement, keys };
}

function readBuckets(ranges: NonNullable<QueryAxis["numericRanges"]>, property: string): readonly Bucket[] {
  const bounds = (ranges.ranges ?? "").trim().split(/\s+/).map(Number);
  const isAscending = bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound));
  if ((ranges.ranges ?? "").trim() === "" || !bounds.every(Number.isFinite) || !isAscending) {
    throw new QueryError(
      `The ranges of "${property}" must be ascending numbers with spaces between, such as "0 10 20".`,
    );
  }
  const buckets: Bucket[] = [];
  const [lowest = 0] = bounds;
  if (ranges.includeIndependentZeroRange) {
    buckets.push({ name: "0", test: (value) => `${value} = 0` });
  }
  if (ranges.includeNegative) {
    buckets.push({ name: `< ${lowest}`, test: (value) => `${value} < ${literal(lowest)}` });
  }
  for (const [index, bound] of bounds.entries()) {
    const next = bounds[index + 1];
    buckets.push(
      next === undefined
        ? { name: `>= ${bound}`, test: (value) => `${value} >= ${literal(bound)}` }
        : {
            name: `${bound} - ${next}`,
            test: (value) => `${value} >= ${literal(bound)} AND ${value} < ${literal(next)}`,
          },
    );
  }
  return buckets;
}

function literal(value: number): SqlText {
  return `'${value}'::DOUBLE`;
}
