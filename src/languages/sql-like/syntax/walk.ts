import type { Call, Condition, Expression, Path, Predicate } from "./tree.ts";

interface PlacedPredicate {
  readonly predicate: Predicate;
  /** Only AND and brackets stand between it and WHERE. */
  readonly isConjunct: boolean;
}

/** The predicates of a condition in the order of the text. */
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

/** The operands of a predicate in the order of the text. */
export function expressionsOf(predicate: Predicate): readonly Expression[] {
  return [leftOf(predicate), ...valuesOf(predicate)];
}

/** The operand that a predicate is about. */
export function leftOf(predicate: Predicate): Expression {
  return predicate.kind === "bare" ? predicate.operand : predicate.left;
}

const noValues: readonly Expression[] = [];

/** What a predicate compares with. */
export function valuesOf(predicate: Predicate): readonly Expression[] {
  switch (predicate.kind) {
    case "compare":
      return [predicate.right];
    case "in":
      return isCall(predicate.values) ? [predicate.values] : predicate.values;
    case "between":
      return [predicate.low, predicate.high];
    default:
      return noValues;
  }
}

/** The names of a path, `["a", "b"]` for `a.b`. */
export function segmentTexts({ segments }: Path): string[] {
  return segments.map(({ text }) => text);
}

/** A path as it is written, without spaces. */
export function writtenPath(path: Path): string {
  const first = path.segments[0];
  return first && path.segments.length === 1 ? first.text : segmentTexts(path).join(".");
}

/** Tells `IN periods(...)` from `IN (...)`. */
export function isCall(values: Call | readonly Expression[]): values is Call {
  return "kind" in values;
}
