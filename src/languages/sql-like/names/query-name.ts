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

/** Knowledge that the meaning of names depends on. */
export interface NameScope {
  readonly model: ModelSource;
  /** Whether all names of the part were looked up, so that a name missing from the model is unknown. */
  readonly isComplete: boolean;
  readonly timeColumn: string;
  /** Members that the part names, once they were looked up. */
  readonly members?: MemberLookup;
}

/**
 * Meaning of a name, or of a text that stands for something. Items of the model are left out when the text alone gives
 * the meaning; `owner` is the object that a path has reached, if the model knows it.
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
  /** A property, dimension or concept; it is not known which. */
  | { readonly kind: "attribute"; readonly owner: AnalyticObject | undefined }
  /** Item of the model that cannot be used in a query (sql-like-language 1.1). */
  | { readonly kind: "unsupported"; readonly what: string }
  | { readonly kind: "level"; readonly dimension: Dimension | undefined; readonly level: Level | undefined }
  | { readonly kind: "member"; readonly owner: AnalyticObject; readonly dimension: Dimension }
  | { readonly kind: "time" }
  | { readonly kind: "unit"; readonly unit: PeriodUnit | undefined }
  /** Text of `date("...")`. */
  | { readonly kind: "date" }
  | { readonly kind: "label"; readonly item: Item };

/** Name, or string that stands for something; the span includes quotes. */
export interface QueryName extends Span {
  /** Without quotes. */
  readonly text: string;
  readonly meaning: Meaning;
  /**
   * `known`: found in the model or the language. `assumed`: judged by the text alone. `unknown`: looked up and not
   * found. `obsolete`: the name of an earlier edition.
   */
  readonly state: "known" | "assumed" | "unknown" | "obsolete";
  /** Undefined in a statement of the shell. */
  readonly query: Query | undefined;
}
