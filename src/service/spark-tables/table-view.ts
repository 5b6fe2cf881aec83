import { quoteSparkName } from "../../base/sql-quote.ts";
import type { IcebergTable } from "../../lakehouse/iceberg-table.ts";
import { isSameName } from "../store/same-name.ts";
import type { AccessibleTable, TableColumn } from "../table-data/table-data.ts";
import { icebergTypeOf, quoteSparkText, sparkColumnTypeOf } from "./column-types.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";

/** A snapshot of a stored table. */
interface ViewedSnapshot {
  readonly state: IcebergTable;
  readonly path: string;
  readonly snapshot: string;
}

/**
 * Returns a SELECT of the rows of a table that the tenant can see in a snapshot, which the session then finds. Without a
 * snapshot the table has no rows.
 */
export async function readTableQuery(
  accessible: AccessibleTable,
  snapshot: string | undefined,
  { lakehouse, spark }: { readonly lakehouse: Lakehouse; readonly spark: JobSession },
  signal?: AbortSignal,
): Promise<string> {
  if (snapshot === undefined) {
    return selectTableRows(accessible, undefined);
  }
  const [state, path] = [await lakehouse.load(accessible.table, signal), lakehouse.pathOf(accessible.table)];
  await spark.command(`REFRESH TABLE ${path}`, signal);
  return selectTableRows(accessible, { state, path, snapshot });
}

function selectTableRows({ columns, rowFilter }: AccessibleTable, viewed: ViewedSnapshot | undefined): string {
  const values = columns.map((column) => `${valueIn(column, viewed)} AS ${quoteSparkName(column.name)}`);
  const from = viewed ? `FROM ${viewed.path} VERSION AS OF ${viewed.snapshot}` : "WHERE false";
  const filter =
    rowFilter && viewed ? ` WHERE ${quoteSparkName(rowFilter.column)} = ${quoteSparkText(rowFilter.value)}` : "";
  return `SELECT ${values.join(", ")} ${from}${filter}`;
}

/** The value of a column, which snapshots from before it was added do not have. */
function valueIn({ name, type }: TableColumn, viewed: ViewedSnapshot | undefined): string {
  const current = viewed?.state.fields.find((field) => isSameName(field.name, name));
  // The snapshot may have another column of the name, which was removed since.
  const field = current && viewed?.state.snapshots.get(viewed.snapshot)?.fields.find(({ id }) => id === current.id);
  if (!field) {
    return `CAST(NULL AS ${sparkColumnTypeOf(type)})`;
  }
  const value = quoteSparkName(field.name);
  return field.type === icebergTypeOf(type) ? value : `CAST(${value} AS ${sparkColumnTypeOf(type)})`;
}
