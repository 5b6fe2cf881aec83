import type { ModelEntry, ModelReference } from "../../core/model/model-requests.ts";
import type {
  AnalyticObject,
  DataRange,
  Dimension,
  Metric,
  MetricParameter,
  Named,
  Property,
} from "../../core/model/model-source.ts";

export type NameKind = "metric" | "dimension" | "property" | "concept" | "reference" | "object";

/** A name of the model with what completion needs of it, whether the model source or a search gave it. */
export interface ModelName extends DataRange {
  readonly kind: NameKind;
  readonly id: string;
  readonly displayName: string;
  readonly description?: string | undefined;
  /** Analytic object it belongs to. */
  readonly object?: string | undefined;
  /** Of a dimension, from the top; `undefined` when they are not known. */
  readonly levels?: readonly Named[] | undefined;
  /** Of a metric, how it is computed. */
  readonly formula?: string | undefined;
  /** Of a metric. */
  readonly parameters?: readonly MetricParameter[] | undefined;
  /** Data type of a property in the model's own word or ours. */
  readonly type?: string | undefined;
  /** Of an analytic object: `subject`, `event` or `overlay`. */
  readonly objectKind?: string | undefined;
  /** Of a reference, the id of the object that it leads to. */
  readonly target?: string | undefined;
}

export function metricName(metric: Metric): ModelName {
  return { ...metric, kind: "metric" };
}

export function objectName({ id, displayName, description, kind, dataStart, dataEnd }: AnalyticObject): ModelName {
  return { kind: "object", id, displayName, description, objectKind: kind, ...rangeOf({ dataStart, dataEnd }) };
}

export function dimensionName({ id, displayName, description, levels }: Dimension, object: string): ModelName {
  return { kind: "dimension", id, displayName, description, levels, object };
}

export function propertyName(property: Property, object: string): ModelName {
  return { ...property, id: withoutObject(property.id, object), kind: "property", object };
}

export function conceptName(concept: Named, object: string): ModelName {
  return { ...concept, kind: "concept", object };
}

/** A reference may be known by its id alone. */
export function referenceName(
  reference: ModelReference & { readonly description?: string },
  object: string,
): ModelName {
  const { id, displayName = id, description, target } = reference;
  return { kind: "reference", id, displayName, description, target, object };
}

/** A name that a search found; `object` is the one that was searched on. */
export function entryName(kind: NameKind, entry: ModelEntry, object: string | undefined): ModelName {
  const { displayName, description, formula, parameters } = entry;
  const owner = kind === "object" ? undefined : (entry.object ?? object);
  const levels = entry.levels?.map((level, index) => ({ id: level, displayName: entry.levelNames?.[index] ?? level }));
  return {
    kind,
    id: kind === "property" ? withoutObject(entry.id, owner) : entry.id,
    displayName,
    description,
    object: owner,
    levels,
    formula,
    parameters,
    type: entry.dataType,
    objectKind: entry.objectKind?.toLowerCase(),
    ...rangeOf(entry),
  };
}

/** A model may write a property's id with its object, `Employee.Age` (sql-like-language 8.2, rule 3). */
function withoutObject(id: string, object: string | undefined): string {
  return object !== undefined && id.startsWith(`${object}.`) ? id.slice(object.length + 1) : id;
}

function rangeOf({
  dataStart,
  dataEnd,
}: { readonly [Key in keyof DataRange]?: DataRange[Key] | undefined }): DataRange {
  return { ...(dataStart !== undefined && { dataStart }), ...(dataEnd !== undefined && { dataEnd }) };
}

/** Whether what was typed is in one of some texts, in any letter case. */
export function isLike(typed: string, ...texts: readonly string[]): boolean {
  const folded = typed.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(folded));
}
