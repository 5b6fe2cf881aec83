import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { TranslatedInsert } from "../engine/spark/types/translated-statement.ts";
import { isSameName } from "../store/same-name.ts";
import type { StoredColumn } from "./catalogue.ts";
import { findLineOfRow } from "./csv-file.ts";
import { openInputSource, tenantColumnOf } from "./input-source.ts";
import { isConversionFailure } from "./run-failure.ts";
import type { AccessibleInput } from "./table-data.ts";
import type { SourceRelation } from "./upsert-rows.ts";
import { buildStoredValueSql } from "./write-target.ts";

/**
 * Describes where the first source value is that does not fit its column: file, line and column. Never quotes the
 * value.
 */
export async function describeInvalidValue(
  connection: Connection,
  { columns, name, sql }: SourceRelation,
  target: readonly StoredColumn[],
  input: AccessibleInput | undefined,
): Promise<string | undefined> {
  if (!input) {
    const found = await findInvalidValue(connection, sql, columns, target, "true");
    return found && `${name}, ${found.column.name}: a value is not ${typeRule(found.column)}`;
  }
  const source = await openInputSource(connection, input);
  const { rowFilter } = input;
  for (const part of source.parts) {
    const has = (column: string) => part.csv === undefined || part.csv.columns.some((one) => isSameName(one, column));
    const given = columns.filter((column) => has(column.name));
    const condition = rowFilter
      ? `${quoteName(tenantColumnOf(name, given, rowFilter.column))}::VARCHAR = ${quoteText(rowFilter.value)}`
      : "true";
    const found = await findInvalidValue(connection, part.sql, given, target, condition);
    if (found) {
      const line = part.csv && (await findLineOfRow(part.csv, found.row));
      const position = line === undefined ? `row ${found.row}` : `line ${line}`;
      return `${part.name} ${position}, ${found.column.name}: the value is not ${typeRule(found.column)}`;
    }
  }
  return undefined;
}

/** Finds the first such row; rows are counted from 1 in the order of the relation. */
async function findInvalidValue(
  connection: Connection,
  relation: string,
  given: readonly StoredColumn[],
  target: readonly StoredColumn[],
  condition: string,
): Promise<{ readonly row: number; readonly column: StoredColumn } | undefined> {
  const cast = target.filter((column) =>
    given.some(({ name, storage }) => isSameName(name, column.name) && storage !== column.storage),
  );
  if (cast.length === 0) {
    return undefined;
  }
  const tests = cast.map((column) => {
    const value = buildStoredValueSql(column, given, "s");
    return `(${quoteName(given.find(({ name }) => isSameName(name, column.name))?.name ?? "")} IS NOT NULL AND ${value.replace(/^CAST/, "TRY_CAST")} IS NULL)`;
  });
  const which = tests.map((test, index) => `WHEN ${test} THEN ${index}`).join(" ");
  const [row] = await connection.rows(
    `SELECT "$row", CASE ${which} END AS "$which" FROM (SELECT row_number() OVER () AS "$row", * FROM ${relation}) AS s
     WHERE (${condition}) AND (${tests.join(" OR ")}) ORDER BY "$row" LIMIT 1`,
  );
  const column = cast[Number(row?.$which)];
  return row && column && { row: Number(row.$row), column };
}

/**
 * Describes the column of an INSERT whose values cannot be converted. Returns undefined if another part of the query
 * fails.
 */
export async function describeInvalidInsert(
  connection: Connection,
  { sql, columns }: TranslatedInsert,
  target: readonly StoredColumn[],
): Promise<string | undefined> {
  const filled = columns ? columns.flatMap((name) => target.find((one) => isSameName(one.name, name)) ?? []) : target;
  const names = filled.map((_, index) => `c${index}`).join(", ");
  const fails = async (counted: string) => {
    try {
      await connection.rows(`SELECT count(${counted}) FROM (${sql}) AS s(${names})`);
      return false;
    } catch (error) {
      if (isConversionFailure(error)) {
        return true;
      }
      throw error;
    }
  };
  if (await fails("*")) {
    return undefined;
  }
  for (const [index, column] of filled.entries()) {
    if (await fails(`c${index}`)) {
      return `${column.name}: a value is not ${typeRule(column)}`;
    }
  }
  return undefined;
}

/** Values that a column accepts, for a message, such as `a DATE (yyyy-MM-dd)`. */
function typeRule({ storage }: Pick<StoredColumn, "storage">): string {
  return rules[storage.replace(/^DECIMAL\(.*/, "DECIMAL")] ?? `of the type ${storage}`;
}

const rules: Readonly<Record<string, string>> = {
  DATE: "a DATE (yyyy-MM-dd)",
  TIMESTAMP: "a DATE_TIME (yyyy-MM-dd HH:mm:ss)",
  INTEGER: "an INTEGER (-2147483648 to 2147483647)",
  BIGINT: "a LONG (-9223372036854775808 to 9223372036854775807)",
  DOUBLE: "a DOUBLE",
  DECIMAL: "a DECIMAL with at most 20 digits before the point",
  BOOLEAN: "a BOOLEAN (true or false)",
  JSON: "JSON",
};
