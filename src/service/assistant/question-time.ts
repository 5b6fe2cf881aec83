import { addPeriodUnits, computePeriodIntervals, type TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { QuestionUnit, TimeContext } from "./named-periods.ts";
import type { ReadTime } from "./question-reading.ts";
import type { ReadingNotes } from "./read-parts.ts";
import { countUnits, type TimePhrase, type TimeRange } from "./time-phrases.ts";

/** Intervals of an aggregate query, as `periods` says them. */
export interface QuestionPeriods {
  /** Exclusive end of the last interval, in epoch milliseconds. */
  readonly end: number;
  readonly count: number;
  readonly unit: QuestionUnit;
  readonly unitCount: number;
  /** Whether the question says nothing about time. */
  readonly isDefault: boolean;
}

const dayMs = 86_400_000;
/** Numbers of intervals where a question names their length alone: one year of them, or all years. */
const defaultCounts: Readonly<Record<QuestionUnit, number>> = { DAY: 31, WEEK: 13, MONTH: 12, QUARTER: 4, YEAR: 10 };

/** Returns the intervals that a question asks for. What happens is added up over a span, what lasts is shown along it. */
export function periodsOf(time: ReadTime, isEvent: boolean, context: TimeContext): QuestionPeriods {
  const { grain, comparedUnit } = time;
  const range = time.range && withinData(time.range, context);
  const end = range?.to ?? context.dataEnd;
  const isDefault = range === undefined && grain === undefined && comparedUnit === undefined;
  if (comparedUnit) {
    return { ...comparedPeriods(range, comparedUnit, isEvent, end), end, isDefault };
  }
  if (grain && grain !== "auto") {
    const count = range ? countUnits(range.from, range.to, grain) : defaultCount(grain, context);
    return { end, count: Math.max(1, count), unit: grain, unitCount: 1, isDefault };
  }
  if (time.impliedMonths && range) {
    const months = time.impliedMonths;
    const named =
      months === 12 ? ({ unit: "YEAR", unitCount: 1 } as const) : ({ unit: "MONTH", unitCount: months } as const);
    return { end, count: Math.ceil(countUnits(range.from, range.to, "MONTH") / months), ...named, isDefault };
  }
  if (grain === "auto" || (range?.isSpan && !isEvent)) {
    const span = range ?? { from: addPeriodUnits(end, "YEAR", -1), to: end };
    const unit = unitOfSpan(span);
    return { end, count: Math.max(1, countUnits(span.from, span.to, unit)), unit, unitCount: 1, isDefault };
  }
  if (!range) {
    return { end, count: 1, unit: "MONTH", unitCount: isEvent ? 12 : 1, isDefault };
  }
  return { end, count: 1, ...lengthOf(range), isDefault };
}

/** Interval of a list query. People are listed as of the end of a period, events within it. */
export function rangeOf(time: ReadTime, isEvent: boolean, context: TimeContext): TimeInterval {
  const range = time.range && withinData(time.range, context);
  if (isEvent || range?.isSpan) {
    return { start: range?.from ?? addPeriodUnits(context.dataEnd, "YEAR", -1), end: range?.to ?? context.dataEnd };
  }
  const end = range?.to ?? context.dataEnd;
  return { start: end - dayMs, end };
}

/** Limits of the intervals, oldest first. */
export function intervalsOf(
  { end, count, unit, unitCount }: QuestionPeriods,
  { fiscalYearStartMonth }: TimeContext,
): readonly TimeInterval[] {
  return computePeriodIntervals({ anchor: end, count, unit, unitCount, fiscalYearStartMonth });
}

/** Whether a question is about time without data. */
export function isOutsideData({ range }: ReadTime, { dataStart, dataEnd }: TimeContext): boolean {
  return range !== undefined && (range.from >= dataEnd || range.to <= dataStart);
}

/** Whether a question is about more time than there is data. */
export function exceedsData({ range }: ReadTime, { dataEnd }: TimeContext): boolean {
  return range !== undefined && range.to > dataEnd;
}

function withinData(range: TimeRange, { dataEnd }: TimeContext): TimeRange {
  return range.to > dataEnd && range.from < dataEnd ? { ...range, to: dataEnd } : range;
}

function defaultCount(unit: QuestionUnit, { dataStart, dataEnd }: TimeContext): number {
  return Math.min(defaultCounts[unit], countUnits(dataStart, dataEnd, unit));
}

function unitOfSpan({ from, to }: Pick<TimeRange, "from" | "to">): QuestionUnit {
  const days = (to - from) / dayMs;
  return days <= 31 ? "DAY" : days <= 3 * 366 ? "MONTH" : "YEAR";
}

/** A range as one interval: in months where its limits are firsts of months, else in days. */
function lengthOf({ from, to }: TimeRange): { readonly unit: QuestionUnit; readonly unitCount: number } {
  const isFirst = (instant: number) => instant % dayMs === 0 && new Date(instant).getUTCDate() === 1;
  return isFirst(from)
    ? { unit: "MONTH", unitCount: Math.max(1, countUnits(from, to, "MONTH")) }
    : { unit: "DAY", unitCount: Math.max(1, Math.ceil((to - from) / dayMs)) };
}

/** A period and the one before it, a unit earlier. Where the period is shorter, those in between are there as well. */
function comparedPeriods(
  range: TimeRange | undefined,
  unit: QuestionUnit,
  isEvent: boolean,
  end: number,
): { readonly count: number; readonly unit: QuestionUnit; readonly unitCount: number } {
  if (!isEvent || !range || addPeriodUnits(end, unit, -1) === range.from) {
    return { count: 2, unit, unitCount: 1 };
  }
  const length = lengthOf(range);
  const between = countUnits(addPeriodUnits(range.from, unit, -1), range.from, length.unit);
  return { ...length, count: Math.ceil(between / length.unitCount) + 1 };
}

/** Adds the time that a phrase names to the time that was named before. */
export function withTime(
  time: ReadTime,
  { range, grain, impliedMonths, comparedUnit, isYearAssumed, assumption }: TimePhrase,
  notes: ReadingNotes,
): ReadTime {
  if (range && time.range && JSON.stringify(range) !== JSON.stringify(time.range)) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: "The question names two different times, and an answer has one.",
    });
  }
  if (assumption) {
    notes.add({ warning: "ASSISTANT_ASSUMPTION", message: `${assumption}.` });
  }
  const hasGrain = grain !== undefined && (grain !== "auto" || !time.grain);
  return {
    ...time,
    ...(range && { range }),
    ...(hasGrain && { grain }),
    ...(impliedMonths && { impliedMonths }),
    ...(comparedUnit && { comparedUnit }),
    ...(isYearAssumed && { isYearAssumed }),
  };
}
