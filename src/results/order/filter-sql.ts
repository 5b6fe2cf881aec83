import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import { presentSql, shownSql, valueColumn } from "../facts/column-storage.ts";
import { ResultError } from "../facts/result-error.ts";
import type { ResultFacts } from "../facts/result-facts.ts";
import { type ComparedColumn, comparisonSql } from "./compared-column.ts";
import { dateFilterSql } from "./date-filter-sql.ts";
import { type KeptTexts, readKeptTexts } from "./kept-texts.ts";
import { numberFilterSql } from "./number-filter-sql.ts";

/** SQL texts of what the rows `t` of a result must fulfil to pass every filter, beside having been counted. Throws `badFilter`. */
export async function readConditions(
  connection: Connection,
  facts: ResultFacts,
  filters: readonly ColumnFilter[],
  signal: AbortSignal,
): Promise<string[]> {
  const conditions = [`t.rowid < ${facts.rowCount}`];
  const columns = filters.map(({ column }) => column);
  const texts = await readKeptTexts(connection, facts, columns, signal);
  for (const filter of filters) {
    conditions.push(`(${await filterSql(connection, facts, filter, texts, signal)})`);
  }
  return conditions;
}

/** Throws `badFilter` where a value cannot be compared with the column. */
async function filterSql(
  connection: Connection,
  { columns }: ResultFacts,
  filter: ColumnFilter,
  texts: KeptTexts,
  signal: AbortSignal,
): Promise<string> {
  const { column: position, operator, values } = filter;
  const column = columns[position];
  if (!column) {
    throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
  }
  const shown = shownSql(column, position, "t");
  const first = quoteText(values[0] ?? "");
  switch (operator) {
    case "isMissing":
      return `NOT ${presentSql(column, position, "t")}`;
    case "isPresent":
      return presentSql(column, position, "t");
    case "isEmpty":
      return `${shown} = ''`;
    case "contains":
      return `contains(lower(${shown}), lower(${first}))`;
    case "startsWith":
      return `starts_with(lower(${shown}), lower(${first}))`;
    case "oneOf":
      return oneOfSql(shown, values);
    default: {
      const compared = { column, value: `t.${valueColumn(position)}`, shown, hasTexts: texts.has(position) };
      return compareSql(connection, compared, filter, signal);
    }
  }
}

/** No value at all lets no row pass. */
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
