import { castSql } from "../types/cast-sql.ts";
import { commonType } from "../types/common-type.ts";
import {
  arrayType,
  bigintType,
  type DataType,
  dateType,
  decimalType,
  doubleType,
  duckType,
  intType,
  isIntegral,
  stringType,
  timestampType,
} from "../types/data-type.ts";
import { quoteText } from "../types/value.ts";
import type { CallResult, FunctionCall, FunctionRow, Implementations } from "./function-call.ts";
import { fill, simple } from "./simple-function.ts";
import { readTimeSql, writeTimeSql } from "./time-pattern.ts";
import { boundedTemplate } from "./value-bounds.ts";

const part = (type: "date" | "timestamp", sql: string): FunctionRow =>
  simple(`${type} -> int`, `CAST(${sql} AS INTEGER)`);

const year = part("date", "year($1)");
const month = part("date", "month($1)");
const day = part("date", "day($1)");
const quarter = part("date", "quarter($1)");
const week = part("date", "week($1)");
const dayOfYear = part("date", "dayofyear($1)");
const dayOfWeek = part("date", "dayofweek($1) + 1");
const hour = part("timestamp", "hour($1)");
const minute = part("timestamp", "minute($1)");
const second = part("timestamp", "second($1)");
const isoDay = part("date", "isodow($1)");
const isoYear = part("date", "isoyear($1)");
const fraction: FunctionRow = (call) => ({
  sql: fill(
    "CAST(CAST(epoch_us($1) - epoch_us(date_trunc('minute', $1)) AS DECIMAL(18,0)) / 1000000 AS DECIMAL(8,6))",
    [call.as(0, timestampType)],
  ),
  type: decimalType(8, 6),
});

const fields: Readonly<Record<string, FunctionRow>> = {
  year,
  years: year,
  yearofweek: isoYear,
  quarter,
  month,
  months: month,
  week,
  weeks: week,
  day,
  days: day,
  d: day,
  dayofweek: dayOfWeek,
  dow: dayOfWeek,
  dayofweek_iso: isoDay,
  dow_iso: isoDay,
  doy: dayOfYear,
  hour,
  hours: hour,
  minute,
  minutes: minute,
  second: fraction,
  seconds: fraction,
};

/** Translates `extract(YEAR FROM d)` and `date_part('year', d)`. */
const extract: FunctionRow = (call) => {
  call.expectCount(2);
  const field = call.constant(0, "a field").toLowerCase();
  const row = (Object.hasOwn(fields, field) && fields[field]) || call.fail(`does not support the field '${field}'`, 0);
  const inner = row(new (call.constructor as typeof FunctionCall)({ ...call.tree, name: field }, [call.at(1)]));
  const shown = call.at(0).name;
  const name =
    call.name === "extract"
      ? `extract(${shown} FROM ${call.at(1).name})`
      : `${call.name}(${shown}, ${call.at(1).name})`;
  return { ...inner, name };
};

function written(call: FunctionCall, value: string, pattern: string, index: number): CallResult {
  const written = writeTimeSql(pattern);
  return "missing" in written
    ? call.fail(`does not support the pattern letters ${written.missing} in the embedded engine`, index)
    : { sql: fill(written.sql, [value]), type: stringType };
}

/** Returns SQL of the timestamp that the argument before the pattern contains as text. */
function readBy(call: FunctionCall, index: number, pattern: string): string {
  const read = readTimeSql(pattern);
  return "missing" in read
    ? call.fail(`does not support the pattern letters ${read.missing} in the embedded engine`, index)
    : fill(read.sql, [call.as(index - 1, stringType)]);
}

const dateFormat: FunctionRow = (call) => {
  call.expectCount(2);
  return written(call, call.as(0, timestampType), call.constant(1, "a pattern"), 1);
};

function toTime(type: DataType): FunctionRow {
  return (call) => {
    call.expectCount(1, 2);
    const { type: from, sql } = call.at(0);
    if (call.count === 1 || from.kind !== "string") {
      return { sql: castSql(sql, from, type) ?? call.fail("takes a text, a date or a timestamp", 0), type };
    }
    const instant = readBy(call, 1, call.constant(1, "a pattern"));
    return { sql: type.kind === "date" ? `CAST(${instant} AS DATE)` : instant, type };
  };
}

