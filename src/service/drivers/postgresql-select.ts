import { quoteName, quoteText } from "../../base/sql-quote.ts";
import { DriverError } from "./driver-error.ts";

/** A column of a table with its type as PostgreSQL writes it, such as `numeric(38,10)`. */
interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

/** Rows whose time in a column lies in [from, to), in epoch milliseconds; rows without a time are taken as well. */
interface TimeBound {
  readonly column: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Rows and columns to read of a table. */
export interface TableExtract {
  readonly table: string;
  /** Columns with the names that they get. */
  readonly columns: readonly { readonly name: string; readonly as: string }[];
  readonly bounds?: readonly TimeBound[];
  /** IANA name of the time zone of times without an offset in bounds; UTC by default. */
  readonly timeZone?: string;
  /** Whether times keep fractions of seconds. */
  readonly hasFractions: boolean;
}

/**
 * Builds a SELECT whose values are texts in the notations of load files: `true` and `false`, `2026-01-31`,
 * `2026-01-31T08:00:00`, and instants in UTC with a `Z`. The session must be in UTC. Throws a DriverError for a bound of a
 * column that has no time.
 */
export function buildSelectSql(
  { columns, bounds = [], timeZone = "UTC", hasFractions }: TableExtract,
  from: string,
  known: readonly TypedColumn[],
): string {
  const typeOf = new Map(known.map(({ name, type }) => [name, type]));
  const values = columns.map(
    ({ name, as }) => `${valueSql(quoteName(name), typeOf.get(name) ?? "", hasFractions)} AS ${quoteName(as)}`,
  );
  const conditions = bounds.map((bound) => boundSql(bound, typeOf.get(bound.column) ?? "", timeZone));
  return `SELECT ${values.join(", ")} FROM ${from}${conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : ""}`;
}

function valueSql(value: string, type: string, hasFractions: boolean): string {
  if (type === "boolean") {
    return `CASE ${value} WHEN true THEN 'true' WHEN false THEN 'false' END`;
  }
  if (!type.startsWith("timestamp")) {
    return value;
  }
  const text = `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
  const fraction = hasFractions
    ? ` || CASE WHEN to_char(${value}, 'US') = '000000' THEN '' ELSE to_char(${value}, '.US') END`
    : "";
  return `${text}${fraction}${isInstant(type) ? " || 'Z'" : ""}`;
}

function isInstant(type: string): boolean {
  return type.startsWith("timestamp") && type.endsWith("with time zone");
}

function boundSql({ column, from, to }: TimeBound, type: string, timeZone: string): string {
  const value = quoteName(column);
  const compare = (operator: string, instant: number | undefined) =>
    instant === undefined ? [] : [comparison(value, operator, instant, { column, type, timeZone })];
  const conditions = [...compare(">=", from), ...compare("<", to)];
  return conditions.length === 0 ? "true" : `(${value} IS NULL OR (${conditions.join(" AND ")}))`;
}

const dayMs = 24 * 60 * 60 * 1000;

function comparison(
  value: string,
  operator: string,
  instant: number,
  { column, type, timeZone }: { readonly column: string; readonly type: string; readonly timeZone: string },
): string {
  if (/^(bigint|integer|numeric)/.test(type)) {
    return `${value} ${operator} ${instant}`;
  }
  const literal = `TIMESTAMPTZ ${quoteText(new Date(instant).toISOString())}`;
  if (isInstant(type)) {
    return `${value} ${operator} ${literal}`;
  }
  if (type === "date" || type.startsWith("timestamp")) {
    // The first comparison, which no offset makes wrong, can use an index of the column; the second is exact.
    const wide = new Date(instant + (operator === "<" ? dayMs : -dayMs)).toISOString().replace("Z", "");
    return `${value} ${operator} TIMESTAMP ${quoteText(wide)} AND (${value}::timestamp AT TIME ZONE ${quoteText(timeZone)}) ${operator} ${literal}`;
  }
  throw new DriverError(
    `The column ${column} is of the type ${type || "unknown"}, which has no times; a window needs a timestamp, a date, or a number of milliseconds since 1970.`,
  );
}
