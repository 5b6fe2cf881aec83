import { quoted } from "../fixes/fix.ts";
import { periodIntervals } from "../time/intervals.ts";
import { usualEnd } from "./dates.ts";
import type { ModelName } from "./model-name.ts";
import type { CompletionNames } from "./model-names.ts";

/** A member of a dimension that a text may compare with. */
export interface OfferedMember {
  /** Id of the object that the query is over. */
  readonly object: string;
  /** From that object to the dimension. */
  readonly path: readonly string[];
  /** As it is written in a string. */
  readonly text: string;
}

/** The query that tells how much stands behind a member, and what its number is. */
export interface CountingQuery {
  readonly text: string;
  readonly metric: string;
  /** What is counted, as dates; `until` is not included. */
  readonly from: string;
  readonly until: string;
}

/** Counts by the object's own count metric, in the last month that it has data for; `undefined` when it has no such metric. */
export async function countingQuery(
  { object, path, text }: OfferedMember,
  names: CompletionNames,
  { timeColumn, now }: { readonly timeColumn: string; readonly now: number },
): Promise<CountingQuery | undefined> {
  const metric = (await names.of("metric", object)).find(isCount);
  if (!metric) {
    return undefined;
  }
  const until = usualEnd(
    now,
    metric.dataEnd === undefined ? ((await names.find("object", undefined, object)) ?? {}) : metric,
  );
  const time = `${timeColumn} IN periods(date("${until}"), 1, period(1, Month))`;
  return {
    text: `SELECT ${metric.id}() FROM ${object} WHERE ${time} AND ${path.join(".")} IN (${quoted(text)})`,
    metric: metric.displayName,
    from: monthBefore(until),
    until,
  };
}

/** The formula is a text for people; that of a count begins with the word. */
function isCount({ formula, parameters = [] }: ModelName): boolean {
  return parameters.length === 0 && /^count\b/i.test(formula ?? "");
}

function monthBefore(date: string): string {
  const [month] = periodIntervals({ anchor: Date.parse(date), count: 1, unit: "MONTH", unitCount: 1 });
  return new Date(month?.start ?? Date.parse(date)).toISOString().slice(0, 10);
}
