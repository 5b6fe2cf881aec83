import { nearestNames } from "../../core/text/find-name.ts";
import { builtInFunctions, findFunction, findPlaceholder, placeholderFunctions } from "./functions.ts";
import type { Call, Query } from "./tree.ts";

export type QueryKind = "aggregate" | "list";

/** Kind of a query judged by its text: aggregate if an item is a metric call (sql-like-language 4.1). */
export function queryKind(query: Query): QueryKind {
  const isAggregate = query.items.some(({ expression }) => {
    if (expression.kind === "unsupported") {
      return expression.standsForMetric || expression.parts.some((part) => part.kind === "call" && isMetricCall(part));
    }
    return expression.kind === "call" && isMetricCall(expression);
  });
  return isAggregate ? "aggregate" : "list";
}

/** Whether a call must be a metric: not a built-in function, a placeholder, or a likely misspelling of one. */
export function isMetricCall(call: Call): boolean {
  const name = call.name.text;
  if (findFunction(name) || findPlaceholder(name)) {
    return false;
  }
  // Functions take arguments, so `rate()` is a metric and not a misspelled `date`.
  return call.arguments.length === 0 || nearestNames(functionNames, name, 1).length === 0;
}

const functionNames = [...builtInFunctions, ...placeholderFunctions].map(({ name }) => name);
