import type { Operator } from "./query-tree.ts";
import type { Truth } from "./truth.ts";
import type { Value } from "./workforce.ts";

/** Compares two values of one type; unknown when one of them is missing. */
export function compareValues(left: Value, operator: Operator, right: Value): Truth {
  if (left === null || right === null) {
    return null;
  }
  if (typeof left !== typeof right) {
    throw new Error(`Evaluating a query: a ${typeof left} is compared with a ${typeof right}.`);
  }
  const order = orderOf(left, right);
  switch (operator) {
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function orderOf(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") {
    return orderByCodePoint(left, right);
  }
  return Number(left) - Number(right);
}

/** JavaScript's own order of strings is by UTF-16 unit, which differs above U+FFFF. */
function orderByCodePoint(left: string, right: string): number {
  const others = [...right];
  for (const [index, character] of [...left].entries()) {
    const other = others[index];
    if (other === undefined) {
      return 1;
    }
    const order = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (order !== 0) {
      return order;
    }
  }
  return [...left].length - others.length;
}
