import { findNearestNames, joinNamesAsCode } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { isSameWordIgnoringCase } from "../../core/text/same-word.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { findBuiltInFunction } from "../syntax/functions.ts";
import { obsoletePeriods } from "../syntax/keywords.ts";
import type { Expression, FunctionCall } from "../syntax/tree.ts";
import { isDigit, parseInstant } from "../time/instant.ts";
import { findPeriodUnit, type PeriodUnit, periodUnits } from "../time/units.ts";

/** Arguments of `period(K, Unit)`: the number of units and the unit. */
interface Period {
  readonly unit: PeriodUnit;
  readonly unitCount: number;
}

/** Arguments of `periods(...)`: an end date, and the number and length of the periods that precede it. */
export interface PeriodsArguments extends Period {
  /** Exclusive end of the last period, in epoch milliseconds. */
  readonly anchor: number;
  readonly count: number;
}

/** Parses a `date("...")` call to epoch milliseconds; reports invalid arguments and texts (SL406, SL403). */
export function readDate(expression: Expression, problems: Problem[]): number | undefined {
  if (!isCallOf("date", expression)) {
    return undefined;
  }
  const text = expression.arguments[0]?.value;
  if (expression.arguments.length !== 1 || text?.kind !== "string") {
    reportInvalidArguments(expression, problems);
    return undefined;
  }
  const instant = parseInstant(text.value);
  if (instant === undefined && text.isClosed) {
    const iso = isoForm(text.value);
    const suggestion = iso ? ` Write "${iso}".` : "";
    const problem = createQueryProblem("SL403", text, { text: text.value, suggestion });
    problems.push(withReplacements(problem, iso ? [iso] : []));
  }
  return instant;
}

/** Parses a `period(K, Unit)` call; reports SL404, SL405 and SL406. */
function readPeriod(expression: Expression, problems: Problem[]): Period | undefined {
  if (!isCallOf("period", expression)) {
    return undefined;
  }
  const count = expression.arguments[0]?.value;
  const unit = expression.arguments[1]?.value;
  if (expression.arguments.length !== 2 || !count || !unit) {
    reportInvalidArguments(expression, problems);
    return undefined;
  }
  const unitCount = readCount(count, "units", problems);
  const periodUnit = readUnit(unit, problems);
  return unitCount === undefined || !periodUnit ? undefined : { unit: periodUnit, unitCount };
}

/** Parses a `periods(date(...), N, period(K, Unit))` call; reports SL403 to SL406. */
export function readPeriods(call: FunctionCall, problems: Problem[]): PeriodsArguments | undefined {
  const date = call.arguments[0]?.value;
  const count = call.arguments[1]?.value;
  const period = call.arguments[2]?.value;
  if (call.arguments.length !== 3 || !date || !count || !period) {
    // Checks the arguments that are present, even if others are missing.
    for (const { value } of call.arguments) {
      readDate(value, problems);
      readPeriod(value, problems);
    }
    reportInvalidArguments(call, problems);
    return undefined;
  }
  if ((!isCallOf("date", date) && date.kind !== "hole") || (!isCallOf("period", period) && period.kind !== "hole")) {
    reportInvalidArguments(call, problems);
  }
  const anchor = readDate(date, problems);
  const number = readCount(count, "periods", problems);
  const length = readPeriod(period, problems);
  return anchor === undefined || number === undefined || !length ? undefined : periodsOf(anchor, number, length);
}

/**
 * Parses the obsolete `intervalFrom(date(...), N)` with the `period(K, Unit)` of the SELECT list, without which it says
 * no time (sql-like-language 5.2); reports SL403 to SL406.
 */
