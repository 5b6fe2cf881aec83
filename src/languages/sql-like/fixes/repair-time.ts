import type { Span } from "../../core/text/span.ts";
import { isCallOf, type PeriodsArguments, readDate, readPeriods } from "../binding/time-arguments.ts";
import type { BetweenPredicate, Expression, Predicate } from "../syntax/tree.ts";
import { isInCall } from "../syntax/walk.ts";
import { formatInstant } from "../time/instant.ts";
import { addPeriodUnits, computePeriodIntervals, floorToPeriodUnit } from "../time/intervals.ts";
import { predicateWithSpan } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type FixScope } from "./fix.ts";
import { createInsertion } from "./repair-syntax.ts";

/**
 * Creates fixes that insert a missing time filter: the last year with data, or the year up to the current month (SL501,
 * SL502).
 */
export const insertTimeFilter: FixFactory = (scope) => {
  const { query, object, model, timeColumn, now, text } = scope;
  const metric = query?.items
    .map(({ expression }) => (expression.kind === "call" ? model.metric(expression.name.text) : undefined))
    .find((found) => found !== undefined);
  const end = metric?.dataEnd ?? object?.dataEnd ?? floorToPeriodUnit(now, "MONTH");
  const filter = formatTimeFilter(scope, timeColumn, addPeriodUnits(end, "YEAR", -1), end);
  if (!query || !filter) {
    return [];
  }
  const title = `Insert \`${filter}\``;
  if (!query.where) {
    const isOpen = query.from === undefined || query.from.object.kind === "hole";
    const lines = text.slice(query.start, query.end).includes("\n") ? "\n" : " ";
    const edits = [createInsertion(query.from?.end ?? 0, `${lines}WHERE ${filter}`)];
    return isOpen ? [] : [{ title, edits, isPreferred: true }];
  }
  const { condition, keyword } = query.where;
  if (condition.kind === "hole") {
    return [{ title, edits: [createInsertion(keyword.end, ` ${filter}`)], isPreferred: true }];
  }
  const edits =
    condition.kind === "or"
      ? [createInsertion(condition.start, `${filter} AND (`), createInsertion(condition.end, ")")]
      : [createInsertion(condition.start, `${filter} AND `)];
  return [{ title, edits, isPreferred: true }];
};

const dayMs = 86_400_000;
/** First instant that a date literal of the language can express: the start of year 0. */
const firstInstant = startOfYear(0);
const lastInstant = startOfYear(10_000);

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** Returns the `date("...")` call for an instant; `undefined` if its year is not supported. */
export function formatDateCall(instant: number): string | undefined {
  return instant >= firstInstant && instant < lastInstant ? `date("${formatInstant(instant)}")` : undefined;
}

/** Returns the number of whole months between two instants, at least 1. */
function wholeMonths(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return Math.max(1, addPeriodUnits(from, "MONTH", months) > to ? months - 1 : months);
}

/**
 * Returns the text of a time filter between two instants, in the form for the query's kind (aggregate or list);
 * `undefined` if a date cannot be expressed.
 */
export function formatTimeFilter({ kind }: FixScope, column: string, from: number, to: number): string | undefined {
  const [start, end] = [formatDateCall(from), formatDateCall(to)];
  if (!start || !end || from >= to) {
    return undefined;
  }
  return kind === "aggregate"
    ? `${column} IN periods(${end}, ${wholeMonths(from, to)}, period(1, Month))`
    : `${column} BETWEEN ${start} AND ${end}`;
}

/**
 * Returns an instant shortly after the given one, to make an inclusive end exclusive: the next midnight if it is
 * midnight, else the instant right after it.
 */
export function firstInstantAfter(instant: number): number {
  return instant % dayMs === 0 ? instant + dayMs : instant + 1;
}

/** Returns the name of the time column as written in a predicate. */
export function timeColumnTextOf({ text }: FixScope, predicate: Predicate): string {
  const left = predicate.kind === "bare" ? predicate.operand : predicate.left;
  return text.slice(left.start, left.end);
}

