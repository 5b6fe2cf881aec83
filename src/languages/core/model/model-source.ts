/** Value types of properties and metric results. */
export type ValueType = "text" | "number" | "date" | "boolean";

export interface NamedModelItem {
  readonly id: string;
  readonly displayName: string;
  /** Description written by the authors of the business model. */
  readonly description?: string;
}

/** Time range for which data exists, in epoch milliseconds. The end is exclusive. */
export interface DataTimeRange {
  readonly dataStart?: number;
  readonly dataEnd?: number;
}

export interface Property extends NamedModelItem {
  readonly type: ValueType;
  /** Whether the type of the property is unknown, so that values of any type must be accepted. */
  readonly hasUnknownType?: boolean;
}

export interface Level extends NamedModelItem {
  /**
   * Depth of the level in its hierarchy: 0 for the top level. Parent-child levels start at 1 (sql-like-language 6.2).
   */
  readonly depth: number;
}

/**
 * A dimension of an analytic object. Leveled and parent-child dimensions have levels, range dimensions do not
 * (sql-like-language 6.2).
 */
export interface Dimension extends NamedModelItem {
  readonly kind: "leveled" | "parentChild" | "range" | "custom";
  /** Levels of the dimension from the top level down. Undefined if the levels are unknown. */
  readonly levels: readonly Level[] | undefined;
}

export type SelectionConcept = NamedModelItem;

export interface Reference extends NamedModelItem {
  /** Id of the analytic object that the reference leads to. */
  readonly target: string;
  readonly isMultiValue: boolean;
}

export interface MetricParameter extends NamedModelItem {
  readonly kind: "number" | "member" | "aggregationType";
  readonly default?: number | string;
}

export interface Metric extends NamedModelItem, DataTimeRange {
  /** Id of the analytic object the metric belongs to. */
  readonly object: string;
  /** Formula of the metric, if known. */
  readonly formula?: string;
  readonly parameters: readonly MetricParameter[];
  /** Whether the parameters of the metric are unknown, so that any arguments must be accepted. */
  readonly hasUnknownParameters?: boolean;
}

/**
 * An analytic object of the business model (subject, event or overlay), with the names of its properties, dimensions
 * and other items.
 */
export interface AnalyticObject extends NamedModelItem, DataTimeRange {
  readonly kind: "subject" | "event" | "overlay";
  readonly properties: readonly Property[];
  readonly dimensions: readonly Dimension[];
  readonly concepts: readonly SelectionConcept[];
  readonly references: readonly Reference[];
  /**
   * Names on the analytic object that the query language does not support, mapped to the kind of each, such as
   * `movement concept` (sql-like-language 1.1).
   */
  readonly unsupported: Readonly<Record<string, string>>;
}

/**
 * Names of a tenant's business model, as far as they are known. Lookups are case-sensitive; `find-name.ts` has
 * case-insensitive ones.
 */
export interface ModelSource {
  object(id: string): AnalyticObject | undefined;
  objects(): Iterable<AnalyticObject>;
  metric(id: string): Metric | undefined;
  metrics(): Iterable<Metric>;
}
