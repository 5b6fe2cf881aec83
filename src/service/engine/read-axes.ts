import type { ObjectReference, QueryAxis } from "../../contract/query-parts.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import { hasErrors, type NamePath, parseFormula, resolvePath } from "../../languages/sql-like/syntax.ts";
import { type AxisArrangement, readArrangement } from "./arrange-positions.ts";
import { type AxisKey, type AxisPosition, type GroupingAxis, noMemberKey, qualifyingPathOf } from "./axis.ts";
import { readDimensionAxis } from "./dimension-axis.ts";
import { readFormula } from "./filters.ts";
import { readMemberMapAxis } from "./member-map-axis.ts";
import { QueryError } from "./query-error.ts";
import { readMemberDisplayMode } from "./query-options.ts";
import type { RecordCondition } from "./record-condition.ts";
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
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<readonly RequestedAxis[]> {
  const read: RequestedAxis[] = [];
  for (const requested of axes ?? []) {
    const { keys, ...axis } = await readAxis(requested, from, model, database, signal);
    read.push({ axis, keys, arrangement: readArrangement(requested.sortAndLimitOptions) });
  }
  return read;
}

async function readAxis(
  axis: QueryAxis,
  from: string,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<GroupingAxis & { readonly keys: readonly number[] }> {
  const { columnName, memberDisplayMode } = axis.tableAxisOptions ?? {};
  const named = { columnName, memberDisplayMode: readMemberDisplayMode(memberDisplayMode) };
  const dimension = await readDimensionAxis(axis, from, model, database, signal);
  if (dimension) {
    return { ...dimension, ...named };
  }
  if (axis.selectionConcept) {
    const path = model.resolve(axis.selectionConcept, from, "concept");
    return {
      key: { kind: "condition", condition: { kind: "concept", path } },
      name: path.attribute.concept.id,
      qualifyingPath: qualifyingPathOf(path),
      ...truthPositions,
      ...named,
    };
  }
  if (axis.numericRanges) {
    return { ...readRangeAxis(axis.numericRanges, from, model), ...named };
  }
  if (axis.memberMapSelection) {
    return { ...(await readMemberMapAxis(axis.memberMapSelection, from, model, database, signal)), ...named };
  }
  if (axis.formula !== undefined) {
    const meant = readAxisFormula(axis.formula, from, model);
    if (meant.kind === "axis") {
      return { ...(await readAxis(meant.axis, from, model, database, signal)), ...named };
    }
    const { condition } = meant;
    return {
      key: { kind: "condition", condition },
      name: axis.formula.trim(),
      qualifyingPath: from,
      ...truthPositions,
      ...named,
    };
  }
  throw new QueryError(
    "An axis needs a formula, a concept, numeric ranges, a member map, or the members or levels of a dimension.",
  );
}

function simplePosition(name: string): AxisPosition {
  return { path: [name], displayName: name, displayNamePath: [name] };
}

/** Positions of an axis of a condition, by its keys. */
const truthPositions = {
  levelName: undefined,
  positions: ["True", "False", "Unknown"].map(simplePosition),
  placement: undefined,
  keys: [0, 1, 2],
} as const;

type AxisFormula =
  | { readonly kind: "axis"; readonly axis: QueryAxis }
  | { readonly kind: "condition"; readonly condition: RecordCondition };

/**
 * Reads the formula of an axis: what the SQL-like language takes as an axis in its SELECT list, or a condition on
 * records (semantics.md, "Formulas").
 */
function readAxisFormula(formula: string, from: string, model: StoredModel): AxisFormula {
  const { condition, problems } = parseFormula(formula);
  if (hasErrors(problems) || condition.kind !== "bare") {
    return { kind: "condition", condition: readFormula(formula, from, model) };
  }
  const { operand } = condition;
  if (operand.kind === "call" && operand.name.text.toLowerCase() === "level") {
    const [dimension, level, another] = operand.arguments.map(({ value }) => value);
    if (dimension?.kind === "path" && (level?.kind === "string" || level?.kind === "number") && !another) {
      const chosen = level.kind === "string" ? { levelIds: [level.value] } : { levelDepths: [level.value] };
      return {
        kind: "axis",
        axis: { dimensionLevelSelection: { dimension: referenceTo(namesOf(dimension)), ...chosen } },
      };
    }
  }
  if (operand.kind === "path") {
    const names = namesOf(operand);
    const resolution = resolvePath(model.source, from, names, "dimension");
    const kind = resolution.kind === "path" ? resolution.path.attribute.kind : undefined;
    if (kind === "dimension") {
      return { kind: "axis", axis: { dimensionLeafMemberSelection: { dimension: referenceTo(names) } } };
    }
    if (kind === "concept") {
      return { kind: "axis", axis: { selectionConcept: referenceTo(names) } };
    }
  }
  throw new QueryError(
    `The formula \`${formula}\` is no axis of "${from}" (query.axes.formula); write a dimension, level(dimension, "level"), a concept or a condition.`,
  );
}

function namesOf({ segments }: NamePath): readonly string[] {
  return segments.map(({ text }) => text);
}

function referenceTo(names: readonly string[]): ObjectReference {
  return { name: names.at(-1) ?? "", qualifyingPath: names.slice(0, -1).join(".") };
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
  const qualifyingPath = qualifyingPathOf(path);
  const key: AxisKey = {
    kind: "column",
    path,
    expression: (column) => {
      const cases = buckets.map(({ test }, index) => `WHEN ${test(column)} THEN ${index}`);
      return `CASE ${cases.join(" ")} ELSE ${noMemberKey} END`;
    },
  };
  const keys = buckets.map((_, index) => index);
  const positions = buckets.map(({ name }) => simplePosition(name));
  if (!ranges.includeAllMember) {
    return { key, name: id, qualifyingPath, levelName: undefined, positions, placement: undefined, keys };
  }
  const all = positions.length;
  positions.push({ path: ["All"], displayName: "All", displayNamePath: ["All"], isTotal: true });
  const placement = keys.flatMap((bucket) => [[bucket, bucket] as const, [bucket, all] as const]);
  return { key, name: id, qualifyingPath, levelName: undefined, positions, placement, keys };
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
