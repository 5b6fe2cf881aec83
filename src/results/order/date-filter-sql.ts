import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import { ResultError } from "../facts/result-error.ts";
import { type ComparedColumn, type Comparison, comparisonSql } from "./compared-column.ts";

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const instantForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?$/;

/** SQL text that compares a column of dates with days or instants in UTC; a day is all of it. Throws `badFilter`. */
export async function dateFilterSql(
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
      `${compared.column.name}: this is not a date. Write a day as in 2024-06-30, or an instant as in 2024-06-30 13:45.`,
      { code: "badFilter" },
    );
  }
  const instant = instantSql(compared);
  return comparisonSql({ ...filter, values: dates }, (sign, date) => compareSql(instant, sign, date));
}

function compareSql(instant: string, sign: Comparison, date: string): string {
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

/** SQL text of the instant of a value. A time member starts with it (sql-like-language, 11.3). For `[2024-06-01T00:00:00.000Z/...` this is that instant. */
export function instantSql({ column, value }: Pick<ComparedColumn, "column" | "value">): string {
  return column.storage === "TIMESTAMP"
    ? value
    : `try_cast(regexp_extract(${value}, '^\\[?([0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+)?Z?)', 1) AS TIMESTAMP)`;
}
