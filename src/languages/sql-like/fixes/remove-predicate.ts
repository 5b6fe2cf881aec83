import type { Span } from "../../core/text/span.ts";
import type { Condition, Predicate } from "../syntax/tree.ts";

/**
 * What to delete of a condition so that a predicate is gone with the word that joins it; `all` when nothing would be left,
 * `undefined` when the predicate is not in it.
 */
export function spanWithout(condition: Condition, predicate: Predicate): Span | "all" | undefined {
  switch (condition.kind) {
    case "and":
    case "or":
      return spanInOperands(condition.operands, predicate);
    case "not":
      return spanWithout(condition.operand, predicate);
    case "group":
      return spanWithout(condition.condition, predicate);
    default:
      return condition === predicate ? "all" : undefined;
  }
}

function spanInOperands(operands: readonly Condition[], predicate: Predicate): Span | "all" | undefined {
  for (const [index, operand] of operands.entries()) {
    const span = spanWithout(operand, predicate);
    if (span === undefined) {
      continue;
    }
    const before = operands[index - 1];
    const after = operands[index + 1];
    if (span !== "all") {
      return span;
    }
    if (before) {
      return { start: before.end, end: operand.end };
    }
    return after ? { start: operand.start, end: after.start } : "all";
  }
  return undefined;
}
