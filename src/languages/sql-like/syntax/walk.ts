import type { Condition, Expression, FunctionCall, NamePath, Predicate } from "./tree.ts";

interface PlacedPredicate {
  readonly predicate: Predicate;
  /** Whether the predicate must hold for the whole WHERE condition to hold: only AND and brackets enclose it. */
  readonly isConjunct: boolean;
}

/** Returns the predicates of a condition in text order. */
export function predicatesOf(condition: Condition): PlacedPredicate[] {
  const predicates: PlacedPredicate[] = [];
  collectPredicates(condition, true, predicates);
  return predicates;
}

function collectPredicates(condition: Condition, isConjunct: boolean, found: PlacedPredicate[]): void {
  switch (condition.kind) {
    case "and":
    case "or":
      for (const operand of condition.operands) {
        collectPredicates(operand, isConjunct && condition.kind === "and", found);
      }
      return;
    case "not":
      collectPredicates(condition.operand, false, found);
      return;
    case "group":
      collectPredicates(condition.condition, isConjunct, found);
      return;
    case "hole":
      return;
    default:
      found.push({ predicate: condition, isConjunct });
  }
}

/** Returns the operands of a predicate in text order. */
export function expressionsOf(predicate: Predicate): readonly Expression[] {
  return [leftOperandOf(predicate), ...comparedValuesOf(predicate)];
}

/** Returns the left operand of a predicate. */
export function leftOperandOf(predicate: Predicate): Expression {
  return predicate.kind === "bare" ? predicate.operand : predicate.left;
}

const noValues: readonly Expression[] = [];

/** Returns the operands that a predicate compares its left operand with. */
export function comparedValuesOf(predicate: Predicate): readonly Expression[] {
  switch (predicate.kind) {
    case "compare":
      return [predicate.right];
    case "in":
      return isInCall(predicate.values) ? [predicate.values] : predicate.values;
    case "between":
      return [predicate.low, predicate.high];
    default:
      return noValues;
  }
}

/** Returns the names of a path: `["a", "b"]` for `a.b`. */
export function segmentTextsOf({ segments }: NamePath): string[] {
  return segments.map(({ text }) => text);
}

/** Returns a path as written, without spaces. */
export function pathTextOf(path: NamePath): string {
  const first = path.segments[0];
  return first && path.segments.length === 1 ? first.text : segmentTextsOf(path).join(".");
}

/** Whether the right operand of IN is a call, as in `IN periods(...)`, and not a list, as in `IN (...)`. */
export function isInCall(values: FunctionCall | readonly Expression[]): values is FunctionCall {
  return "kind" in values;
}
