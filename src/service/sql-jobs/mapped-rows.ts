import { JobFailure } from "../jobs/job-failure.ts";
import { isSameName } from "../store/same-name.ts";
import type { TableMapping } from "../store/table-mapping-store.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TableData } from "../table-data/table-data.ts";
import { readAccessibleTables } from "./accessible-tables.ts";

interface MappedRowsParts {
  readonly tableData: TableData;
  readonly tableSources: TableSourceStore;
  readonly tenants: TenantStore;
}

/**
 * Reads the committed rows of a mapped table as CSV, with the columns of the load schema that the mapping fills. Returns
 * undefined if the tenant does not have the table any more. Throws a JobFailure for a column that the table lacks.
 */
export async function readMappedRows(
  { tenant, source, schema, columns }: TableMapping,
  signal: AbortSignal,
  { tableData, ...parts }: MappedRowsParts,
): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> } | undefined> {
  const table = (await readAccessibleTables(tenant, parts)).find((one) => one.table.source === source);
  if (!table) {
    return undefined;
  }
  const filled = Object.entries(columns).map(([name, from]) => {
    const column = table.columns.find((one) => isSameName(one.name, from));
    if (!column) {
      throw new JobFailure(`${table.name} has no column "${from}", from which ${name} of ${schema} is filled.`);
    }
    return { name, column };
  });
  return { name: `${table.name}.csv`, bytes: tableData.readCsv(table, filled, signal) };
}
