import type { SelectItem } from "../syntax/tree.ts";
import { pathTextOf } from "../syntax/walk.ts";
import type { BoundAttribute, BoundItem } from "./bound-query.ts";

/**
 * Returns the result column names of SELECT items, derived from their attributes. Items without an attribute are
 * omitted (sql-like-language 11.2).
 */
export function nameColumns(
  items: readonly SelectItem[],
  attributes: readonly (BoundAttribute | undefined)[],
  timeColumn: string,
): readonly BoundItem[] {
  const named = items.map((item, index) => {
    const attribute = attributes[index];
    const label = item.label?.value;
    return (
      attribute &&
      nameAttribute(attribute, label ?? unlabelledName(item, attribute, attributes, timeColumn), label !== undefined)
    );
  });
  return named.every((column) => column !== undefined) ? named : named.filter((column) => column !== undefined);
}

// Written out by kind, since spreading objects of many shapes would dominate the time for a file of queries.
function nameAttribute(attribute: BoundAttribute, name: string, isLabelled: boolean): BoundItem {
  switch (attribute.kind) {
    case "metric":
      return { kind: "metric", metric: attribute.metric, arguments: attribute.arguments, name, isLabelled };
    case "level":
      return { kind: "level", path: attribute.path, level: attribute.level, name, isLabelled };
    case "dimension":
      return { kind: "dimension", path: attribute.path, name, isLabelled };
    case "concept":
      return { kind: "concept", path: attribute.path, name, isLabelled };
    case "property":
      return { kind: "property", path: attribute.path, name, isLabelled };
    case "time":
      return { kind: "time", name, isLabelled };
  }
}

function dimensionOf(attribute: BoundAttribute | undefined): string | undefined {
  const hasDimension = attribute?.kind === "level" || attribute?.kind === "dimension";
  return hasDimension ? attribute.path.attribute.dimension.id : undefined;
}

function unlabelledName(
  item: SelectItem,
  attribute: BoundAttribute,
  attributes: readonly (BoundAttribute | undefined)[],
  timeColumn: string,
): string {
  switch (attribute.kind) {
    case "metric":
      return attribute.metric.id;
    case "level":
      return levelName(attribute, attributes);
    case "time":
      return timeColumn;
    default:
      return item.expression.kind === "path" ? pathTextOf(item.expression) : "";
  }
}

/**
 * Returns the column name of a dimension at a given level, because selecting two levels of a dimension yields two
 * columns.
 */
function levelName(
  attribute: Extract<BoundAttribute, { kind: "level" }>,
  attributes: readonly (BoundAttribute | undefined)[],
): string {
  const { path, level } = attribute;
  const { id } = path.attribute.dimension;
  const isRepeated = attributes.some((other) => other !== attribute && dimensionOf(other) === id);
  return isRepeated ? `${id}.${"id" in level ? level.id : level.depth}` : id;
}
