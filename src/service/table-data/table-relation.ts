import { quoteName, quoteText } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import { physicalTablePathOf, quoteColumnName, type StoredColumn, storedColumnsOf } from "./catalogue.ts";
import type { AccessibleTable, CsvColumn, TableColumn } from "./table-data.ts";
import type { TableSchemaCache } from "./table-schema-cache.ts";
import type { WriteLocks } from "./write-locks.ts";

/**
 * Builds a SELECT of a table's rows as a transaction sees them. Without a transaction, these are the committed rows.
 */
export function buildSelectRowsSql(
  accessible: AccessibleTable,
  transactionId: string | undefined,
  { shapes, locks }: { readonly shapes: TableSchemaCache; readonly locks: WriteLocks },
): string {
  const stored = shapes.columnsOf(accessible.table);
  const visible = locks.visibleTo(transactionId, accessible.table);
  return stored
    ? buildSelectVersionsSql(accessible, physicalTablePathOf(accessible.table), visible, stored)
    : selectNothingSql(accessible);
}

/** Builds a SELECT of the row versions for which `condition` is true. It includes only rows that the tenant can see. */
export function buildSelectVersionsSql(
  { columns, rowFilter }: AccessibleTable,
  path: string,
  condition: string,
  stored: readonly StoredColumn[] = storedColumnsOf(columns),
): string {
  const values = storedColumnsOf(columns).map(
    (column) => `${columnValue(column, stored)} AS ${quoteName(column.name)}`,
  );
  const filter = rowFilter ? ` AND ${quoteColumnName(rowFilter.column)} = ${quoteText(rowFilter.value)}` : "";
  return `SELECT ${values.join(", ")} FROM ${path} WHERE (${condition})${filter}`;
}

/** Builds a SELECT of one text for each row of a relation: the values of columns as a CSV row. */
export function selectCsvLinesSql(relation: string, columns: readonly CsvColumn[]): string {
  const fields = columns.map(({ column }) => `coalesce('"' || replace(${textSql(column)}, '"', '""') || '"', '')`);
  return `SELECT ${fields.join(" || ',' || ")} FROM (${relation})`;
}

function textSql({ name, type }: TableColumn): string {
  const value = quoteName(name);
  if (type === "DATE" || type === "DATE_TIME") {
    return `strftime(${value}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S')`;
  }
  // A decimal has all digits of its scale, a number in a file those that it needs.
  return type === "DECIMAL" ? `rtrim(rtrim(${value}::VARCHAR, '0'), '.')` : `${value}::VARCHAR`;
}

function selectNothingSql({ columns }: AccessibleTable): string {
  const values = storedColumnsOf(columns).map(({ name, storage }) => `NULL::${storage} AS ${quoteName(name)}`);
  return `SELECT ${values.join(", ")} WHERE false`;
}

function columnValue(column: StoredColumn, stored: readonly StoredColumn[]): string {
  const same = stored.find(({ name }) => isSameName(name, column.name));
  return same?.storage === column.storage ? quoteColumnName(same.name) : `NULL::${column.storage}`;
}
