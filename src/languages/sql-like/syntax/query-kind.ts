import { findNearestNames } from "../../core/text/find-name.ts";
import { builtInFunctions, findBuiltInFunction, findPlaceholderFunction, jsonOnlyFunctions } from "./functions.ts";
import type { FunctionCall, Query } from "./tree.ts";

export type QueryKind = "aggregate" | "list";

/**
 * Returns the query kind by the query text alone: aggregate if a SELECT item is a metric call, else list
 * (sql-like-language 4.1).
 */
export function queryKind(query: Query): QueryKind {
  const isAggregate = query.items.some(({ expression }) => {
    if (expression.kind === "unsupported") {
      return expression.standsForMetric || expression.parts.some((part) => part.kind === "call" && isMetricCall(part));
    }
    return expression.kind === "call" && isMetricCall(expression);
  });
  return isAggregate ? "aggregate" : "list";
}

/**
 * Whether a call must be a metric call: its name is neither that of a built-in or disabled function nor a likely
 * misspelling of one.
 */
export function isMetricCall(call: FunctionCall): boolean {
  const name = call.name.text;
  if (findBuiltInFunction(name) || findPlaceholderFunction(name)) {
    return false;
  }
  // Functions take arguments, so `rate()` is a metric and not a misspelled `date`.
  return call.arguments.length === 0 || findNearestNames(functionNames, name, 1).length === 0;
}

const functionNames = [...builtInFunctions, ...jsonOnlyFunctions].map(({ name }) => name);