/** Creates a fix that replaces a date range by periods, with the same end and as many whole months (SL503). */
export const turnRangeIntoPeriods: FixFactory = (scope) => {
  const predicate = predicateWithSpan(scope.query, scope.problem);
  const dates = predicate?.kind === "between" ? rangeOf(predicate) : undefined;
  if (predicate?.kind !== "between" || !dates) {
    return [];
  }
  const { from, to, later } = dates;
  const column = timeColumnTextOf(scope, predicate);
  const anchor = scope.text.slice(later.start, later.end);
  const count = wholeMonths(from, to);
  const fix = createReplacementFix(
    scope,
    predicate,
    `${column} IN periods(${anchor}, ${count}, period(1, Month))`,
    true,
  );
  const months = count === 1 ? "one month" : `${count} months`;
  const changes = `In place of a range the query has ${months}, up to the later date.`;
  return [{ ...fix, title: `Turn the range into ${months}`, changes }];
};

/** Returns the two dates of a BETWEEN range in ascending order, whatever their order in the text. */
function rangeOf({ low, high }: BetweenPredicate): { from: number; to: number; later: Expression } | undefined {
  const [left, right] = [readDate(low, []), readDate(high, [])];
  if (left === undefined || right === undefined || left === right) {
    return undefined;
  }
  return left < right ? { from: left, to: right, later: high } : { from: right, to: left, later: low };
}

/**
 * Creates a fix that replaces periods by the date range from the start of the first period to the end of the last one
 * (SL504).
 */
export const turnPeriodsIntoRange: FixFactory = (scope) => {
  const predicate = predicateWithSpan(scope.query, scope.problem);
  const call = predicate?.kind === "in" && isInCall(predicate.values) ? predicate.values : undefined;
  const periods = call && isCallOf("periods", call) ? readPeriods(call, []) : undefined;
  const limits = periods && limitsOf(periods);
  const range = predicate && limits && rangeText(scope, predicate, limits);
  if (!range) {
    return [];
  }
  const changes = "In place of periods the query has one range, from the start of the first to the end of the last.";
  return [
    { ...createReplacementFix(scope, scope.problem, range, true), title: "Turn the periods into a range", changes },
  ];
};

/** Returns the start and end of consecutive periods, computed as a single period of their total length. */
function limitsOf({ anchor, count, unit, unitCount }: PeriodsArguments) {
  const [whole] = computePeriodIntervals({ anchor, count: 1, unit, unitCount: unitCount * count });
  return whole && { from: whole.start, to: anchor };
}

function rangeText(scope: FixScope, predicate: Predicate, { from, to }: { from: number; to: number }) {
  const [start, end] = [formatDateCall(from), formatDateCall(to)];
  return start && end && from < to ? `${timeColumnTextOf(scope, predicate)} BETWEEN ${start} AND ${end}` : undefined;
}

/**
 * Creates a fix for an invalid date range: swaps dates in descending order, and extends a range of equal dates by a day
 * (SL506).
 */
export const swapRangeDates: FixFactory = ({ text, problem, query }) => {
  const predicate = predicateWithSpan(query, problem);
  if (predicate?.kind !== "between") {
    return [];
  }
  const { low, high } = predicate;
  const day = readDate(low, []);
  const end = day === readDate(high, []) && day !== undefined ? formatDateCall(firstInstantAfter(day)) : undefined;
  if (end) {
    return [
      {
        title: `End the range before ${end}`,
        edits: [{ start: high.start, end: high.end, text: end }],
        isPreferred: true,
      },
    ];
  }
  const put = ({ start, end }: Span, what: Span) => ({ start, end, text: text.slice(what.start, what.end) });
  return [{ title: "Swap the dates", edits: [put(low, high), put(high, low)], isPreferred: true }];
};