export function readObsoletePeriods(
  call: FunctionCall,
  period: Expression | undefined,
  problems: Problem[],
): PeriodsArguments | undefined {
  const date = call.arguments[0]?.value;
  const count = call.arguments[1]?.value;
  const isDate = date?.kind === "hole" || (date !== undefined && isCallOf("date", date));
  const isWhole = isDate && call.arguments.length === 2 && period !== undefined;
  if (!isWhole) {
    reportInvalidArguments(call, problems);
  }
  const anchor = date && readDate(date, problems);
  const number = count && readCount(count, "periods", problems);
  const length = period && readPeriod(period, problems);
  const isRead = isWhole && anchor !== undefined && number !== undefined && length !== undefined;
  return isRead ? periodsOf(anchor, number, length) : undefined;
}

function periodsOf(anchor: number, count: number, { unit, unitCount }: Period): PeriodsArguments {
  return { anchor, count, unit, unitCount };
}

export function isCallOf(name: string, expression: Expression): expression is FunctionCall {
  return expression.kind === "call" && isSameWordIgnoringCase(expression.name.text, name);
}

function readCount(expression: Expression, what: string, problems: Problem[]): number | undefined {
  if (expression.kind === "hole") {
    return undefined;
  }
  if (expression.kind === "number") {
    const count = expression.value;
    if (count >= 1 && Number.isSafeInteger(count) && isInDigits(expression.text)) {
      return count;
    }
  }
  problems.push(createQueryProblem("SL405", expression, { what }));
  return undefined;
}

function isInDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isDigit(text.charCodeAt(index))) {
      return false;
    }
  }
  return true;
}

function readUnit(expression: Expression, problems: Problem[]): PeriodUnit | undefined {
  if (expression.kind === "hole") {
    return undefined;
  }
  const name =
    expression.kind === "path" && expression.segments.length === 1 ? expression.segments[0]?.text : undefined;
  const unit = name === undefined ? undefined : findPeriodUnit(name);
  if (!unit) {
    const written = name ?? (expression.kind === "string" ? expression.value : "");
    const near = findNearestNames(Object.keys(periodUnits), written, 1);
    const offered = near.length > 0 ? near : Object.keys(periodUnits);
    const problem = createQueryProblem("SL404", expression, {
      name: written,
      suggestion: joinNamesAsCode(offered, "or"),
    });
    problems.push(withReplacements(problem, offered));
  }
  return unit;
}

const obsoletePeriodsTakes = "a date and a count, with `period(K, Unit)` in SELECT";

/** Reports invalid arguments of a built-in function, unless the call is incomplete because the user is still typing. */
export function reportInvalidArguments(call: FunctionCall, problems: Problem[]): void {
  const isObsolete = isSameWordIgnoringCase(call.name.text, obsoletePeriods);
  const takes = isObsolete ? obsoletePeriodsTakes : findBuiltInFunction(call.name.text)?.takes;
  const isTyped = call.isClosed && call.arguments.every(({ value }) => value.kind !== "hole");
  if (takes && isTyped) {
    problems.push(createQueryProblem("SL406", call, { name: call.name.text, takes }));
  }
}

/**
 * Returns a date text in ISO form. `2024-1-2` becomes `2024-01-02`, and `2024-01-02 10:00` becomes an ISO date with
 * time. `31/12/2024` is converted, but `01/02/2024` is ambiguous and is not.
 */
function isoForm(text: string): string | undefined {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  const withTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{3})?)?)?Z?$/.exec(text);
  if (withTime) {
    const [, date, time, seconds = ":00"] = withTime;
    const instant = time ? `${date}T${time}${seconds}` : `${date}`;
    return parseInstant(instant) === undefined ? undefined : instant;
  }
  const [year, month, day] = yearFirst
    ? yearFirst.slice(1)
    : yearLast && Number(yearLast[1]) > 12
      ? [yearLast[3], yearLast[2], yearLast[1]]
      : yearLast && (Number(yearLast[2]) > 12 || yearLast[1] === yearLast[2])
        ? [yearLast[3], yearLast[1], yearLast[2]]
        : [];
  const iso = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  return parseInstant(iso) === undefined ? undefined : iso;
}
