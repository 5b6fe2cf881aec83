import type { BoundCondition, BoundPath, TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";

/** Condition on a record: one of the language, or a cohort, which only JSON requests have. */
export type RecordCondition =
  | Exclude<BoundCondition, { kind: "and" | "or" | "not" }>
  | { readonly kind: "and" | "or"; readonly conditions: readonly RecordCondition[] }
  | { readonly kind: "not"; readonly condition: RecordCondition }
  | CohortCondition;

/**
 * Condition that a record belongs to a member whom a list of the object over an interval has (semantics.md, "Cohorts").
 * The conditions are those of the list.
 */
export interface CohortCondition {
  readonly kind: "cohort";
  readonly object: StoredObject;
  readonly conditions: readonly RecordCondition[];
  readonly interval: TimeInterval;
  readonly isExcluded: boolean;
}

/** Splits a condition into its AND operands. */
export function splitConjuncts(condition: RecordCondition): readonly RecordCondition[] {
  return condition.kind === "and" ? condition.conditions.flatMap(splitConjuncts) : [condition];
}

/** Returns the paths of a condition that start at its records. Those of a cohort start at records of its own list. */
export function pathsOf(condition: RecordCondition): readonly BoundPath[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(pathsOf);
    case "not":
      return pathsOf(condition.condition);
    case "cohort":
      return [];
    default:
      return [condition.path];
  }
}

/** Returns the chains of references of a path that end with a multi-value one. */
export function multiValueChainsOf({ references }: BoundPath): readonly string[] {
  return references.flatMap(({ isMultiValue }, index) =>
    isMultiValue
      ? [
          references
            .slice(0, index + 1)
            .map(({ id }) => id)
            .join("."),
        ]
      : [],
  );
}

/** Returns the condition as seen from the object that references lead to. Undefined if it is about other objects too. */
export function rebaseCondition(
  condition: RecordCondition,
  through: readonly string[],
  object: string,
): RecordCondition | undefined {
  switch (condition.kind) {
    case "and":
    case "or": {
      const parts = condition.conditions.map((part) => rebaseCondition(part, through, object));
      const reached = parts.filter((part) => part !== undefined);
      return reached.length === parts.length ? { ...condition, conditions: reached } : undefined;
    }
    case "not": {
      const part = rebaseCondition(condition.condition, through, object);
      return part && { ...condition, condition: part };
    }
    case "cohort":
      // Its members are those of the object that the references start from.
      return through.length === 0 ? condition : undefined;
    default: {
      const path = rebasePath<BoundPath>(condition.path, through, object);
      return path && ({ ...condition, path } as RecordCondition);
    }
  }
}

/** Returns the path as seen from the object that references lead to. Undefined if it does not start with them. */
export function rebasePath<Path extends BoundPath>(
  path: Path,
  through: readonly string[],
  object: string,
): Path | undefined {
  const isThrough = through.every((reference, index) => path.references[index]?.id === reference);
  return isThrough ? { ...path, from: object, references: path.references.slice(through.length) } : undefined;
}
