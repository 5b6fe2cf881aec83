import { readDate } from "../binding/time-arguments.ts";
import { comparisons } from "../syntax/operators.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import type { Call, Comparison, Expression, Predicate } from "../syntax/tree.ts";
import { isCall, predicatesOf } from "../syntax/walk.ts";
import { addUnits } from "../time/intervals.ts";
import { predicateAround } from "./find-node.ts";
import { type Fix, type FixMaker, type FixScope, replaceBy } from "./fix.ts";
import { spanWithout } from "./remove-predicate.ts";
import { columnOf, dateText, filterFor, firstAfter } from "./time-text.ts";

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
    { start: first.start, end: first.end, text: filter },
    { ...span, text: "" },
  ];
  return [{ title: `Write one filter, \`${filter}\``, edits, isPreferred: true }];
}

function lowerLimit({ operator, right }: Comparison): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== ">" && sign !== ">=")
    ? undefined
    : sign === ">"
      ? firstAfter(instant)
      : instant;
}

/** Ends are exclusive here, so that a last day that counts moves the end behind it. */
function upperLimit({ operator, right }: Comparison): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== "<" && sign !== "<=")
    ? undefined
    : sign === "<="
      ? firstAfter(instant)
      : instant;
}
