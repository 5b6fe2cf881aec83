import { isCountFormula } from "../../core/model/formula.ts";
import { defaultEndDateOf, formatMemberCondition, quoteStringLiteral } from "../../core/model/query-forms.ts";
import { computePeriodIntervals } from "../time/intervals.ts";
import type { ModelName } from "./model-name.ts";
import type { ModelNameFinder } from "./model-names.ts";

/** Dimension member that completion proposes as a comparison value. */
export interface SuggestedMember {
  /** Id of the object in the query's FROM clause. */
  readonly object: string;
  /** Path from the FROM object to the dimension. */
  readonly path: readonly string[];
  /** Text of the member as written inside a string literal. */
  readonly text: string;
}

/** Query that counts the records of a dimension member, with the label and the dates of the resulting number. */
export interface RecordCountQuery {
  readonly text: string;
  readonly metric: string;
  /** Dates between which records are counted; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
}

/**
 * Returns a query that counts a member's records by the object's own count metric, in the last month with data;
 * `undefined` if the object has no such metric.
 */
export async function createRecordCountQuery(
  { object, path, text }: SuggestedMember,
  names: ModelNameFinder,
  { timeColumn, now }: { readonly timeColumn: string; readonly now: number },
): Promise<RecordCountQuery | undefined> {
  const metric = (await names.of("metric", object)).find(isCount);
  if (!metric) {
    return undefined;
  }
  const until = defaultEndDateOf(
    now,
    metric.dataEnd === undefined ? ((await names.find("object", undefined, object)) ?? {}) : metric,
  );
  const time = `${timeColumn} IN periods(date("${until}"), 1, period(1, Month))`;
  return {
    text: `SELECT ${metric.id}() FROM ${object} WHERE ${time} AND ${formatMemberCondition(path.join("."), quoteStringLiteral(text))}`,
    metric: metric.displayName,
    from: monthBefore(until),
    until,
  };
}

function isCount({ formula = "", parameters = [] }: ModelName): boolean {
  return parameters.length === 0 && isCountFormula(formula);
}

function monthBefore(date: string): string {
  const [month] = computePeriodIntervals({ anchor: Date.parse(date), count: 1, unit: "MONTH", unitCount: 1 });
  return new Date(month?.start ?? Date.parse(date)).toISOString().slice(0, 10);
}
