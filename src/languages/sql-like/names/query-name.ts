import type {
  AnalyticObject,
  Dimension,
  Level,
  Metric,
  MetricParameter,
  ModelSource,
  Property,
  Reference,
  SelectionConcept,
} from "../../core/model/model-source.ts";
import type { Span } from "../../core/text/span.ts";
import type { MemberLookup } from "../binding/member-lookup.ts";
import type { BuiltInFunction } from "../syntax/functions.ts";
import type { Item, Query } from "../syntax/tree.ts";
import type { PeriodUnit } from "../time/units.ts";

/** What is known while names are given their meaning. */
export interface NameScope {
  readonly model: ModelSource;
  /** Whether everything that the part names was looked up, so that a name that is not in the model is unknown. */
  readonly isComplete: boolean;
  readonly timeColumn: string;
  /** The members that the part names, when they were looked up. */
  readonly members?: MemberLookup;
}

/**
 * What a name, or a text that stands for something, means. An item of the model is absent when the text alone tells the
 * meaning; `owner` is the object that a path has reached, when the model knows it.
 */
export type Meaning =
  | { readonly kind: "metric"; readonly metric: Metric | undefined; readonly from: AnalyticObject | undefined }
  | { readonly kind: "function"; readonly built: BuiltInFunction | undefined }
  | {
      readonly kind: "parameter";
      readonly metric: Metric | undefined;
      readonly parameter: MetricParameter | undefined;
    }
  | { readonly kind: "object"; readonly object: AnalyticObject | undefined }
  | {
      readonly kind: "reference";
      readonly owner: AnalyticObject | undefined;
      readonly reference: Reference | undefined;
    }
  | { readonly kind: "property"; readonly owner: AnalyticObject; readonly property: Property }
  | {
      readonly kind: "dimension";
      readonly owner: AnalyticObject | undefined;
      readonly dimension: Dimension | undefined;
    }
  | {
      readonly kind: "concept";
      readonly owner: AnalyticObject | undefined;
      readonly concept: SelectionConcept | undefined;
    }
  /** A property, dimension or concept; nothing tells which. */
  | { readonly kind: "attribute"; readonly owner: AnalyticObject | undefined }
  /** Of the model, and of no use in a query (sql-like-language 1.1). */
  | { readonly kind: "unsupported"; readonly what: string }
  | { readonly kind: "level"; readonly dimension: Dimension | undefined; readonly level: Level | undefined }
  | { readonly kind: "member"; readonly owner: AnalyticObject; readonly dimension: Dimension }
  | { readonly kind: "time" }
  | { readonly kind: "unit"; readonly unit: PeriodUnit | undefined }
  /** The text of `date("...")`. */
  | { readonly kind: "date" }
  | { readonly kind: "label"; readonly item: Item };

/** A name, or a string that stands for something; its span has the quotes. */
export interface QueryName extends Span {
  /** Without quotes. */
  readonly text: string;
  readonly meaning: Meaning;
  /**
   * `known`: found in the model or the language. `assumed`: told by the text alone. `unknown`: looked for and not found.
   * `obsolete`: the name of an older edition.
   */
  readonly state: "known" | "assumed" | "unknown" | "obsolete";
  /** Absent in a statement of the shell. */
  readonly query: Query | undefined;
}
