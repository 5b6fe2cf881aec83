import type { CellMembers } from "../../../base/cell-members.ts";
import type { Dimension } from "../../core/model/model-source.ts";
import { formatMemberCondition, quoteStringLiteral } from "../../core/model/query-forms.ts";
import type { ConceptPath, DimensionPath } from "../binding/bound-condition.ts";
import type { BoundItem, BoundQuery } from "../binding/bound-query.ts";

/** Error for a cell whose records no list query can return. Its message is shown to the user. */
export class NotListableError extends Error {
  override readonly name = "NotListableError";
}

/** Text of the position that stands for all members of an axis (semantics.md, "Aggregates"). */
const overall = "Overall";

type OverallMode = "NONE" | "AGGREGATE" | "OVERALL" | (string & {});
type AxisItem = Exclude<BoundItem, { kind: "metric" | "time" | "property" }>;

/** Returns the conditions that limit records to the members of a cell, one for each axis of the query. */
export function createMemberConditions(query: BoundQuery, cell: CellMembers, mode: OverallMode): readonly string[] {
  return query.items.flatMap((item) =>
    item.kind === "metric" || item.kind === "time" || item.kind === "property"
      ? []
      : conditionOf(item, valuesOf(cell, query, item.name), mode),
  );
}

/** Returns the members of a column of the query. Throws NotListableError if it is not the only one of its name. */
export function valuesOf(cell: CellMembers, query: BoundQuery, name: string): readonly (string | null)[] {
  const columns = cell.columns.filter((column) => column.name === name);
  const [column] = columns;
  if (!column || columns.length > 1 || query.items.filter((item) => item.name === name).length > 1) {
    throw new NotListableError(`The result needs exactly one column "${name}". Give the columns of the query labels.`);
  }
  return column.values;
}

function conditionOf(item: AxisItem, values: readonly (string | null)[], mode: OverallMode): readonly string[] {
  const path = pathTextOf(item.path);
  const isOverall = mode !== "NONE" && values.includes(overall);
  if (isOverall && mode === "OVERALL") {
    return [];
  }
  if (item.kind === "concept") {
    return isOverall ? [] : conceptCondition(path, values);
  }
  if (isOverall) {
    return overallCondition(item, path);
  }
  const members = values.filter((value) => value !== null && value !== "");
  const tests = [
    ...(members.length > 0
      ? [formatMemberCondition(path, members.map((member) => memberText(member ?? "", item)).join(", "))]
      : []),
    ...(members.length < values.length ? [`${path} IS NULL`] : []),
  ];
  return [tests.length > 1 ? `(${tests.join(" OR ")})` : tests.join("")];
}

/** Returns the condition of a concept's positions: True, False, and Unknown or missing (semantics.md, "Truth"). */
function conceptCondition(path: string, values: readonly (string | null)[]): readonly string[] {
  const tests = values.map((value) => {
    switch (value?.toLowerCase()) {
      case "true":
        return `${path} = TRUE`;
      case "false":
        return `${path} = FALSE`;
      default:
        return `${path} IS NULL`;
    }
  });
  const different = [...new Set(tests)];
  return different.length === 3 ? [] : [different.length > 1 ? `(${different.join(" OR ")})` : different.join("")];
}

/** Returns the condition of an overall position: the members of the axis, which are all that a leveled dimension has. */
function overallCondition(item: AxisItem, path: string): readonly string[] {
  const dimension = item.path.attribute.kind === "dimension" ? item.path.attribute.dimension : undefined;
  if (dimension?.kind !== "leveled") {
    throw new NotListableError(
      `The cell is a total over members of "${dimension?.displayName ?? path}" that a filter cannot name.`,
    );
  }
  return [`${path} IS NOT NULL`];
}

/** Returns a member as a quoted path. Throws NotListableError if a name with a dot would be read as several names. */
function memberText(member: string, item: AxisItem): string {
  const dimension = item.path.attribute.kind === "dimension" ? item.path.attribute.dimension : undefined;
  const wanted = dimension && nameCountOf(item, dimension);
  if (wanted !== undefined && wanted > 1 && member.split(".").length !== wanted) {
    throw new NotListableError(
      `A name in "${member}" has a dot, which the query language reads as the path of a member.`,
    );
  }
  return quoteStringLiteral(member);
}

/** Returns how many names the path of an axis's member has. Undefined if that differs or is unknown. */
function nameCountOf(item: AxisItem, { kind, levels }: Dimension): number | undefined {
  if (kind === "range" || levels === undefined) {
    return undefined;
  }
  if (item.kind !== "level") {
    return kind === "leveled" ? levels.length : undefined;
  }
  const { level } = item;
  const depth = "depth" in level ? level.depth : levels.find(({ id }) => id === level.id)?.depth;
  return depth === undefined ? undefined : kind === "parentChild" ? depth : depth + 1;
}

/** Returns the path of an axis as a query writes it, from the FROM object. */
function pathTextOf({ references, attribute }: DimensionPath | ConceptPath): string {
  const { id } = attribute.kind === "dimension" ? attribute.dimension : attribute.concept;
  return [...references.map((reference) => reference.id), id].join(".");
}
