import { isCallOf, type Periods, readDate, readPeriods } from "../binding/time-arguments.ts";
import { describePeriods } from "../hover/time.ts";
import type { NameScope } from "../names/query-name.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import type { Predicate, Query, Range } from "../syntax/tree.ts";
import { expressionsOf, isCall, predicatesOf } from "../syntax/walk.ts";
import { instantText, lastDayBefore, rangeEndText, showIntervals } from "../time/describe-time.ts";
import type { InlayHint } from "./inlay-hint.ts";

/** Ends that are spelled out at most. */
const shownEnds = 3;

/** The ends of periods, and the last day of a range, whose end is not included. */
export function timeHints({ where }: Query, { timeColumn }: NameScope): InlayHint[] {
  const predicates = where ? predicatesOf(where.condition) : [];
  return predicates.flatMap(({ predicate }) => {
    const [left] = expressionsOf(predicate);
    return left && timeColumnName(left, timeColumn) ? hintsOf(predicate) : [];
  });
}

function hintsOf(predicate: Predicate): InlayHint[] {
  if (predicate.kind === "between") {
    return rangeHints(predicate);
  }
  if (predicate.kind !== "in" || !isCall(predicate.values) || !isCallOf("periods", predicate.values)) {
    return [];
  }
  const periods = readPeriods(predicate.values, []);
  const tooltip = periods && describePeriods(periods);
  return tooltip ? [{ offset: predicate.values.end, label: endsOf(periods), tooltip, isBefore: false }] : [];
}

function rangeHints({ low, high }: Range): InlayHint[] {
  const from = readDate(low, []);
  const to = readDate(high, []);
  if (from === undefined || to === undefined || from >= to) {
    return [];
  }
  const label = `last day ${instantText(lastDayBefore(to))}`;
  return [{ offset: high.end, label, tooltip: rangeEndText(to), isBefore: false }];
}

/** For three months before July 2024 this is `ends 2024-05-01, 2024-06-01, 2024-07-01`. */
function endsOf(periods: Periods): string {
  const shown = showIntervals(periods, shownEnds);
  const ends = shown ? [shown.first, ...shown.last].map(({ end }) => instantText(end)) : [];
  return `ends ${shown?.left ? `${ends.at(0)} … ${ends.at(-1)}` : ends.join(", ")}`;
}
