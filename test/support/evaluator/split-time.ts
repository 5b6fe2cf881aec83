import { type Calendar, type Unit, units } from "./calendar.ts";
import { timeColumn } from "./columns.ts";
import { literalValue } from "./condition.ts";
import type { Interval, Periods } from "./intervals.ts";
import type { Condition, Expression, Predicate } from "./query-tree.ts";

export interface SplitWhere {
  /** The other conjuncts, each one filter of the request. */
  readonly filters: readonly Condition[];
  readonly time: Predicate | undefined;
}

/** Takes the time filter out of the conjuncts at the top of WHERE (sql-like-language 5.8). */
export function splitTime(where: Condition | undefined): SplitWhere {
  const conjuncts = where ? conjunctsOf(where) : [];
  const isTime = (condition: Condition): condition is Predicate =>
    "left" in condition && condition.left.kind === "path" && condition.left.names.join(".") === timeColumn;
  return { time: conjuncts.find(isTime), filters: conjuncts.filter((condition) => !isTime(condition)) };
}

/** Brackets around an AND change nothing: an AND of filters stays a list of filters (sql-like-language 9). */
function conjunctsOf(condition: Condition): readonly Condition[] {
  return condition.kind === "and" ? condition.parts.flatMap(conjunctsOf) : [condition];
}

/** `periods(date(D), N, period(K, U))`, or one month up to the end of the data (sql-like-language 5.6). */
export function periodsOf(time: Predicate | undefined, dataEnd: number): Periods {
  if (!time) {
    return { until: dataEnd, count: 1, length: 1, unit: "Month" };
  }
  const call = time.kind === "in" ? time.values[0] : undefined;
  const [until, count, period] = call?.kind === "call" ? call.arguments.map(({ value }) => value) : [];
  const [length, unit] = period?.kind === "call" ? period.arguments.map(({ value }) => value) : [];
  return { until: instantOf(until), count: numberOf(count), length: numberOf(length), unit: unitOf(unit) };
}

/** `BETWEEN date(A) AND date(B)`, or the last month of the data (sql-like-language 5.6, 5.7). */
export function rangeOf(time: Predicate | undefined, dataEnd: number, calendar: Calendar): Interval {
  if (!time) {
    return { start: calendar.step(calendar.boundaryFrom(dataEnd, "Month"), "Month", -1), end: dataEnd };
  }
  if (time.kind !== "between") {
    throw new Error("Evaluating a query: a list takes BETWEEN two dates.");
  }
  return { start: instantOf(time.low), end: instantOf(time.high) };
}

function instantOf(expression: Expression | undefined): number {
  return numberValue(expression && literalValue(expression, { parameters: new Map() }));
}

function numberOf(expression: Expression | undefined): number {
  return numberValue(expression?.kind === "number" ? expression.value : undefined);
}

function numberValue(value: unknown): number {
  if (typeof value !== "number") {
    throw new Error("Evaluating a query: the time filter is not periods(date, count, period(length, unit)).");
  }
  return value;
}

function unitOf(expression: Expression | undefined): Unit {
  const name = expression?.kind === "path" ? expression.names[0] : undefined;
  const unit = units.find((candidate) => candidate.toLowerCase() === name?.toLowerCase());
  if (!unit) {
    throw new Error("Evaluating a query: the period has an unknown unit.");
  }
  return unit;
}
