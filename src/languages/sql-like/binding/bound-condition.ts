import type {
  Dimension,
  MetricParameter,
  Property,
  Reference,
  SelectionConcept,
} from "../../core/model/model-source.ts";
import type { CompareOperator } from "../syntax/operators.ts";

/** Model item that the last segment of a path denotes. */
export type ModelAttribute =
  | { readonly kind: "property"; readonly property: Property }
  | { readonly kind: "dimension"; readonly dimension: Dimension }
  | { readonly kind: "concept"; readonly concept: SelectionConcept };

/**
 * Path from an analytic object through references to an attribute, with names spelled as in the model
 * (sql-like-language 8.2).
 */
export interface BoundPath<End extends ModelAttribute = ModelAttribute> {
  /** Id of the FROM object, at which the path starts. */
  readonly from: string;
  /** References of the path in order; empty if the attribute belongs to the object `from` itself. */
  readonly references: readonly Reference[];
  /** Id of the object that the attribute belongs to. */
  readonly object: string;
  readonly attribute: End;
}

export type PropertyPath = BoundPath<Extract<ModelAttribute, { kind: "property" }>>;
export type DimensionPath = BoundPath<Extract<ModelAttribute, { kind: "dimension" }>>;
export type ConceptPath = BoundPath<Extract<ModelAttribute, { kind: "concept" }>>;

export function isConceptPath(path: BoundPath): path is ConceptPath {
  return path.attribute.kind === "concept";
}

export function isDimensionPath(path: BoundPath): path is DimensionPath {
  return path.attribute.kind === "dimension";
}

export function isPropertyPath(path: BoundPath): path is PropertyPath {
  return path.attribute.kind === "property";
}

/** Value that a property is compared with; it has the type of the property. */
export type ComparisonOperand =
  | { readonly kind: "text"; readonly value: string }
  /** Numeric value. `text` contains all written digits, for integers that a double cannot represent. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  /** Date value in epoch milliseconds, UTC. */
  | { readonly kind: "date"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** Value of a parameter of the metric whose filter is bound. */
  | { readonly kind: "parameter"; readonly parameter: MetricParameter };

/**
 * WHERE condition without its time filter, with all names resolved. It evaluates to one of three truth values
 * (semantics.md, "Truth").
 */
export type BoundCondition =
  | { readonly kind: "and" | "or"; readonly conditions: readonly BoundCondition[] }
  | { readonly kind: "not"; readonly condition: BoundCondition }
  | {
      readonly kind: "compare";
      readonly path: PropertyPath;
      readonly operator: CompareOperator;
      readonly value: ComparisonOperand;
    }
  | {
      readonly kind: "in";
      readonly path: PropertyPath;
      readonly values: readonly ComparisonOperand[];
      readonly isNegated: boolean;
    }
  /** BETWEEN condition; both limits are inclusive. */
  | {
      readonly kind: "between";
      readonly path: PropertyPath;
      readonly low: ComparisonOperand;
      readonly high: ComparisonOperand;
      readonly isNegated: boolean;
    }
  | { readonly kind: "isNull"; readonly path: BoundPath; readonly isNegated: boolean }
  /** Condition that is true if the concept is true. `= FALSE` is represented by this condition inside a `not`. */
  | { readonly kind: "concept"; readonly path: ConceptPath }
  /**
   * Condition that is true if the record's dimension member equals one of the members or is a descendant of one.
   * Members are paths of names from the top level (`["EMEA", "Spain"]`), or a single name (`["Spain"]`) at any level.
   */
  | {
      readonly kind: "member";
      readonly path: DimensionPath;
      readonly members: readonly (readonly string[])[];
      readonly isNegated: boolean;
    };
