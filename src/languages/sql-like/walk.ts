import type { Call, Condition, Expression, Predicate } from "./tree.ts";

export interface PlacedPredicate {
  readonly predicate: Predicate;
  /** Only AND and brackets stand between it and WHERE. */
  readonly isConjunct: boolean;
}

/** The predicates of a condition in the order of the text. */
export function predicatesOf(condition: Condition, isConjunct = true): PlacedPredicate[] {
  switch (condition.kind) {
    case "and":
      return condition.operands.flatMap((operand) => predicatesOf(operand, isConjunct));
    case "or":
      return condition.operands.flatMap((operand) => predicatesOf(operand, false));
    case "not":
      return predicatesOf(condition.operand, false);
    case "group":
      return predicatesOf(condition.condition, isConjunct);
    case "hole":
      return [];
    default:
      return [{ predicate: condition, isConjunct }];
  }
}

/** The operands of a predicate in the order of the text. */
export function expressionsOf(predicate: Predicate): readonly Expression[] {
  switch (predicate.kind) {
    case "compare":
      return [predicate.left, predicate.right];
    case "in":
      return [predicate.left, ...(isCall(predicate.values) ? [predicate.values] : predicate.values)];
    case "between":
      return [predicate.left, predicate.low, predicate.high];
    case "bare":
      return [predicate.operand];
    default:
      return [predicate.left];
  }
}

/** Tells `IN periods(...)` from `IN (...)`. */
export function isCall(values: Call | readonly Expression[]): values is Call {
  return "kind" in values;
}
