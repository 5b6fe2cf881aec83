import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOf } from "../types/common-type.ts";
import {
  bigintType,
  createArrayType,
  createDecimalType,
  type DataType,
  dateType,
  doubleType,
  duckDbTypeOf,
  intType,
  isIntegralType,
  stringType,
  timestampType,
} from "../types/data-type.ts";
import { quoteText } from "../types/value.ts";
import type { CallResult, FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { createTemplateFunction, fillSqlTemplate } from "./template-function.ts";
import { buildFormatTimeSql, buildParseTimeSql } from "./time-pattern.ts";
import { createSizeLimitedTemplate } from "./value-bounds.ts";

const timePart = (type: "date" | "timestamp", sql: string): ScalarTranslator =>
  createTemplateFunction(`${type} -> int`, `CAST(${sql} AS INTEGER)`);

const year = timePart("date", "year($1)");
const month = timePart("date", "month($1)");
const day = timePart("date", "day($1)");
const quarter = timePart("date", "quarter($1)");
const week = timePart("date", "week($1)");
const dayOfYear = timePart("date", "dayofyear($1)");
const dayOfWeek = timePart("date", "dayofweek($1) + 1");
const hour = timePart("timestamp", "hour($1)");
const minute = timePart("timestamp", "minute($1)");
const second = timePart("timestamp", "second($1)");
const isoDay = timePart("date", "isodow($1)");
const isoYear = timePart("date", "isoyear($1)");
const fractionalSecond: ScalarTranslator = (call) => ({
  sql: fillSqlTemplate(
    "CAST(CAST(epoch_us($1) - epoch_us(date_trunc('minute', $1)) AS DECIMAL(18,0)) / 1000000 AS DECIMAL(8,6))",
    [call.castArgumentTo(0, timestampType)],
  ),
  type: createDecimalType(8, 6),
});

const timeFields: Readonly<Record<string, ScalarTranslator>> = {
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
  second: fractionalSecond,
  seconds: fractionalSecond,
};

/** Translates `extract(YEAR FROM d)` and `date_part('year', d)`. */
const extract: ScalarTranslator = (call) => {
  call.expectCount(2);
  const field = call.constant(0, "a field").toLowerCase();
  const translator =
    (Object.hasOwn(timeFields, field) && timeFields[field]) ||
    call.failWith(`does not support the field '${field}'`, 0);
  const inner = translator(
    new (call.constructor as typeof FunctionCall)({ ...call.tree, name: field }, [call.argumentAt(1)]),
  );
  const columnName = call.argumentAt(0).name;
  const name =
    call.name === "extract"
      ? `extract(${columnName} FROM ${call.argumentAt(1).name})`
      : `${call.name}(${columnName}, ${call.argumentAt(1).name})`;
  return { ...inner, name };
};

function formatTime(call: FunctionCall, value: string, pattern: string, index: number): CallResult {
  const formatTime = buildFormatTimeSql(pattern);
  return "unsupported" in formatTime
    ? call.failWith(`does not support the pattern letters ${formatTime.unsupported} in the embedded engine`, index)
    : { sql: fillSqlTemplate(formatTime.sql, [value]), type: stringType };
}

/** Returns SQL of the timestamp that the argument before the pattern contains as text. */
function parseTime(call: FunctionCall, index: number, pattern: string): string {
  const read = buildParseTimeSql(pattern);
  return "unsupported" in read
    ? call.failWith(`does not support the pattern letters ${read.unsupported} in the embedded engine`, index)
    : fillSqlTemplate(read.sql, [call.castArgumentTo(index - 1, stringType)]);
}

const dateFormat: ScalarTranslator = (call) => {
  call.expectCount(2);
  return formatTime(call, call.castArgumentTo(0, timestampType), call.constant(1, "a pattern"), 1);
};

function toTimeFunction(type: DataType): ScalarTranslator {
  return (call) => {
    call.expectCount(1, 2);
    const { type: from, sql } = call.argumentAt(0);
    if (call.count === 1 || from.kind !== "string") {
      return { sql: buildCastSql(sql, from, type) ?? call.failWith("takes a text, a date or a timestamp", 0), type };
    }
    const instant = parseTime(call, 1, call.constant(1, "a pattern"));
    return { sql: type.kind === "date" ? `CAST(${instant} AS DATE)` : instant, type };
  };
}

const epochSeconds = (instant: string): string => `CAST(floor(epoch_us(${instant}) / 1000000) AS BIGINT)`;
const now = "CAST(timezone('UTC', now()) AS TIMESTAMP)";
const defaultPattern = "yyyy-MM-dd HH:mm:ss";

const unixTimestamp: ScalarTranslator = (call) => {
  call.expectCount(0, 2);
  if (call.count === 0) {
    return { sql: epochSeconds(now), type: bigintType };
  }
  const pattern = call.count === 2 ? call.constant(1, "a pattern") : defaultPattern;
  const isText = call.argumentAt(0).type.kind === "string";
  const name = `${call.name}(${call.argumentAt(0).name}, ${pattern})`;
  return {
    sql: epochSeconds(isText ? parseTime(call, 1, pattern) : call.castArgumentTo(0, timestampType)),
    type: bigintType,
    name,
  };
};

const fromUnixTime: ScalarTranslator = (call) => {
  call.expectCount(1, 2);
  const pattern = call.count === 2 ? call.constant(1, "a pattern") : defaultPattern;
  const instant = `make_timestamp(${call.castArgumentTo(0, bigintType)} * 1000000)`;
  return { ...formatTime(call, instant, pattern, 1), name: `from_unixtime(${call.argumentAt(0).name}, ${pattern})` };
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

function truncateFunction(type: typeof dateType, unitIndex: number): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const unit = units[call.constant(unitIndex, "a unit").toUpperCase()];
    const isKnown = unit !== undefined && (type.kind === "timestamp" || dateUnits.has(unit));
    const sql = isKnown ? `date_trunc('${unit}', ${call.castArgumentTo(1 - unitIndex, type)})` : "NULL";
    return { sql: `CAST(${sql} AS ${type.kind === "date" ? "DATE" : "TIMESTAMP"})`, type };
  };
}

