import type { BoundAttribute, BoundItem } from "./bound-query.ts";
import type { Item } from "./tree.ts";

/** Names the columns of a query's items, those without an attribute left out (sql-like-language 11.2). */
export function nameColumns(
  items: readonly { readonly item: Item; readonly attribute: BoundAttribute | undefined }[],
  timeColumn: string,
): BoundItem[] {
  const dimensions = items.map(({ attribute }) => dimensionOf(attribute));
  const named: BoundItem[] = [];
  for (const { item, attribute } of items) {
    if (attribute) {
      const dimension = dimensionOf(attribute);
      const isRepeated = dimensions.filter((other) => other !== undefined && other === dimension).length > 1;
      const label = item.label?.value;
      const name = label ?? unlabelledName(item, attribute, isRepeated, timeColumn);
      named.push({ ...attribute, name, isLabelled: label !== undefined });
    }
  }
  return named;
}

function dimensionOf(attribute: BoundAttribute | undefined): string | undefined {
  const hasDimension = attribute?.kind === "level" || attribute?.kind === "dimension";
  return hasDimension ? attribute.path.attribute.dimension.id : undefined;
}

function unlabelledName(item: Item, attribute: BoundAttribute, isRepeated: boolean, timeColumn: string): string {
  switch (attribute.kind) {
    case "metric":
      return attribute.metric.id;
    case "level": {
      const { id } = attribute.path.attribute.dimension;
      const { level } = attribute;
      return isRepeated ? `${id}.${"id" in level ? level.id : level.depth}` : id;
    }
    case "time":
      return timeColumn;
    default:
      return item.expression.kind === "path" ? item.expression.segments.map(({ text }) => text).join(".") : "";
  }
}
