import { addUnits, floorToUnit } from "../time/intervals.ts";
import type { FixMaker } from "./fix.ts";
import { insertion } from "./repair-syntax.ts";
import { filterFor } from "./time-text.ts";

/** A year up to the end of the data, or up to the month that it is now (SL501, SL502). */
export const insertFilter: FixMaker = (scope) => {
  const { query, object, model, timeColumn, now, text } = scope;
  const metric = query?.items
    .map(({ expression }) => (expression.kind === "call" ? model.metric(expression.name.text) : undefined))
    .find((found) => found !== undefined);
  const end = metric?.dataEnd ?? object?.dataEnd ?? floorToUnit(now, "MONTH");
  const filter = filterFor(scope, timeColumn, addUnits(end, "YEAR", -1), end);
  if (!query || !filter) {
    return [];
  }
  const title = `Insert \`${filter}\``;
  if (!query.where) {
    const isOpen = query.from === undefined || query.from.object.kind === "hole";
    const lines = text.slice(query.start, query.end).includes("\n") ? "\n" : " ";
    const edits = [insertion(query.from?.end ?? 0, `${lines}WHERE ${filter}`)];
    return isOpen ? [] : [{ title, edits, isPreferred: true }];
  }
  const { condition, keyword } = query.where;
  if (condition.kind === "hole") {
    return [{ title, edits: [insertion(keyword.end, ` ${filter}`)], isPreferred: true }];
  }
  const edits =
    condition.kind === "or"
      ? [insertion(condition.start, `${filter} AND (`), insertion(condition.end, ")")]
      : [insertion(condition.start, `${filter} AND `)];
  return [{ title, edits, isPreferred: true }];
};