const monthsBetween: ScalarTranslator = (call) => {
  call.expectCount(2, 3);
  const isRounded = call.count < 3 || call.constant(2, "true or false").toLowerCase() !== "false";
  const months = "((year($1) - year($2)) * 12 + month($1) - month($2))";
  const isLast = (value: string) => `day(${value}) = day(last_day(${value}))`;
  const time = (value: string) => `epoch(CAST(${value} AS TIME))`;
  const gap = `((day($1) - day($2)) * 86400 + ${time("$1")} - ${time("$2")}) / CAST(2678400 AS DOUBLE)`;
  const exact = `${months} + ${gap}`;
  const rounded = isRounded ? `CAST(round(CAST(${exact} AS DECIMAL(30,15)), 8) AS DOUBLE)` : exact;
  const whole = `day($1) = day($2) OR ${isLast("$1")} AND ${isLast("$2")}`;
  const sql = fillSqlTemplate(`CASE WHEN ${whole} THEN CAST(${months} AS DOUBLE) ELSE ${rounded} END`, [
    call.castArgumentTo(0, timestampType),
    call.castArgumentTo(1, timestampType),
  ]);
  const names = [...call.arguments.slice(0, 2).map((value) => value.name), String(isRounded)];
  return { sql, type: doubleType, name: `months_between(${names.join(", ")})` };
};

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const nextDay: ScalarTranslator = (call) => {
  call.expectCount(2);
  const name = call.constant(1, "a day of the week").trim().toUpperCase();
  const isDay =
    /^(MO(N(DAY)?)?|TU(E(SDAY)?)?|WE(D(NESDAY)?)?|TH(U(RSDAY)?)?|FR(I(DAY)?)?|SA(T(URDAY)?)?|SU(N(DAY)?)?)$/.test(name);
  const number = weekdays.indexOf(name.slice(0, 2)) + 1;
  const template = `CAST($1 + CAST((${number} - isodow($1) + 6) % 7 + 1 AS INTEGER) AS DATE)`;
  return {
    sql: isDay ? fillSqlTemplate(template, [call.castArgumentTo(0, dateType)]) : "CAST(NULL AS DATE)",
    type: dateType,
  };
};

