import { quoteName, quoteText } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import { physicalPath, quotedColumnName } from "./catalogue.ts";
import type { TableSchemaCache } from "./shapes.ts";
import type { AccessibleTable, TableColumn } from "./table-data.ts";
import type { WriteLocks } from "./write-locks.ts";

/** SELECT of a table's rows as a transaction sees them; without a transaction, of the committed rows. */
export function selectRowsSql(
  accessible: AccessibleTable,
  transactionId: string | undefined,
  { shapes, locks }: { readonly shapes: TableSchemaCache; readonly locks: WriteLocks },
): string {
  const stored = shapes.columnsOf(accessible.table);
  const visible = locks.visibleTo(transactionId, accessible.table);
  return stored
    ? selectVersionsSql(accessible, physicalPath(accessible.table), visible, stored)
    : selectNothingSql(accessible);
}

/** SELECT of the row versions for which `condition` is true, filtered to those that the tenant may see. */
export function selectVersionsSql(
  { columns, rowFilter }: AccessibleTable,
  path: string,
  condition: string,
  stored: readonly TableColumn[] = columns,
): string {
  const values = columns.map((column) => `${columnValue(column, stored)} AS ${quoteName(column.name)}`);
  const filter = rowFilter ? ` AND ${quotedColumnName(rowFilter.column)} = ${quoteText(rowFilter.value)}` : "";
  return `SELECT ${values.join(", ")} FROM ${path} WHERE (${condition})${filter}`;
}

function selectNothingSql({ columns }: AccessibleTable): string {
  const values = columns.map(({ name, storage }) => `NULL::${storage} AS ${quoteName(name)}`);
  return `SELECT ${values.join(", ")} WHERE false`;
}

function columnValue(column: TableColumn, stored: readonly TableColumn[]): string {
  const same = stored.find(({ name }) => isSameName(name, column.name));
  return same?.storage === column.storage ? quotedColumnName(same.name) : `NULL::${column.storage}`;
}
