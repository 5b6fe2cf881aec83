/** Value types of properties and metric results. */
export type ValueType = "text" | "number" | "date" | "boolean";

export interface Named {
  readonly id: string;
  readonly displayName: string;
  /** What it means, in the words of those who made the model. */
  readonly description?: string;
}

/** The time that data is there for; epoch milliseconds, the end exclusive. */
export interface DataRange {
  readonly dataStart?: number;
  readonly dataEnd?: number;
}

export interface Property extends Named {
  readonly type: ValueType;
  /** The source does not say the type in a word that is known: any value may be right. */
  readonly hasUnknownType?: boolean;
}

export interface Level extends Named {
  /** 0 for the top level. Parent-child levels start at 1 (sql-like-language 6.2). */
  readonly depth: number;
}

/** A leveled and a parent-child dimension have levels, a range dimension has none (sql-like-language 6.2). */
export interface Dimension extends Named {
  readonly kind: "leveled" | "parentChild" | "range" | "custom";
  /** From the top; `undefined` when the source does not know them. */
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
  /** How it is computed, when the source says so. */
  readonly formula?: string;
  readonly parameters: readonly MetricParameter[];
  /** The source does not tell the parameters, so that any arguments may be right. */
  readonly hasUnknownParameters?: boolean;
}

/** A subject, event or overlay with everything a path may end in. */
export interface AnalyticObject extends Named, DataRange {
  readonly kind: "subject" | "event" | "overlay";
  readonly properties: readonly Property[];
  readonly dimensions: readonly Dimension[];
  readonly concepts: readonly SelectionConcept[];
  readonly references: readonly Reference[];
  /** Objects the language cannot query, by what they are, for example `movement concept` (sql-like-language 1.1). */
  readonly unsupported: Readonly<Record<string, string>>;
}

/** The names of a tenant's business model, as far as the source knows them. Lookups are exact; see `find-name.ts` for the rest. */
export interface ModelSource {
  object(id: string): AnalyticObject | undefined;
  objects(): Iterable<AnalyticObject>;
  metric(id: string): Metric | undefined;
  metrics(): Iterable<Metric>;
}
