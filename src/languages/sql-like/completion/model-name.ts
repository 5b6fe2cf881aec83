import type { ModelEntry, ModelReference } from "../../core/model/model-requests.ts";
import type {
  AnalyticObject,
  DataTimeRange,
  Dimension,
  Metric,
  MetricParameter,
  NamedModelItem,
  Property,
} from "../../core/model/model-source.ts";

export type ModelNameKind = "metric" | "dimension" | "property" | "concept" | "reference" | "object";

/**
 * Name from the business model with the details that completion shows. Comes from the loaded model or from a search.
 */
export interface ModelName extends DataTimeRange {
  readonly kind: ModelNameKind;
  readonly id: string;
  readonly displayName: string;
  readonly description?: string | undefined;
  /** Id of the analytic object that the name belongs to. */
  readonly object?: string | undefined;
  /** Levels of a dimension, top level first; `undefined` if unknown or not a dimension. */
  readonly levels?: readonly NamedModelItem[] | undefined;
  /** Formula of a metric. */
  readonly formula?: string | undefined;
  /** Parameters of a metric. */
  readonly parameters?: readonly MetricParameter[] | undefined;
  /** Data type of a property: either as the model spells it or as one of the extension's own value types. */
  readonly type?: string | undefined;
  /** Kind of an analytic object: `subject`, `event` or `overlay`. */
  readonly objectKind?: string | undefined;
  /** Id of the object that a reference leads to. */
  readonly target?: string | undefined;
}

export function modelNameOfMetric(metric: Metric): ModelName {
  return { ...metric, kind: "metric" };
}

export function modelNameOfObject({
  id,
  displayName,
  description,
  kind,
  dataStart,
  dataEnd,
}: AnalyticObject): ModelName {
  return { kind: "object", id, displayName, description, objectKind: kind, ...rangeOf({ dataStart, dataEnd }) };
}

export function modelNameOfDimension({ id, displayName, description, levels }: Dimension, object: string): ModelName {
  return { kind: "dimension", id, displayName, description, levels, object };
}

export function modelNameOfProperty(property: Property, object: string): ModelName {
  return { ...property, id: withoutObject(property.id, object), kind: "property", object };
}

export function modelNameOfConcept(concept: NamedModelItem, object: string): ModelName {
  return { ...concept, kind: "concept", object };
}

/** Creates the completion data of a reference, of which possibly only the id is known. */
export function modelNameOfReference(
  reference: ModelReference & { readonly description?: string },
  object: string,
): ModelName {
  const { id, displayName = id, description, target } = reference;
  return { kind: "reference", id, displayName, description, target, object };
}

/** Creates the completion data of a name that a search on the object `object` returned. */
export function modelNameOfEntry(kind: ModelNameKind, entry: ModelEntry, object: string | undefined): ModelName {
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

/** Returns the id of a property without its object's id: `Age` for `Employee.Age` (sql-like-language 8.2, rule 3). */
function withoutObject(id: string, object: string | undefined): string {
  return object !== undefined && id.startsWith(`${object}.`) ? id.slice(object.length + 1) : id;
}

function rangeOf({
  dataStart,
  dataEnd,
}: { readonly [Key in keyof DataTimeRange]?: DataTimeRange[Key] | undefined }): DataTimeRange {
  return { ...(dataStart !== undefined && { dataStart }), ...(dataEnd !== undefined && { dataEnd }) };
}

/** Whether at least one of several texts contains the typed text, ignoring case. */
export function anyContainsTypedText(typed: string, ...texts: readonly string[]): boolean {
  const folded = typed.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(folded));
}