const seconds = (instant: string): string => `CAST(floor(epoch_us(${instant}) / 1000000) AS BIGINT)`;
const now = "CAST(timezone('UTC', now()) AS TIMESTAMP)";
const usualPattern = "yyyy-MM-dd HH:mm:ss";

const unixTimestamp: FunctionRow = (call) => {
  call.expectCount(0, 2);
  if (call.count === 0) {
    return { sql: seconds(now), type: bigintType };
  }
  const pattern = call.count === 2 ? call.constant(1, "a pattern") : usualPattern;
  const isText = call.at(0).type.kind === "string";
  const name = `${call.name}(${call.at(0).name}, ${pattern})`;
  return { sql: seconds(isText ? readBy(call, 1, pattern) : call.as(0, timestampType)), type: bigintType, name };
};

const fromUnixTime: FunctionRow = (call) => {
  call.expectCount(1, 2);
  const pattern = call.count === 2 ? call.constant(1, "a pattern") : usualPattern;
  const instant = `make_timestamp(${call.as(0, bigintType)} * 1000000)`;
  return { ...written(call, instant, pattern, 1), name: `from_unixtime(${call.at(0).name}, ${pattern})` };
};

const units: Readonly<Record<string, string>> = {
  YEAR: "year",
  YYYY: "year",
  YY: "year",
  QUARTER: "quarter",
  MONTH: "month",
  MM: "month",
  MON: "month",
  WEEK: "week",
  DAY: "day",
  DD: "day",
  HOUR: "hour",
  MINUTE: "minute",
  SECOND: "second",
  MILLISECOND: "millisecond",
  MICROSECOND: "microsecond",
};
const dateUnits = new Set(["year", "quarter", "month", "week"]);

function truncate(type: typeof dateType, unitIndex: number): FunctionRow {
  return (call) => {
    call.expectCount(2);
    const unit = units[call.constant(unitIndex, "a unit").toUpperCase()];
    const isKnown = unit !== undefined && (type.kind === "timestamp" || dateUnits.has(unit));
    const sql = isKnown ? `date_trunc('${unit}', ${call.as(1 - unitIndex, type)})` : "NULL";
    return { sql: `CAST(${sql} AS ${type.kind === "date" ? "DATE" : "TIMESTAMP"})`, type };
  };
}

const monthsBetween: FunctionRow = (call) => {
  call.expectCount(2, 3);
  const rounds = call.count < 3 || call.constant(2, "true or false").toLowerCase() !== "false";
  const months = "((year($1) - year($2)) * 12 + month($1) - month($2))";
  const isLast = (value: string) => `day(${value}) = day(last_day(${value}))`;
  const time = (value: string) => `epoch(CAST(${value} AS TIME))`;
  const gap = `((day($1) - day($2)) * 86400 + ${time("$1")} - ${time("$2")}) / CAST(2678400 AS DOUBLE)`;
  const exact = `${months} + ${gap}`;
  const rounded = rounds ? `CAST(round(CAST(${exact} AS DECIMAL(30,15)), 8) AS DOUBLE)` : exact;
  const whole = `day($1) = day($2) OR ${isLast("$1")} AND ${isLast("$2")}`;
  const sql = fill(`CASE WHEN ${whole} THEN CAST(${months} AS DOUBLE) ELSE ${rounded} END`, [
    call.as(0, timestampType),
    call.as(1, timestampType),
  ]);
  const names = [...call.arguments.slice(0, 2).map((value) => value.name), String(rounds)];
  return { sql, type: doubleType, name: `months_between(${names.join(", ")})` };
};

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const nextDay: FunctionRow = (call) => {
  call.expectCount(2);
  const name = call.constant(1, "a day of the week").trim().toUpperCase();
  const isDay =
    /^(MO(N(DAY)?)?|TU(E(SDAY)?)?|WE(D(NESDAY)?)?|TH(U(RSDAY)?)?|FR(I(DAY)?)?|SA(T(URDAY)?)?|SU(N(DAY)?)?)$/.test(name);
  const number = days.indexOf(name.slice(0, 2)) + 1;
  const template = `CAST($1 + CAST((${number} - isodow($1) + 6) % 7 + 1 AS INTEGER) AS DATE)`;
  return { sql: isDay ? fill(template, [call.as(0, dateType)]) : "CAST(NULL AS DATE)", type: dateType };
};

