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
import type { Query, SelectItem } from "../syntax/tree.ts";
import type { PeriodUnit } from "../time/units.ts";

/** Context that determines the meaning of the names in a query. */
export interface NameScope {
  readonly model: ModelSource;
  /**
   * Whether all names of the document part were looked up, so that a name missing from the model can be reported as
   * unknown.
   */
  readonly isComplete: boolean;
  readonly timeColumn: string;
  /** Dimension members that occur in the document part, after they were looked up. */
  readonly members?: MemberLookup;
}

/**
 * Meaning of a name or of a string in a query. Model items are undefined if only the text determines the meaning.
 * `owner` is the object that the preceding path leads to, if the model knows it.
 */
export type NameMeaning =
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
  /** Attribute of unknown kind: a property, dimension or concept. */
  | { readonly kind: "attribute"; readonly owner: AnalyticObject | undefined }
  /** Model item that cannot be used in a query (sql-like-language 1.1). */
  | { readonly kind: "unsupported"; readonly what: string }
  | { readonly kind: "level"; readonly dimension: Dimension | undefined; readonly level: Level | undefined }
  | { readonly kind: "member"; readonly owner: AnalyticObject; readonly dimension: Dimension }
  | { readonly kind: "time" }
  | { readonly kind: "unit"; readonly unit: PeriodUnit | undefined }
  /** Date text in a `date("...")` call. */
  | { readonly kind: "date" }
  | { readonly kind: "label"; readonly item: SelectItem };

/** Name in a query, or string that names a model item or a date. The span includes the quotes. */
export interface QueryName extends Span {
  /** Text of the name, without quotes. */
  readonly text: string;
  readonly meaning: NameMeaning;
  /**
   * Source of the meaning. `known`: found in the model or the language. `assumed`: derived from the text alone.
   * `unknown`: looked up and not found. `obsolete`: name from an earlier edition of the language.
   */
  readonly state: "known" | "assumed" | "unknown" | "obsolete";
  /** Query that contains the name; undefined in a statement of the command-line shell. */
  readonly query: Query | undefined;
}
