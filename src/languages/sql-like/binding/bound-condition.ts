import type {
  Dimension,
  MetricParameter,
  Property,
  Reference,
  SelectionConcept,
} from "../../core/model/model-source.ts";
import type { CompareOperator } from "../syntax/operators.ts";

/** What a path ends in. */
export type Attribute =
  | { readonly kind: "property"; readonly property: Property }
  | { readonly kind: "dimension"; readonly dimension: Dimension }
  | { readonly kind: "concept"; readonly concept: SelectionConcept };

/** A path from an analytic object through references to an attribute, names as the model writes them (sql-like-language 8.2). */
export interface BoundPath<End extends Attribute = Attribute> {
  /** Id of the object the path starts at, the one of FROM. */
  readonly from: string;
  /** References in the order they are followed; empty when the attribute is on `from` itself. */
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

/** A value that a property is compared with; its type fits the property's. */
export type Operand =
  | { readonly kind: "text"; readonly value: string }
  /** `text` has every digit as written, for integers a double cannot hold. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  /** Epoch milliseconds, UTC. */
  | { readonly kind: "date"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** A parameter of the metric whose filter this is. */
  | { readonly kind: "parameter"; readonly parameter: MetricParameter };

/** A WHERE condition without its time filter, every name resolved. Truth has three values (semantics.md, "Truth"). */
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
  /** Both ends are in the range. */
  | {
      readonly kind: "between";
      readonly path: PropertyPath;
      readonly low: Operand;
      readonly high: Operand;
      readonly isNegated: boolean;
    }
  | { readonly kind: "isNull"; readonly path: BoundPath; readonly isNegated: boolean }
  /** The concept is true; `= FALSE` is a `not` around it. */
  | { readonly kind: "concept"; readonly path: ConceptPath }
  /**
   * The record's member is one of these or under one of them. A member is its names from the top (`["EMEA", "Spain"]`),
   * or one name alone (`["Spain"]`) that may stand at any depth.
   */
  | {
      readonly kind: "member";
      readonly path: DimensionPath;
      readonly members: readonly (readonly string[])[];
      readonly isNegated: boolean;
    };