/** Converts between UTC and a time zone: a name of the tz database or an offset such as `+03:00`. */
function inZone(direction: "to" | "from"): FunctionRow {
  return (call) => {
    call.expectCount(2);
    const instant = call.as(0, timestampType);
    const zone = call.constant(1, "a time zone");
    const offset = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone);
    if (offset) {
      const minutes = (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) * (offset[1] === "-" ? -1 : 1);
      return { sql: `(${instant} + to_minutes(${direction === "from" ? minutes : -minutes}))`, type: timestampType };
    }
    const [source, target] = direction === "from" ? ["'UTC'", quoteText(zone)] : [quoteText(zone), "'UTC'"];
    return { sql: `timezone(${target}, timezone(${source}, ${instant}))`, type: timestampType };
  };
}

const intervals: Readonly<Record<string, string>> = {
  YEAR: "to_years",
  QUARTER: "to_months(3 * $)",
  MONTH: "to_months",
  WEEK: "to_days(7 * $)",
  DAY: "to_days",
  DAYOFYEAR: "to_days",
  HOUR: "to_hours",
  MINUTE: "to_minutes",
  SECOND: "to_seconds",
  MILLISECOND: "to_milliseconds",
  MICROSECOND: "to_microseconds",
};

const timestampAdd: FunctionRow = (call) => {
  const unit = call.constant(0, "a unit").toUpperCase();
  const make = intervals[unit] ?? call.fail(`does not support the unit ${unit}`, 0);
  const amount = `CAST(${call.as(1, intType)} AS INTEGER)`;
  const interval = make.includes("$") ? make.replace("$", amount) : `${make}(${amount})`;
  return { sql: `CAST(${call.as(2, timestampType)} + ${interval} AS TIMESTAMP)`, type: timestampType };
};

const timestampDiff: FunctionRow = (call) => {
  const unit = call.constant(0, "a unit").toUpperCase();
  if (!Object.hasOwn(intervals, unit)) {
    call.fail(`does not support the unit ${unit}`, 0);
  }
  const [from, to] = [call.as(1, timestampType), call.as(2, timestampType)];
  return { sql: `date_sub('${unit.toLowerCase()}', ${from}, ${to})`, type: bigintType };
};

const dateAdd = simple("date, int -> date", "CAST($1 + $2 AS DATE)");
const dateDiff = simple("date, date -> int", "CAST($1 - $2 AS INTEGER)");
const current: FunctionRow = (call) => {
  call.expectCount(0);
  return { sql: now, type: timestampType };
};
const today: FunctionRow = (call) => {
  call.expectCount(0);
  return { sql: `CAST(${now} AS DATE)`, type: dateType };
};
const madeDate = "lpad(CAST($1 AS VARCHAR), 4, '0') || '-' || $2 || '-' || $3";

