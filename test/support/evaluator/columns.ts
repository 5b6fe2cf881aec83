import type { Level } from "../../../src/languages/core/model/model-source.ts";
import type { StoredMetric, StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { type Attribute, attributeId, type DimensionAttribute, findAttribute } from "./attribute.ts";
import { literalValue } from "./condition.ts";
import { findNamed } from "./find-name.ts";
import { findLevel } from "./members.ts";
import type { CallArgument, CallExpression, Expression, ParsedQuery, SelectItem } from "./query-tree.ts";
import type { Value } from "./workforce.ts";

/** A SELECT item with its names looked up (sql-like-language 6). */
export type Column = { readonly name: string } & (
  | { readonly kind: "metric"; readonly metric: StoredMetric; readonly parameters: ReadonlyMap<string, Value> }
  | { readonly kind: "level"; readonly attribute: DimensionAttribute; readonly level: Level }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "time" }
  /** A column that cannot be resolved: empty in query mode `FILL`. */
  | { readonly kind: "nothing" }
);

export interface BoundQuery {
  readonly object: StoredObject;
  readonly columns: readonly Column[];
  readonly kind: "aggregate" | "list";
}

export const timeColumn = "Service_Time";

/** Looks up the names of FROM and SELECT and names the columns (sql-like-language 11.2). */
export function bindColumns(query: ParsedQuery, model: TenantModel): BoundQuery {
  const object = findNamed(model.objects, query.object);
  if (!object) {
    throw new Error(`Evaluating a query: the model has no analytic object "${query.object}".`);
  }
  const dimensions = query.items.map((item) => dimensionOf(item.expression, object, model));
  const columns = query.items.map((item, index): Column => {
    const dimension = dimensions[index];
    const isRepeated = dimensions.filter((other) => other && other === dimension).length > 1;
    return bindItem(item, object, model, isRepeated);
  });
  const kind = columns.some((column) => column.kind === "metric") ? "aggregate" : "list";
  const unknown = columns.find((column) => column.kind === "nothing");
  if (kind === "aggregate" && unknown) {
    throw new Error(`Evaluating a query: "${unknown.name}" cannot be resolved.`);
  }
  return { object, columns, kind };
}

function bindItem(item: SelectItem, object: StoredObject, model: TenantModel, isRepeated: boolean): Column {
  const { expression, label } = item;
  if (expression.kind === "path") {
    const name = label ?? expression.names.join(".");
    if (name === timeColumn || expression.names.join(".") === timeColumn) {
      return { kind: "time", name };
    }
    const attribute = findAttribute(model, object, expression.names);
    return attribute ? { kind: "attribute", name, attribute } : { kind: "nothing", name };
  }
  if (expression.kind !== "call") {
    throw new Error("Evaluating a query: a literal stands in SELECT.");
  }
  if (!isLevel(expression)) {
    const metric = findNamed(model.metrics, expression.name);
    if (!metric) {
      throw new Error(`Evaluating a query: the model has no metric "${expression.name}".`);
    }
    const parameters = bindParameters(metric, expression.arguments);
    return { kind: "metric", name: label ?? metric.id, metric, parameters };
  }
  const path = levelPath(expression);
  const attribute = findAttribute(model, object, path);
  if (!attribute) {
    return { kind: "nothing", name: label ?? path.join(".") };
  }
  if (attribute.kind !== "dimension") {
    throw new Error("Evaluating a query: level() takes a dimension and a level.");
  }
  const depth = expression.arguments[1]?.value;
  if (depth?.kind !== "text" && depth?.kind !== "number") {
    throw new Error("Evaluating a query: level() takes a dimension and a level.");
  }
  const level = findLevel(attribute.dimension, depth.value);
  const id = attributeId(attribute);
  return { kind: "level", name: label ?? (isRepeated ? `${id}.${level.id}` : id), attribute, level };
}

function isLevel({ name }: CallExpression): boolean {
  return name.toLowerCase() === "level";
}

/** The names of the dimension in `level(dimension, level)`. */
function levelPath(call: CallExpression): readonly string[] {
  const path = call.arguments[0]?.value;
  if (path?.kind !== "path") {
    throw new Error("Evaluating a query: level() takes a dimension and a level.");
  }
  return path.names;
}

/** The dimension that an item shows, by whatever path. */
function dimensionOf(expression: Expression, object: StoredObject, model: TenantModel): unknown {
  const isPath = expression.kind === "path";
  if (!isPath && !(expression.kind === "call" && isLevel(expression))) {
    return undefined;
  }
  const attribute = findAttribute(model, object, isPath ? expression.names : levelPath(expression));
  return attribute?.kind === "dimension" ? attribute.dimension : undefined;
}

function bindParameters(metric: StoredMetric, given: readonly CallArgument[]): ReadonlyMap<string, Value> {
  const parameters = new Map<string, Value>();
  for (const [index, parameter] of metric.parameters.entries()) {
    const argument = given.find(({ name }) => name === parameter.id) ?? given.filter(({ name }) => !name)[index];
    const value = argument ? literalValue(argument.value, { parameters }) : parameter.default;
    if (value === undefined) {
      throw new Error(`Evaluating a query: ${metric.id} lacks its parameter ${parameter.id}.`);
    }
    parameters.set(parameter.id, value);
  }
  return parameters;
}
