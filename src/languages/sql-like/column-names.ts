import type { BoundAttribute, BoundItem } from "./bound-query.ts";
import type { Item } from "./tree.ts";
import { writtenPath } from "./walk.ts";

/** Names the columns of a query's items, those without an attribute left out (sql-like-language 11.2). */
export function nameColumns(
  items: readonly { readonly item: Item; readonly attribute: BoundAttribute | undefined }[],
  timeColumn: string,
): BoundItem[] {
  const named: BoundItem[] = [];
  for (const { item, attribute } of items) {
    if (attribute) {
      const label = item.label?.value;
      const name = label ?? unlabelledName(item, attribute, items, timeColumn);
      named.push(nameAttribute(attribute, name, label !== undefined));
    }
  }
  return named;
}

// Written out by kind: copying objects of many shapes is what a whole file of queries would wait for.
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
  item: Item,
  attribute: BoundAttribute,
  items: readonly { readonly attribute: BoundAttribute | undefined }[],
  timeColumn: string,
): string {
  switch (attribute.kind) {
    case "metric":
      return attribute.metric.id;
    case "level": {
      const { id } = attribute.path.attribute.dimension;
      const { level } = attribute;
      const isRepeated = items.some((other) => other.attribute !== attribute && dimensionOf(other.attribute) === id);
      return isRepeated ? `${id}.${"id" in level ? level.id : level.depth}` : id;
    }
    case "time":
      return timeColumn;
    default:
      return item.expression.kind === "path" ? writtenPath(item.expression) : "";
  }
}