/** Integers, or dates and timestamps at an interval. Each step is added to the start, because months differ in length. */
const sequence: FunctionRow = (call) => {
  call.expectCount(2, 3);
  const type = commonType(call.at(0).type, call.at(1).type);
  const values = call.arguments.slice(0, 2).map((value) => (type && castSql(value.sql, value.type, type)) ?? "NULL");
  const bound = call.bound("array");
  if (type && isIntegral(type)) {
    const step = call.count === 3 ? call.as(2, type) : "CASE WHEN $1 <= $2 THEN 1 ELSE -1 END";
    const list = call.count === 3 ? "generate_series($1, $2, $3)" : `generate_series($1, $2, ${step})`;
    const size = `abs(CAST($2 AS HUGEINT) - $1) // greatest(abs(CAST(${call.count === 3 ? "$3" : "1"} AS HUGEINT)), 1)`;
    const template = boundedTemplate(list, size, 1, bound);
    return { sql: `CAST(${fill(template, [...values, step])} AS ${duckType(type)}[])`, type: arrayType(type) };
  }
  if (type?.kind !== "date" && type?.kind !== "timestamp") {
    return call.fail("takes integers, dates or timestamps");
  }
  const step = call.count === 3 ? call.at(2) : undefined;
  if (step && step.type.kind !== "interval") {
    call.fail("takes an interval as the step between dates or timestamps", 2);
  }
  const interval = step?.sql ?? "INTERVAL 1 DAY";

  const count = `len(generate_series(CAST($1 AS TIMESTAMP), CAST($2 AS TIMESTAMP), $3))`;
  const list = `list_transform(range(${count} + 1), lambda "n": CAST($1 + CAST("n" AS INTEGER) * $3 AS ${duckType(type)}))`;
  const inside = `lambda "m": CASE WHEN $1 <= $2 THEN "m" <= $2 ELSE "m" >= $2 END`;
  const span = "abs(epoch(CAST($2 AS TIMESTAMP)) - epoch(CAST($1 AS TIMESTAMP)))";
  const template = boundedTemplate(`list_filter(${list}, ${inside})`, `${span} / nullif(abs(epoch($3)), 0)`, 1, bound);
  return { sql: fill(template, [...values, interval]), type: arrayType(type) };
};

export const timeFunctions = {
  year,
  quarter,
  month,
  day,
  dayofmonth: day,
  dayofweek: dayOfWeek,
  weekday: part("date", "isodow($1) - 1"),
  dayofyear: dayOfYear,
  weekofyear: week,
  hour,
  minute,
  second,
  extract,
  date_part: extract,
  datepart: extract,
  to_date: toTime(dateType),
  to_timestamp: toTime(timestampType),
  date_format: dateFormat,
  unix_timestamp: unixTimestamp,
  to_unix_timestamp: unixTimestamp,
  from_unixtime: fromUnixTime,
  trunc: truncate(dateType, 1),
  date_trunc: truncate(timestampType, 0),
  date_add: dateAdd,
  dateadd: dateAdd,
  date_sub: simple("date, int -> date", "CAST($1 - $2 AS DATE)"),
  datediff: dateDiff,
  date_diff: dateDiff,
  timestampadd: timestampAdd,
  timestampdiff: timestampDiff,
  add_months: simple("date, int -> date", "CAST($1 + to_months($2) AS DATE)"),
  months_between: monthsBetween,
  last_day: simple("date -> date", "last_day($1)"),
  next_day: nextDay,
  make_date: simple("int, int, int -> date", `TRY_CAST(${madeDate} AS DATE)`),
  make_timestamp: simple(
    "int, int, int, int, int, decimal(16,6) -> timestamp",
    `TRY_CAST(${madeDate} || ' ' || $4 || ':' || $5 || ':' || $6 AS TIMESTAMP)`,
  ),
  current_date: today,
  curdate: today,
  current_timestamp: current,
  now: current,
  localtimestamp: current,
  timestamp_seconds: (call) => ({
    sql: castSql(call.at(0).sql, call.at(0).type, timestampType) ?? call.fail("takes a number", 0),
    type: timestampType,
  }),
  timestamp_millis: simple("bigint -> timestamp", "make_timestamp($1 * 1000)"),
  timestamp_micros: simple("bigint -> timestamp", "make_timestamp($1)"),
  unix_date: simple("date -> int", "CAST($1 - DATE '1970-01-01' AS INTEGER)"),
  date_from_unix_date: simple("int -> date", "CAST(DATE '1970-01-01' + $1 AS DATE)"),
  unix_seconds: simple("timestamp -> bigint", seconds("$1")),
  unix_millis: simple("timestamp -> bigint", "CAST(floor(epoch_us($1) / 1000) AS BIGINT)"),
  unix_micros: simple("timestamp -> bigint", "epoch_us($1)"),
  from_utc_timestamp: inZone("from"),
  to_utc_timestamp: inZone("to"),
  sequence,
} satisfies Implementations<FunctionRow>;
