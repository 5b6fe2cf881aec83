import type {
  AnalyticObject,
  Dimension,
  Level,
  Metric,
  ModelSource,
  NamedModelItem,
  Property,
  Reference,
  SelectionConcept,
} from "../../languages/core/model/model-source.ts";

/**
 * How a tenant's model is stored. Each analytic object is one DuckDB table named by its id.
 *
 * | Column | Type | Of |
 * |---|---|---|
 * | `$key` | BIGINT | subject: the member; event: the event |
 * | `$valid_from`, `$valid_to` | TIMESTAMP | subject: the state's validity, `$valid_to` exclusive, NULL while open |
 * | `$from_month`, `$to_month` | INTEGER | subject: the months of those instants, see `object-table.ts` |
 * | `$event_time` | TIMESTAMP | event |
 * | property id | VARCHAR, DOUBLE, BIGINT, TIMESTAMP, BOOLEAN by its storage | |
 * | dimension id | INTEGER | the member's `ordinal` in the dimension's member table, NULL without a member |
 * | concept id | BOOLEAN | NULL is Unknown |
 * | reference id | BIGINT, or BIGINT[] when multi-value | the target's `$key` |
 *
 * States of one member never overlap. Rows are stored in order of `$valid_from` or `$event_time`, so that DuckDB skips
 * row groups outside a period. The members of a dimension are in the table `$members:<membersOf>`, see
 * `member-tree.ts`.
 */
export interface StoredObject extends Omit<AnalyticObject, "dimensions" | "properties">, ModelTexts {
  /** Id of the text property that identifies a member of a subject, by which load files and references name it. */
  readonly key?: string;
  /** Event that ends the members of this subject that its reference leads to. */
  readonly endedBy?: { readonly event: string; readonly reference: string };
  readonly properties: readonly StoredProperty[];
  readonly dimensions: readonly StoredDimension[];
  readonly concepts: readonly (SelectionConcept & ModelTexts)[];
  readonly references: readonly (Reference & ModelTexts)[];
  readonly memberMaps?: readonly StoredMemberMap[];
}

/** Assigns members of a dimension of an object to members of another, such as functions to divisions. */
export interface StoredMemberMap extends NamedModelItem, ModelTexts {
  /** Id of the object's dimension whose members are assigned. */
  readonly dimension: string;
  /** Id of the object's dimension whose members they are assigned to. */
  readonly target: string;
  /** Path of the member that each member is assigned to, by its own path. Members below follow unless they are there. */
  readonly members: Readonly<Record<string, string>>;
}

/** Texts of the model's authors about an element. */
export interface ModelTexts {
  /** Meaning of the element, for readers of reports. */
  readonly explanation?: string;
  /** Subjects that the element belongs to. */
  readonly tags?: readonly string[];
  /** Other names by which people ask for the element; searches find it by them. */
  readonly synonyms?: readonly string[];
}

export interface StoredProperty extends Property, ModelTexts {
  readonly storage: "VARCHAR" | "DOUBLE" | "BIGINT" | "TIMESTAMP" | "BOOLEAN";
  /** Whether the service calculates the values, so that load files do not contain them. */
  readonly isCalculated?: true;
  /** Formula of values that are calculated when they are read. Only for properties that a project added. */
  readonly formula?: PropertyFormula;
}

/** A calculation of two stored, numeric properties of the same object, or of one and a number. */
interface PropertyFormula {
  readonly operator: "add" | "subtract" | "multiply" | "divide";
  readonly left: string | number;
  readonly right: string | number;
}

export interface StoredDimension extends Dimension, ModelTexts {
  readonly levels: readonly (Level & ModelTexts)[] | undefined;
  /** Name of the member list. Several dimensions can share one list, as Location does. */
  readonly membersOf: string;
  /** Whether a load adds members that the list does not have yet. Otherwise an unknown member is a problem. */
  readonly isOpen?: true;
  /** Calculation of a range dimension from whole years since a date property, by the ranges' lower bounds. */
  readonly range?: { readonly since: string; readonly bounds: readonly number[] };
  /**
   * Calculation of a range dimension when it is read: from a stored, numeric property, by ascending bounds. A band
   * begins with its bound; values below the first bound are a band, too. Only for dimensions that a project added.
   */
  readonly bands?: { readonly property: string; readonly bounds: readonly number[] };
}

/** A place that files of one load schema are sent to, as a project defined it (service-api, "Data intake into sources"). */
export interface SourceDefinition {
  readonly id: string;
  /** Name of the load schema. */
  readonly schema: string;
  /** Pattern of the names of its files, to be matched in any case. */
  readonly fileNameRegex: string;
}

/** A metric that is computed from the records of one object. */
export interface BaseMetric extends Metric, ModelTexts {
  readonly kind: "base";
  readonly aggregate: "count" | "sum" | "average" | "minimum" | "maximum";
  /** Id of the property that the metric aggregates. Undefined for a count of records. */
  readonly property?: string;
  /** Condition in the SQL-like language. It refers to parameters by their ids. */
  readonly filter?: string;
}

/** A metric that is computed from two other metrics in each cell (sql-like-language 5.5). */
export interface DerivedMetric extends Metric, ModelTexts {
  readonly kind: "derived";
  readonly operator: "divide" | "add" | "subtract" | "multiply";
  readonly left: MetricPart;
  readonly right: MetricPart;
}

/** A metric that a derived metric uses. */
export interface MetricPart {
  readonly metric: string;
  /**
   * Id of the reference from the derived metric's object to the object of this metric. Undefined for the same object.
   */
  readonly through?: string;
}

export type StoredMetric = BaseMetric | DerivedMetric;

/** Other names of members: by the name of the member list, then by the member's path. */
export type MemberSynonyms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A tenant's business model. It is plain JSON, stored beside the tenant's data. */
export interface TenantModel {
  readonly objects: readonly StoredObject[];
  readonly metrics: readonly StoredMetric[];
  /** Sources in addition to those of the load schemas, of which one with the same id takes the place. */
  readonly sources?: readonly SourceDefinition[];
  readonly memberSynonyms?: MemberSynonyms;
  /** First month of the fiscal year, from 1 for January to 12. */
  readonly fiscalYearStartMonth: number;
  /** Start of the data, an ISO 8601 instant in UTC. `dataEnd` is exclusive. */
  readonly dataStart: string;
  readonly dataEnd: string;
}

/** Creates a lookup of the names in a stored model, for the language services. */
export function createModelSource(model: TenantModel): ModelSource {
  const objects: ReadonlyMap<string, AnalyticObject> = new Map(model.objects.map((object) => [object.id, object]));
  const metrics: ReadonlyMap<string, Metric> = new Map(model.metrics.map((metric) => [metric.id, metric]));
  return {
    object: (id) => objects.get(id),
    objects: () => objects.values(),
    metric: (id) => metrics.get(id),
    metrics: () => metrics.values(),
  };
}
