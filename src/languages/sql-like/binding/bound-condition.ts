import type {
  Dimension,
  MetricParameter,
  Property,
  Reference,
  SelectionConcept,
} from "../../core/model/model-source.ts";
import type { CompareOperator } from "../syntax/operators.ts";

/** Item of the model that a path ends in. */
export type Attribute =
  | { readonly kind: "property"; readonly property: Property }
  | { readonly kind: "dimension"; readonly dimension: Dimension }
  | { readonly kind: "concept"; readonly concept: SelectionConcept };

/**
 * Path from an analytic object through references to an attribute, with names spelled as in the model (sql-like-
 * language 8.2).
 */
export interface BoundPath<End extends Attribute = Attribute> {
  /** Id of the object that the path starts at, the FROM object. */
  readonly from: string;
  /** References in order; empty when the attribute belongs to `from` itself. */
  readonly references: readonly Reference[];
  /** Id of the object that has the attribute. */
  readonly object: string;
  readonly attribute: End;
}

export type PropertyPath = BoundPath<Extract<Attribute, { kind: "property" }>>;
export type DimensionPath = BoundPath<Extract<Attribute, { kind: "dimension" }>>;
export type ConceptPath = BoundPath<Extract<Attribute, { kind: "concept" }>>;

export function isConceptPath(path: BoundPath): path is ConceptPath {
  return path.attribute.kind === "concept";
}

export function isDimensionPath(path: BoundPath): path is DimensionPath {
  return path.attribute.kind === "dimension";
}

export function isPropertyPath(path: BoundPath): path is PropertyPath {
  return path.attribute.kind === "property";
}

/** Value to compare a property with, of the property's type. */
export type Operand =
  | { readonly kind: "text"; readonly value: string }
  /** `text` keeps every written digit, for integers that a double cannot represent. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  /** Epoch milliseconds, UTC. */
  | { readonly kind: "date"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** Parameter of the metric that the filter belongs to. */
  | { readonly kind: "parameter"; readonly parameter: MetricParameter };

/**
 * WHERE condition without its time filter, with all names resolved; evaluates to one of three truth values
 * (semantics.md, "Truth").
 */
export type BoundCondition =
  | { readonly kind: "and" | "or"; readonly conditions: readonly BoundCondition[] }
  | { readonly kind: "not"; readonly condition: BoundCondition }
  | {
      readonly kind: "compare";
      readonly path: PropertyPath;
      readonly operator: CompareOperator;
      readonly value: Operand;
    }
  | {
      readonly kind: "in";
      readonly path: PropertyPath;
      readonly values: readonly Operand[];
      readonly isNegated: boolean;
    }
  /** Both ends are inclusive. */
  | {
      readonly kind: "between";
      readonly path: PropertyPath;
      readonly low: Operand;
      readonly high: Operand;
      readonly isNegated: boolean;
    }
  | { readonly kind: "isNull"; readonly path: BoundPath; readonly isNegated: boolean }
  /** Holds when the concept is true; `= FALSE` is expressed by a `not` around it. */
  | { readonly kind: "concept"; readonly path: ConceptPath }
  /**
   * Holds when the record's member is one of these or below one of them. A member is a path of names from the top
   * (`["EMEA", "Spain"]`), or a single name (`["Spain"]`) at any depth.
   */
  | {
      readonly kind: "member";
      readonly path: DimensionPath;
      readonly members: readonly (readonly string[])[];
      readonly isNegated: boolean;
    };