/** Converts between UTC and a time zone: a name of the tz database or an offset such as `+03:00`. */
function zoneFunction(direction: "to" | "from"): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const instant = call.castArgumentTo(0, timestampType);
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

const intervalConstructors: Readonly<Record<string, string>> = {
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

const timestampAdd: ScalarTranslator = (call) => {
  const unit = call.constant(0, "a unit").toUpperCase();
  const make = intervalConstructors[unit] ?? call.failWith(`does not support the unit ${unit}`, 0);
  const amount = `CAST(${call.castArgumentTo(1, intType)} AS INTEGER)`;
  const interval = make.includes("$") ? make.replace("$", amount) : `${make}(${amount})`;
  return { sql: `CAST(${call.castArgumentTo(2, timestampType)} + ${interval} AS TIMESTAMP)`, type: timestampType };
};

const timestampDiff: ScalarTranslator = (call) => {
  const unit = call.constant(0, "a unit").toUpperCase();
  if (!Object.hasOwn(intervalConstructors, unit)) {
    call.failWith(`does not support the unit ${unit}`, 0);
  }
  const [from, to] = [call.castArgumentTo(1, timestampType), call.castArgumentTo(2, timestampType)];
  return { sql: `date_sub('${unit.toLowerCase()}', ${from}, ${to})`, type: bigintType };
};

const dateAdd = createTemplateFunction("date, int -> date", "CAST($1 + $2 AS DATE)");
const dateDiff = createTemplateFunction("date, date -> int", "CAST($1 - $2 AS INTEGER)");
const currentTimestamp: ScalarTranslator = (call) => {
  call.expectCount(0);
  return { sql: now, type: timestampType };
};
const currentDate: ScalarTranslator = (call) => {
  call.expectCount(0);
  return { sql: `CAST(${now} AS DATE)`, type: dateType };
};
const dateTextTemplate = "lpad(CAST($1 AS VARCHAR), 4, '0') || '-' || $2 || '-' || $3";

/**
 * Integers, or dates and timestamps at an interval. Each step is added to the start, because months differ in length.
 */
const sequence: ScalarTranslator = (call) => {
  call.expectCount(2, 3);
  const type = commonTypeOf(call.argumentAt(0).type, call.argumentAt(1).type);
  const values = call.arguments
    .slice(0, 2)
    .map((value) => (type && buildCastSql(value.sql, value.type, type)) ?? "NULL");
  const bound = call.bound("array");
  if (type && isIntegralType(type)) {
    const step = call.count === 3 ? call.castArgumentTo(2, type) : "CASE WHEN $1 <= $2 THEN 1 ELSE -1 END";
    const list = call.count === 3 ? "generate_series($1, $2, $3)" : `generate_series($1, $2, ${step})`;
    const size = `abs(CAST($2 AS HUGEINT) - $1) // greatest(abs(CAST(${call.count === 3 ? "$3" : "1"} AS HUGEINT)), 1)`;
    const template = createSizeLimitedTemplate(list, size, 1, bound);
    return {
      sql: `CAST(${fillSqlTemplate(template, [...values, step])} AS ${duckDbTypeOf(type)}[])`,
      type: createArrayType(type),
    };
  }
  if (type?.kind !== "date" && type?.kind !== "timestamp") {
    return call.failWith("takes integers, dates or timestamps");
  }
  const step = call.count === 3 ? call.argumentAt(2) : undefined;
  if (step && step.type.kind !== "interval") {
    call.failWith("takes an interval as the step between dates or timestamps", 2);
  }
  const interval = step?.sql ?? "INTERVAL 1 DAY";

  const count = `len(generate_series(CAST($1 AS TIMESTAMP), CAST($2 AS TIMESTAMP), $3))`;
  const list = `list_transform(range(${count} + 1), lambda "n": CAST($1 + CAST("n" AS INTEGER) * $3 AS ${duckDbTypeOf(type)}))`;
  const inside = `lambda "m": CASE WHEN $1 <= $2 THEN "m" <= $2 ELSE "m" >= $2 END`;
  const span = "abs(epoch(CAST($2 AS TIMESTAMP)) - epoch(CAST($1 AS TIMESTAMP)))";
  const template = createSizeLimitedTemplate(
    `list_filter(${list}, ${inside})`,
    `${span} / nullif(abs(epoch($3)), 0)`,
    1,
    bound,
  );
  return { sql: fillSqlTemplate(template, [...values, interval]), type: createArrayType(type) };
};

export const timeFunctions = {
  year,
  quarter,
  month,
  day,
  dayofmonth: day,
  dayofweek: dayOfWeek,
  weekday: timePart("date", "isodow($1) - 1"),
  dayofyear: dayOfYear,
  weekofyear: week,
  hour,
  minute,
  second,
  extract,
  date_part: extract,
  datepart: extract,
  to_date: toTimeFunction(dateType),
  to_timestamp: toTimeFunction(timestampType),
  date_format: dateFormat,
  unix_timestamp: unixTimestamp,
  to_unix_timestamp: unixTimestamp,
  from_unixtime: fromUnixTime,
  trunc: truncateFunction(dateType, 1),
  date_trunc: truncateFunction(timestampType, 0),
  date_add: dateAdd,
  dateadd: dateAdd,
  date_sub: createTemplateFunction("date, int -> date", "CAST($1 - $2 AS DATE)"),
  datediff: dateDiff,
  date_diff: dateDiff,
  timestampadd: timestampAdd,
  timestampdiff: timestampDiff,
  add_months: createTemplateFunction("date, int -> date", "CAST($1 + to_months($2) AS DATE)"),
  months_between: monthsBetween,
  last_day: createTemplateFunction("date -> date", "last_day($1)"),
  next_day: nextDay,
  make_date: createTemplateFunction("int, int, int -> date", `TRY_CAST(${dateTextTemplate} AS DATE)`),
  make_timestamp: createTemplateFunction(
    "int, int, int, int, int, decimal(16,6) -> timestamp",
    `TRY_CAST(${dateTextTemplate} || ' ' || $4 || ':' || $5 || ':' || $6 AS TIMESTAMP)`,
  ),
  current_date: currentDate,
  curdate: currentDate,
  current_timestamp: currentTimestamp,
  now: currentTimestamp,
  localtimestamp: currentTimestamp,
  timestamp_seconds: (call) => ({
    sql:
      buildCastSql(call.argumentAt(0).sql, call.argumentAt(0).type, timestampType) ??
      call.failWith("takes a number", 0),
    type: timestampType,
  }),
  timestamp_millis: createTemplateFunction("bigint -> timestamp", "make_timestamp($1 * 1000)"),
  timestamp_micros: createTemplateFunction("bigint -> timestamp", "make_timestamp($1)"),
  unix_date: createTemplateFunction("date -> int", "CAST($1 - DATE '1970-01-01' AS INTEGER)"),
  date_from_unix_date: createTemplateFunction("int -> date", "CAST(DATE '1970-01-01' + $1 AS DATE)"),
  unix_seconds: createTemplateFunction("timestamp -> bigint", epochSeconds("$1")),
  unix_millis: createTemplateFunction("timestamp -> bigint", "CAST(floor(epoch_us($1) / 1000) AS BIGINT)"),
  unix_micros: createTemplateFunction("timestamp -> bigint", "epoch_us($1)"),
  from_utc_timestamp: zoneFunction("from"),
  to_utc_timestamp: zoneFunction("to"),
  sequence,
} satisfies FunctionImplementations<ScalarTranslator>;
