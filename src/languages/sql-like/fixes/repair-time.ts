import type { Span } from "../../core/span.ts";
import { formatInstant } from "../instant.ts";
import { addUnits, floorToUnit, periodIntervals } from "../intervals.ts";
import { comparisons } from "../operators.ts";
import { isCallOf, type Periods, readDate, readPeriods } from "../time-arguments.ts";
import { timeColumnName } from "../time-column.ts";
import type { Call, Comparison, Expression, Predicate, Range } from "../tree.ts";
import { isCall, predicatesOf } from "../walk.ts";
import { predicateAround, predicateAt } from "./find-node.ts";
import { type Fix, type FixMaker, type FixScope, replaceBy } from "./fix.ts";
import { spanWithout } from "./remove-predicate.ts";
import { insertion } from "./repair-syntax.ts";

const dayMs = 86_400_000;
/** Years that a date of the language can say. */
const firstInstant = parseYear(0);
const lastInstant = parseYear(10_000);

function parseYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** `date("...")` of an instant, `undefined` when no date says it. */
export function dateText(instant: number): string | undefined {
  return instant >= firstInstant && instant < lastInstant ? `date("${formatInstant(instant)}")` : undefined;
}

function wholeMonths(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return Math.max(1, addUnits(from, "MONTH", months) > to ? months - 1 : months);
}

/** The filter of each kind of query for the time from one instant to another; `undefined` when no date says one of them. */
function filterFor({ kind }: FixScope, column: string, from: number, to: number): string | undefined {
  const [start, end] = [dateText(from), dateText(to)];
  if (!start || !end || from >= to) {
    return undefined;
  }
  return kind === "aggregate"
    ? `${column} IN periods(${end}, ${wholeMonths(from, to)}, period(1, Month))`
    : `${column} BETWEEN ${start} AND ${end}`;
}

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

/** Periods that end where the range does, as many whole months as it has (SL503). */
export const turnIntoPeriods: FixMaker = (scope) => {
  const predicate = predicateAt(scope.query, scope.problem);
  const dates = predicate?.kind === "between" ? rangeOf(predicate) : undefined;
  if (predicate?.kind !== "between" || !dates) {
    return [];
  }
  const { from, to, later } = dates;
  const column = columnOf(scope, predicate);
  const anchor = scope.text.slice(later.start, later.end);
  const count = wholeMonths(from, to);
  const fix = replaceBy(scope, predicate, `${column} IN periods(${anchor}, ${count}, period(1, Month))`, true);
  const months = count === 1 ? "one month" : `${count} months`;
  const changes = `In place of a range the query has ${months} that end at the later date.`;
  return [{ ...fix, title: `Turn the range into ${months}`, changes }];
};

/** The dates of a range in their order, whichever stands first. */
function rangeOf({ low, high }: Range): { from: number; to: number; later: Expression } | undefined {
  const [left, right] = [readDate(low, []), readDate(high, [])];
  if (left === undefined || right === undefined || left === right) {
    return undefined;
  }
  return left < right ? { from: left, to: right, later: high } : { from: right, to: left, later: low };
}

/** The range from the start of the first period to the end of the last (SL504). */
export const turnIntoRange: FixMaker = (scope) => {
  const predicate = predicateAt(scope.query, scope.problem);
  const call = predicate?.kind === "in" && isCall(predicate.values) ? predicate.values : undefined;
  const periods = call && isCallOf("periods", call) ? readPeriods(call, []) : undefined;
  const limits = periods && limitsOf(periods);
  const range = predicate && limits && rangeText(scope, predicate, limits);
  if (!range) {
    return [];
  }
  const changes = "In place of periods the query has one range, from the start of the first to the end of the last.";
  return [{ ...replaceBy(scope, scope.problem, range, true), title: "Turn the periods into a range", changes }];
};

/** Periods without gaps end where one period of their whole length does, which needs no list of them. */
function limitsOf({ anchor, count, unit, unitCount }: Periods) {
  const [whole] = periodIntervals({ anchor, count: 1, unit, unitCount: unitCount * count });
  return whole && { from: whole.start, to: anchor };
}

function rangeText(scope: FixScope, predicate: Predicate, { from, to }: { from: number; to: number }) {
  const [start, end] = [dateText(from), dateText(to)];
  return start && end && from < to ? `${columnOf(scope, predicate)} BETWEEN ${start} AND ${end}` : undefined;
}

