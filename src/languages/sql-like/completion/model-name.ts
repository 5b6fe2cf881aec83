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

/** Name of the model as completion needs it, from the model source or from a search. */
export interface ModelName extends DataRange {
  readonly kind: NameKind;
  readonly id: string;
  readonly displayName: string;
  readonly description?: string | undefined;
  /** Analytic object that the name belongs to. */
  readonly object?: string | undefined;
  /** Levels of a dimension from the top; `undefined` when unknown. */
  readonly levels?: readonly Named[] | undefined;
  /** Formula of a metric. */
  readonly formula?: string | undefined;
  /** Parameters of a metric. */
  readonly parameters?: readonly MetricParameter[] | undefined;
  /** Data type of a property, spelled as in the model or as our value type. */
  readonly type?: string | undefined;
  /** `subject`, `event` or `overlay`, for an analytic object. */
  readonly objectKind?: string | undefined;
  /** Id of the object that a reference leads to. */
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

/** Name of a reference, of which the id alone may be known. */
export function referenceName(
  reference: ModelReference & { readonly description?: string },
  object: string,
): ModelName {
  const { id, displayName = id, description, target } = reference;
  return { kind: "reference", id, displayName, description, target, object };
}

/** Name found by a search on `object`. */
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

/** A property's id may include its object, `Employee.Age` (sql-like-language 8.2, rule 3). */
function withoutObject(id: string, object: string | undefined): string {
  return object !== undefined && id.startsWith(`${object}.`) ? id.slice(object.length + 1) : id;
}

function rangeOf({
  dataStart,
  dataEnd,
}: { readonly [Key in keyof DataRange]?: DataRange[Key] | undefined }): DataRange {
  return { ...(dataStart !== undefined && { dataStart }), ...(dataEnd !== undefined && { dataEnd }) };
}

/** Whether one of some texts contains the typed text, ignoring case. */
export function isLike(typed: string, ...texts: readonly string[]): boolean {
  const folded = typed.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(folded));
}
