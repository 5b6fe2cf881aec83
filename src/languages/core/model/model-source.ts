/** Value types of properties and metric results. */
export type ValueType = "text" | "number" | "date" | "boolean";

export interface Named {
  readonly id: string;
  readonly displayName: string;
  /** Description by the authors of the model. */
  readonly description?: string;
}

/** Time range that has data, in epoch milliseconds; the end is exclusive. */
export interface DataRange {
  readonly dataStart?: number;
  readonly dataEnd?: number;
}

export interface Property extends Named {
  readonly type: ValueType;
  /** Whether the source gives no known type, so that any value may be valid. */
  readonly hasUnknownType?: boolean;
}

export interface Level extends Named {
  /** 0 for the top level. Parent-child levels start at 1 (sql-like-language 6.2). */
  readonly depth: number;
}

/** A leveled and a parent-child dimension have levels, a range dimension has none (sql-like-language 6.2). */
export interface Dimension extends Named {
  readonly kind: "leveled" | "parentChild" | "range" | "custom";
  /** From the top level down; `undefined` when the source does not know them. */
  readonly levels: readonly Level[] | undefined;
}

export type SelectionConcept = Named;

export interface Reference extends Named {
  /** Id of the analytic object that the reference leads to. */
  readonly target: string;
  readonly isMultiValue: boolean;
}

export interface MetricParameter extends Named {
  readonly kind: "number" | "member" | "aggregationType";
  readonly default?: number | string;
}

export interface Metric extends Named, DataRange {
  /** Id of the analytic object the metric belongs to. */
  readonly object: string;
  /** Formula, when the source gives it. */
  readonly formula?: string;
  readonly parameters: readonly MetricParameter[];
  /** Whether the source does not list the parameters, so that any arguments may be valid. */
  readonly hasUnknownParameters?: boolean;
}

/** Subject, event or overlay with all names that a path may end in. */
export interface AnalyticObject extends Named, DataRange {
  readonly kind: "subject" | "event" | "overlay";
  readonly properties: readonly Property[];
  readonly dimensions: readonly Dimension[];
  readonly concepts: readonly SelectionConcept[];
  readonly references: readonly Reference[];
  /**
   * Names on the object that the language cannot query, each with its kind, such as `movement concept` (sql-like-
   * language 1.1).
   */
  readonly unsupported: Readonly<Record<string, string>>;
}

/**
 * Names of a tenant's business model, as far as the source knows them. Lookups are case-sensitive; `find-name.ts` has
 * the case-insensitive ones.
 */
export interface ModelSource {
  object(id: string): AnalyticObject | undefined;
  objects(): Iterable<AnalyticObject>;
  metric(id: string): Metric | undefined;
  metrics(): Iterable<Metric>;
}
