import type { CompletionOffer } from "./completion-offer.ts";
import { plainSnippet } from "./completion-offer.ts";
import type { Names } from "./names.ts";
import type { TableSqlOptions } from "./options.ts";
import type { Scope } from "./syntax/scopes.ts";
import { lastYear, primaryTimestamps, timeLiteral } from "./time-predicate.ts";

/** The time column of the SQL-like language, completed to a range of each primary timestamp in sight. */
export function timeOffers(
  scope: Scope | undefined,
  names: Names,
  { timeColumn, now }: TableSqlOptions,
): CompletionOffer[] {
  const { from, to } = lastYear(now);
  return primaryTimestamps(scope, names).map(({ path, type }, rank, all) => {
    const [first, second] = [timeLiteral(type, from), timeLiteral(type, to)];
    const written = plainSnippet(path);
    return {
      label: all.length > 1 ? `${timeColumn} (${path})` : timeColumn,
      kind: "time",
      snippet: `${written} >= ${placeholder(1, first)} AND ${written} < ${placeholder(2, second)}`,
      detail: `${path} >= ${first} AND ${path} < ${second}`,
      documentation: "Range of the primary timestamp; the end is not included.",
      rank,
    };
  });
}

/** `TIMESTAMP '${1:2024-01-01 00:00:00}'`: only what changes is filled in. */
function placeholder(index: number, literal: string): string {
  return literal.replace(/'(.*)'/, (_, value: string) => `'\${${index}:${value}}'`);
}
