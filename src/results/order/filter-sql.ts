import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import { buildHasValueSql, buildShownTextSql, type StoredColumn, valueColumnNameOf } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import { orDisplayName } from "./member-filter.ts";
import { readSourceTextColumns, type SourceTextColumns } from "./source-text-columns.ts";

/** A column that a filter compares with a value. */
interface ComparedColumn {
  readonly column: StoredColumn;
  /** SQL of the stored value. */
  readonly value: string;
  /** SQL of the shown text. */
  readonly shown: string;
  /** True if some value of the column has a separate source text. */
  readonly hasTexts: boolean;
}

type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

const signs = { equals: "=", differs: "<>", less: "<", atMost: "<=", more: ">", atLeast: ">=" } as const;

/** Builds a filter from single comparisons; `compare` returns the SQL of one comparison with a value as entered. */
function comparisonSql(
  { operator, values }: ColumnFilter,
  compare: (sign: Comparison, value: string) => string,
): string {
  const [first = "", second = ""] = values.map((one) => one ?? "");
  if (operator === "between") {
    return `${compare(">=", first)} AND ${compare("<=", second)}`;
  }
  const known: Partial<Record<string, Comparison>> = signs;
  return compare(known[operator] ?? "=", first);
}

const numberForm = /^[+-]?(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?$/;
const decimalDigits = 38;

/** SQL that compares a column of numbers with entered numbers, exactly to 37 digits. Throws `badFilter`. */
async function numberFilterSql(
  connection: Connection,
  compared: ComparedColumn,
  filter: ColumnFilter,
  signal: AbortSignal,
): Promise<string> {
  const numbers = filter.values.map((value) => (value ?? "").trim());
  const casts = numbers.map((number, index) => `try_cast(${quoteText(number)} AS DOUBLE) AS d${index}`);
  const [row] = await connection.rows(`SELECT ${casts.join(", ")}`, [], signal);
  if (numbers.some((number, index) => !numberForm.test(number) || !Number.isFinite(row?.[`d${index}`]))) {
    throw new ResultError(
      `${compared.column.name}: this is not a number. Write it without thousands separators, as in 1234.5.`,
      {
        code: "badFilter",
      },
    );
  }
  return comparisonSql({ ...filter, values: numbers }, (sign, number) => compareNumberSql(compared, sign, number));
}

/**
 * Doubles sort like the exact numbers, but several numbers can share one double. Only where the doubles are equal does
 * the SQL compare decimals, which cost several times as much.
 */
function compareNumberSql(
  { column, value, shown, hasTexts }: ComparedColumn,
  sign: Comparison,
  number: string,
): string {
  if (column.storage === "BIGINT" && !hasTexts && /^[+-]?\d{1,18}$/.test(number)) {
    return `${value} ${sign} ${BigInt(number)}`;
  }
  const double = `CAST(${quoteText(number)} AS DOUBLE)`;
  const doubleValue = doubleValueSql(column.storage, value, shown, hasTexts);
  const wholeDigits = countWholeDigits(number);
  const sides =
    wholeDigits >= decimalDigits
      ? `${doubleValue} ${sign} ${double}`
      : `CASE WHEN ${doubleValue} = ${double} THEN try_cast(${shown} AS ${decimalType(wholeDigits)}) ${sign} CAST(${quoteText(number)} AS ${decimalType(wholeDigits)}) ELSE ${doubleValue} ${sign} ${double} END`;
  return `(isfinite(${doubleValue}) AND ${sides})`;
}

function doubleValueSql(storage: string, value: string, shown: string, hasTexts: boolean): string {
  if (storage === "BIGINT" && !hasTexts) {
    return `${value}::DOUBLE`;
  }
  return storage === "DOUBLE" ? value : `try_cast(${shown} AS DOUBLE)`;
}

/** Type with room for one more whole digit, because a number with the same double may have one more. */
function decimalType(wholeDigits: number): string {
  return `DECIMAL(${decimalDigits}, ${decimalDigits - wholeDigits - 1})`;
}

/** Returns the number of digits before the decimal point; for `-12.5e3` this is 5. */
function countWholeDigits(number: string): number {
  const [, digits = "", exponent = "0"] = numberForm.exec(number) ?? [];
  const [whole = ""] = digits.replace(/^0+/, "").split(".");
  return Math.max(0, whole.length + Number(exponent));
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const instantForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?$/;

/**
 * SQL that compares a column of dates with days or instants in UTC; a day covers all its instants. Throws `badFilter`.
 */
async function dateFilterSql(
  connection: Connection,
  compared: ComparedColumn,
  filter: ColumnFilter,
  signal: AbortSignal,
): Promise<string> {
  const dates = filter.values.map((value) => (value ?? "").trim());
  const casts = dates.map((date, index) => `try_cast(${quoteText(date)} AS TIMESTAMP) IS NOT NULL AS d${index}`);
  const [row] = await connection.rows(`SELECT ${casts.join(", ")}`, [], signal);
  const isDate = (date: string, index: number) =>
    (dayForm.test(date) || instantForm.test(date)) && row?.[`d${index}`] === true;
  if (!dates.every(isDate)) {
    throw new ResultError(
      `${compared.column.name}: this is not a date. Write a day as in 2024-06-30, or a date and time as in 2024-06-30 13:45.`,
      { code: "badFilter" },
    );
  }
  const instant = buildInstantSql(compared);
  return comparisonSql({ ...filter, values: dates }, (sign, date) => compareDateSql(instant, sign, date));
}

function compareDateSql(instant: string, sign: Comparison, date: string): string {
  const start = `TIMESTAMP ${quoteText(date)}`;
  if (!dayForm.test(date)) {
    return `${instant} ${sign} ${start}`;
  }
  const end = `(${start} + INTERVAL 1 DAY)`;
  switch (sign) {
    case "=":
      return `(${instant} >= ${start} AND ${instant} < ${end})`;
    case "<>":
      return `(${instant} < ${start} OR ${instant} >= ${end})`;
    case "<=":
      return `${instant} < ${end}`;
    case ">":
      return `${instant} >= ${end}`;
    default:
      return `${instant} ${sign} ${start}`;
  }
}

/**
 * Builds SQL of the instant in a value. The text of a time member begins with its instant (sql-like-language 11.3),
 * such as `[2024-06-01T00:00:00.000Z/...`.
 */
export function buildInstantSql({ column, value }: Pick<ComparedColumn, "column" | "value">): string {
  return column.storage === "TIMESTAMP"
    ? value
    : `try_cast(regexp_extract(${value}, '^\\[?([0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+)?Z?)', 1) AS TIMESTAMP)`;
}

/**
 * Builds the SQL conditions for the rows `t` of a result: that they match every filter, and that they belong to the
 * rows loaded so far. Throws `badFilter`.
 */
export async function buildFilterConditions(
  connection: Connection,
  metadata: ResultMetadata,
  filters: readonly ColumnFilter[],
  signal: AbortSignal,
): Promise<string[]> {
  const conditions = [`t.rowid < ${metadata.rowCount}`];
  const columns = filters.map(({ column }) => column);
  const texts = await readSourceTextColumns(connection, metadata, columns, signal);
  for (const filter of filters) {
    conditions.push(`(${await filterSql(connection, metadata, filter, texts, signal)})`);
  }
  return conditions;
}

/** Returns the SQL condition of one filter. Throws `badFilter` when a value cannot be compared with the column. */
async function filterSql(
  connection: Connection,
  metadata: ResultMetadata,
  filter: ColumnFilter,
  texts: SourceTextColumns,
  signal: AbortSignal,
): Promise<string> {
  const { column: position, operator, values } = filter;
  const column = metadata.columns[position];
  if (!column) {
    throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
  }
  const shown = buildShownTextSql(column, position, "t");
  const first = quoteText(values[0] ?? "");
  const wanted = (values[0] ?? "").toLowerCase();
  const orNamed = (condition: string, test: (name: string) => boolean) =>
    orDisplayName(condition, metadata, column, shown, test);
  switch (operator) {
    case "isMissing":
      return `NOT ${buildHasValueSql(column, position, "t")}`;
    case "isPresent":
      return buildHasValueSql(column, position, "t");
    case "isEmpty":
      return `${shown} = ''`;
    case "contains":
      return orNamed(`contains(lower(${shown}), lower(${first}))`, (name) => name.toLowerCase().includes(wanted));
    case "startsWith":
      return orNamed(`starts_with(lower(${shown}), lower(${first}))`, (name) => name.toLowerCase().startsWith(wanted));
    case "oneOf":
      return oneOfSql(shown, values);
    case "noneOf":
      return `(${oneOfSql(shown, values)}) IS NOT TRUE`;
    default: {
      const compared = { column, value: `t.${valueColumnNameOf(position)}`, shown, hasTexts: texts.has(position) };
      const condition = await compareSql(connection, compared, filter, signal);
      return operator === "equals" ? orNamed(condition, (name) => name === values[0]) : condition;
    }
  }
}

/** Builds the SQL of the filter operator `oneOf`. An empty list of values matches no row. */
function oneOfSql(shown: string, values: readonly (string | null)[]): string {
  const texts = values.filter((value) => value !== null).map(quoteText);
  const parts = [
    ...(texts.length > 0 ? [`${shown} IN (${texts.join(", ")})`] : []),
    ...(texts.length < values.length ? [`${shown} IS NULL`] : []),
  ];
  return parts.length > 0 ? parts.join(" OR ") : "false";
}

async function compareSql(
  connection: Connection,
  compared: ComparedColumn,
  filter: ColumnFilter,
  signal: AbortSignal,
): Promise<string> {
  switch (compared.column.kind) {
    case "number":
      return numberFilterSql(connection, compared, filter, signal);
    case "date":
      return dateFilterSql(connection, compared, filter, signal);
    case "boolean":
      return comparisonSql(filter, (sign, text) => `lower(${compared.shown}) ${sign} lower(${quoteText(text)})`);
    case "text":
      return comparisonSql(filter, (sign, text) => `${compared.shown} ${sign} ${quoteText(text)}`);
  }
}
