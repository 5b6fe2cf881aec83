import { countOf } from "../../../base/count-of.ts";
import { joinParagraphs } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import { isCallOf, type PeriodsArguments, readDate, readPeriods } from "../binding/time-arguments.ts";
import type { NameScope, QueryName } from "../names/query-name.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { BetweenPredicate, InPredicate, Predicate, Query } from "../syntax/tree.ts";
import { expressionsOf, isInCall, predicatesOf } from "../syntax/walk.ts";
import {
  calendarUnitsStartingAt,
  describeInstant,
  describeInstantInFull,
  describeRangeEnd,
  selectShownIntervals,
  unitNameOf,
} from "../time/describe-time.ts";
import { parseInstant } from "../time/instant.ts";
import type { TimeInterval } from "../time/intervals.ts";

/** Maximum number of intervals that a hover lists. */
const shownIntervals = 8;

/** Returns the dates of the time filter that contains the word or name at a span; undefined outside of time filters. */
export function describeTimeAt(query: Query, at: Span, { timeColumn }: NameScope): string | undefined {
  const predicate = timePredicateAt(query, at, timeColumn);
  if (predicate?.kind === "between") {
    return describeRange(predicate, at);
  }
  return predicate?.kind === "in" ? describeInclusion(predicate, at) : undefined;
}

function timePredicateAt(query: Query, { start, end }: Span, timeColumn: string): Predicate | undefined {
  const predicates = query.where ? predicatesOf(query.where.condition) : [];
  return predicates.find(({ predicate }) => {
    const [left] = expressionsOf(predicate);
    return predicate.start <= start && end <= predicate.end && left && findTimeColumnName(left, timeColumn);
  })?.predicate;
}

function describeRange({ low, high, left, isNegated }: BetweenPredicate, at: Span): string | undefined {
  const from = readDate(low, []);
  const to = readDate(high, []);
  if (isNegated || from === undefined || to === undefined || from >= to) {
    return undefined;
  }
  // AND separates the two dates, so hovering it shows both, as for BETWEEN.
  const isEnd = at.start >= high.start;
  const isStart = !isEnd && at.start >= low.start && at.end <= low.end;
  if (isStart) {
    return "The first instant of the range; included.";
  }
  const last = describeRangeEnd(to);
  if (isEnd) {
    return `The end of the range. ${last}`;
  }
  const isColumn = at.end <= left.end;
  return `${isColumn ? "Here from" : "From"} **${describeInstantInFull(from)}** to before \`${describeInstant(to)}\`. ${last}`;
}

function describeInclusion({ values, left, isNegated }: InPredicate, at: Span): string | undefined {
  if (isNegated || !isInCall(values) || !isCallOf("periods", values)) {
    return undefined;
  }
  const periods = readPeriods(values, []);
  if (!periods) {
    return undefined;
  }
  const [date] = values.arguments;
  const isDate = date !== undefined && at.start >= date.start && at.end <= date.end;
  if (isDate) {
    return `Where the newest period ends. ${describeRangeEnd(periods.anchor)}`;
  }
  const isOnField = at.end <= left.end || at.end <= values.name.end;
  return isOnField ? describePeriods(periods) : undefined;
}

/**
 * Returns a list of the intervals of `periods(...)`, oldest first. If there are many, only the first and the last ones.
 */
export function describePeriods(periods: PeriodsArguments): string | undefined {
  const shown = selectShownIntervals(periods, shownIntervals);
  if (!shown) {
    return undefined;
  }
  const { first, last, left } = shown;
  const lines = [lineOf(first), ...(left > 0 ? [`- ${left} more`] : []), ...last.map(lineOf)];
  const { count, unitCount, unit } = periods;
  const length = countOf(unitCount, unitNameOf(unit).toLowerCase());
  const title = `${countOf(count, "period")} of ${length}, each up to its end, which is not included:`;
  const calendar =
    unit === "QUARTER" || unit === "YEAR"
      ? "By the Gregorian calendar; a tenant's fiscal year may move the boundaries."
      : "";
  return joinParagraphs(title, lines.join("\n"), calendar);
}

function lineOf({ start, end }: TimeInterval): string {
  return `- \`${describeInstant(start)}\` to \`${describeInstant(end)}\``;
}

/** Returns the weekday of a date and the calendar units that begin on it. */
export function describeDate({ text }: QueryName): string {
  const instant = parseInstant(text);
  if (instant === undefined) {
    return 'Not a date: write `"yyyy-MM-dd"`, or with a time `"yyyy-MM-ddTHH:mm:ss"`.';
  }
  const boundaries = calendarUnitsStartingAt(instant).filter((unit) => unit !== "day");
  const begins =
    boundaries.length > 0 ? `A ${boundaries.join(", a ")} begins here.` : "No week, month or year begins here.";
  return `**${describeInstantInFull(instant)}** (UTC). ${begins}`;
}
