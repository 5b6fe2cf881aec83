import { isCallOf } from "../binding/time-arguments.ts";
import { obsoletePeriods, obsoleteTimeColumn } from "../syntax/keywords.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { FunctionCall, Query, SelectItem } from "../syntax/tree.ts";
import { callsIn, expressionsIn } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type FixScope, type QueryFix } from "./fix.ts";

/**
 * Creates a fix that rewrites a query with obsolete syntax of an earlier language edition in the current syntax (SL707;
 * sql-like-language 5.2).
 */
export const rewriteObsoleteQuery: FixFactory = (scope) => {
  const { query, timeColumn } = scope;
  if (!query) {
    return [];
  }
  const names = expressionsIn(query)
    .map((expression) => findTimeColumnName(expression, timeColumn))
    .filter((name) => name?.text.toLowerCase() === obsoleteTimeColumn.toLowerCase())
    .filter((name) => name !== undefined)
    .map(({ start, end }) => ({ start, end, text: timeColumn }));
  const call = callsIn(query).find(({ name }) => name.text.toLowerCase() === obsoletePeriods.toLowerCase());
  const [only, ...others] = names;
  if (!call) {
    return only && others.length === 0 ? [createReplacementFix(scope, only, timeColumn, true)] : [rewrite(names)];
  }
  const item = query.items.find(({ expression }) => isCallOf("period", expression));
  const removed = item && removalOfItem(query, item);
  const fix = rewrite([...names, periodsOf(scope, call, item), ...(removed ? [{ ...removed, text: "" }] : [])]);
  return item ? [fix] : [{ ...fix, changes: "The query does not say how long a period is; one month is written." }];
};

function rewrite(edits: QueryFix["edits"]): QueryFix {
  return { title: "Write it in the present edition", edits, isPreferred: true };
}

function periodsOf({ text }: FixScope, call: FunctionCall, item: SelectItem | undefined) {
  const [date, count] = call.arguments.map(({ start, end }) => text.slice(start, end));
  const period = item ? text.slice(item.expression.start, item.expression.end) : "period(1, Month)";
  const values = [date, count ?? "1", period].filter((value) => value !== undefined);
  return { start: call.start, end: call.end, text: `periods(${values.join(", ")})` };
}

/** Returns the edit that removes a SELECT item and its comma; undefined if it is the only item. */
function removalOfItem({ items }: Query, item: SelectItem) {
  const index = items.indexOf(item);
  const before = items[index - 1];
  const after = items[index + 1];
  if (before) {
    return { start: before.end, end: item.end };
  }
  return after && { start: item.start, end: after.start };
}
