import type { NamedModelItem } from "../../languages/core/model/model-source.ts";
import type { ModelTexts, StoredMetric, StoredObject, TenantModel } from "../model/tenant-model.ts";

/** Types of model objects that a search can find. In a request, `UNKNOWN` means all types. */
export const searchableObjectTypes = [
  "METRIC",
  "DIMENSION",
  "DIMENSION_MEMBER",
  "CONCEPT",
  "ANALYTIC_OBJECT",
  "PROPERTY",
] as const;
export type ObjectType = (typeof searchableObjectTypes)[number];

/**
 * Names of the additional fields that the `mask` of a search request can select (service-api, "ObjectSearchRequest").
 */
export const searchMaskNames = [
  "Description",
  "Explanation",
  "Tags",
  "analyticObjectId",
  "dataStartDate",
  "dataEndDate",
  "objectReferences",
  "analyticObjectType",
  "propertyIds",
  "path",
  "level",
  "dimensionId",
  "matchedSynonyms",
  "dataType",
  // Ours: the definition as changes of projects have it.
  "definition",
] as const;

/** An element of the model that a search can find. */
export interface SearchEntry {
  readonly type: ObjectType;
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly explanation: string;
  readonly tags: readonly string[];
  /** Other names, by which a search finds the element as well. */
  readonly synonyms: readonly string[];
  /** Id of the analytic object that the element belongs to. Undefined for an analytic object itself. */
  readonly qualifyingPath?: string;
  /** Fields that the response has only if the request's mask selects them. */
  readonly masked: Readonly<Record<string, unknown>>;
  /**
   * Fields that the response always has. The specification lacks them, but editors read the complete model from them.
   */
  readonly open: Readonly<Record<string, unknown>>;
  /** Sort position among hits with the same score. */
  readonly ordinal: number;
}

/** A search entry with its score for the search text. */
export interface ScoredEntry {
  readonly entry: SearchEntry;
  readonly matchedField: string;
  /** Score from 0 to 1. */
  readonly matchScore: number;
}

type Entry = Omit<SearchEntry, "ordinal">;

/** Yields all elements of the model, except the members of dimensions. */
export function* listModelEntries(model: TenantModel): Generator<SearchEntry> {
  let ordinal = 0;
  for (const entry of entries(model)) {
    yield { ...entry, ordinal: ordinal++ };
  }
}

function* entries(model: TenantModel): Generator<Entry> {
  const dates = { dataStartDate: model.dataStart, dataEndDate: model.dataEnd };
  for (const metric of model.metrics) {
    yield {
      type: "METRIC",
      id: metric.id,
      displayName: metric.displayName,
      description: describeMetric(metric),
      ...textsOf(metric),
      qualifyingPath: metric.object,
      masked: { analyticObjectId: metric.object, ...dates, definition: metric },
      open: { parameters: metric.parameters, formula: formulaOf(metric) },
    };
  }
  for (const object of model.objects) {
    yield objectEntry(object, dates);
    yield* partEntries(object);
  }
}

function objectEntry(object: StoredObject, dates: Readonly<Record<string, string>>): Entry {
  return {
    type: "ANALYTIC_OBJECT",
    id: object.id,
    displayName: object.displayName,
    description: `${object.displayName}, ${object.kind === "event" ? "an event" : `a ${object.kind}`} of the model`,
    ...textsOf(object),
    masked: {
      ...dates,
      analyticObjectType: object.kind.toUpperCase(),
      objectReferences: object.references.map(({ id, displayName, target, isMultiValue }) => ({
        id,
        displayName,
        analyticObjectId: target,
        isMultiValue,
      })),
      propertyIds: object.properties.map(({ id }) => id),
    },
    open: {
      dimensionIds: object.dimensions.map(({ id }) => id),
      conceptIds: object.concepts.map(({ id }) => id),
      unsupported: object.unsupported,
    },
  };
}

function* partEntries(object: StoredObject): Generator<Entry> {
  const on = (type: ObjectType, part: NamedModelItem & ModelTexts, masked: object, open: object): Entry => ({
    type,
    id: part.id,
    displayName: part.displayName,
    description: `${part.displayName} of ${object.displayName}`,
    ...textsOf(part),
    qualifyingPath: object.id,
    masked: { ...masked },
    open: { analyticObjectId: object.id, ...open },
  });
  for (const dimension of object.dimensions) {
    yield on(
      "DIMENSION",
      dimension,
      { definition: dimension },
      { dimensionType: dimension.kind, levels: dimension.levels ?? [] },
    );
  }
  for (const concept of object.concepts) {
    yield on("CONCEPT", concept, {}, {});
  }
  for (const property of object.properties) {
    yield on("PROPERTY", property, { dataType: property.type, definition: property }, {});
  }
}

function textsOf({ explanation = "", tags = [], synonyms = [] }: ModelTexts) {
  return { explanation, tags, synonyms };
}

function describeMetric(metric: StoredMetric): string {
  return `${metric.displayName}: ${formulaOf(metric)}`;
}

function formulaOf(metric: StoredMetric): string {
  if (metric.kind === "derived") {
    return `${metric.left.metric} ${metric.operator} ${metric.right.metric}`;
  }
  const { aggregate, property, object, filter } = metric;
  return `${aggregate}${property ? ` of ${property}` : ""} over ${object}${filter ? ` where ${filter}` : ""}`;
}
