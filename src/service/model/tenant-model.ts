import type {
  AnalyticObject,
  Dimension,
  Metric,
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
 * | `$from_month`, `$to_month` | INTEGER | subject: the months of those instants, see `month-number.ts` |
 * | `$event_time` | TIMESTAMP | event |
 * | property id | VARCHAR, DOUBLE, BIGINT, TIMESTAMP, BOOLEAN by its storage | |
 * | dimension id | INTEGER | the member's `ordinal` in the dimension's member table, NULL without a member |
 * | concept id | BOOLEAN | NULL is Unknown |
 * | reference id | BIGINT, or BIGINT[] when multi-value | the target's `$key` |
 *
 * States of one member never overlap. Rows are stored in order of `$valid_from` or `$event_time`, so that row groups outside a
 * period are skipped. The members of a dimension stand in the
 * table `$members:<membersOf>`: see `member-table.ts`.
 */
export interface StoredObject extends Omit<AnalyticObject, "dimensions" | "properties"> {
  readonly properties: readonly StoredProperty[];
  readonly dimensions: readonly StoredDimension[];
  readonly concepts: readonly SelectionConcept[];
  readonly references: readonly Reference[];
}

export interface StoredProperty extends Property {
  readonly storage: "VARCHAR" | "DOUBLE" | "BIGINT" | "TIMESTAMP" | "BOOLEAN";
}

export interface StoredDimension extends Dimension {
  readonly levels: Dimension["levels"];
  /** Name of the member list; dimensions on several objects may share one, as Location does. */
  readonly membersOf: string;
}

/** A metric that reads the records of one object. */
export interface BaseMetric extends Metric {
  readonly kind: "base";
  readonly aggregate: "count" | "sum" | "average" | "minimum" | "maximum";
  /** Id of the property that is aggregated; none for a count. */
  readonly property?: string;
  /** Condition in the SQL-like language; a parameter stands in it as its id. */
  readonly filter?: string;
}

/** A metric made of others by arithmetic, part by part and cell by cell (sql-like-language 5.5). */
export interface DerivedMetric extends Metric {
  readonly kind: "derived";
  readonly operator: "divide" | "add" | "subtract" | "multiply";
  readonly left: MetricPart;
  readonly right: MetricPart;
}

export interface MetricPart {
  readonly metric: string;
  /** Reference of the metric's object that leads to the part's object, when that is another one. */
  readonly through?: string;
}

export type StoredMetric = BaseMetric | DerivedMetric;

/** Everything the service knows about a tenant's business model; plain JSON, kept beside the tenant's data. */
export interface TenantModel {
  readonly objects: readonly StoredObject[];
  readonly metrics: readonly StoredMetric[];
  /** 1 is January. */
  readonly fiscalYearStartMonth: number;
  /** ISO 8601 instants, UTC; the end is exclusive. */
  readonly dataStart: string;
  readonly dataEnd: string;
}