/** A range that ends before it starts is turned round; one that ends where it starts gets its day (SL506). */
export const swapDates: FixMaker = ({ text, problem, query }) => {
  const predicate = predicateAt(query, problem);
  if (predicate?.kind !== "between") {
    return [];
  }
  const { low, high } = predicate;
  const day = readDate(low, []);
  const end = day === readDate(high, []) && day !== undefined ? dateText(after(day)) : undefined;
  if (end) {
    return [{ title: `End the range before ${end}`, edits: [{ ...spanOf(high), text: end }], isPreferred: true }];
  }
  const put = (where: Span, what: Span) => ({ ...spanOf(where), text: text.slice(what.start, what.end) });
  return [{ title: "Swap the dates", edits: [put(low, high), put(high, low)], isPreferred: true }];
};

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function columnOf({ text }: FixScope, predicate: Predicate): string {
  const left = predicate.kind === "bare" ? predicate.operand : predicate.left;
  return text.slice(left.start, left.end);
}

/** IN periods or BETWEEN for what another operator says about time (SL509). */
export const rewriteTimeTest: FixMaker = (scope) => {
  const { problem, query, text } = scope;
  const predicate = predicateAround(query, problem);
  if (!predicate) {
    return [];
  }
  if ((predicate.kind === "in" || predicate.kind === "between") && predicate.isNegated) {
    const left = text.slice(predicate.left.end, predicate.end);
    const without = left.replace(/^(\s*)NOT\s+/i, "$1");
    const edits = [{ start: predicate.left.end, end: predicate.end, text: without }];
    return [{ title: "Remove NOT", edits, changes: "The query is about the time that was left out before." }];
  }
  const column = columnOf(scope, predicate);
  const day = predicate.kind === "in" ? instantOfDay(predicate.values) : equalDay(predicate);
  if (day !== undefined) {
    const range = filterFor(scope, column, day, scope.kind === "list" ? addUnits(day, "DAY", 1) : day + 1);
    const anchor = dateText(day);
    const periods = anchor && `${column} IN periods(${anchor}, 1, period(1, Month))`;
    const filter = scope.kind === "list" ? range : periods;
    return filter ? [replaceBy(scope, predicate, filter, true)] : [];
  }
  return joinLimits(scope);
};

/** The date of `IN date("...")`, or of the only value in the brackets. */
function instantOfDay(values: Call | readonly Expression[]): number | undefined {
  const [only, ...others] = isCall(values) ? [values] : values;
  return only && others.length === 0 ? readDate(only, []) : undefined;
}

function equalDay(predicate: Predicate): number | undefined {
  const isEqual = predicate.kind === "compare" && comparisons[predicate.operator.sign] === "=";
  return isEqual ? readDate(predicate.right, []) : undefined;
}

/** For `Service_Time >= date("...") AND Service_Time < date("...")` one filter in place of the two. */
function joinLimits(scope: FixScope): readonly Fix[] {
  const { query, timeColumn } = scope;
  const where = query?.where;
  if (!where) {
    return [];
  }
  const limits = predicatesOf(where.condition)
    .filter(({ isConjunct }) => isConjunct)
    .map(({ predicate }) => predicate)
    .filter((predicate) => predicate.kind === "compare")
    .filter(({ left }) => timeColumnName(left, timeColumn) !== undefined);
  const [first, second, ...others] = limits;
  if (!first || !second || others.length > 0) {
    return [];
  }
  const lower = limits.map(lowerLimit).find((instant) => instant !== undefined);
  const upper = limits.map(upperLimit).find((instant) => instant !== undefined);
  const span = spanWithout(where.condition, second);
  if (lower === undefined || upper === undefined || span === undefined || span === "all") {
    return [];
  }
  const filter = filterFor(scope, columnOf(scope, first), lower, upper);
  if (!filter) {
    return [];
  }
  const edits = [
    { ...spanOf(first), text: filter },
    { ...span, text: "" },
  ];
  return [{ title: `Write one filter, \`${filter}\``, edits, isPreferred: true }];
}

function lowerLimit({ operator, right }: Comparison): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== ">" && sign !== ">=") ? undefined : sign === ">" ? after(instant) : instant;
}

/** Ends are exclusive here, so that a last day that counts moves the end behind it. */
function upperLimit({ operator, right }: Comparison): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== "<" && sign !== "<=")
    ? undefined
    : sign === "<="
      ? after(instant)
      : instant;
}

/** The first instant that is no longer in the day, or after a moment of it. */
function after(instant: number): number {
  return instant % dayMs === 0 ? instant + dayMs : instant + 1;
}
