import { quoteName, quoteText } from "../../duckdb/database.ts";
import { storageOf } from "../store/column-storage.ts";
import type { StoredTableSource } from "../store/table-source-definitions.ts";
import { accessibleTableOf } from "../table-data/accessible-table.ts";
import type { LoadedTable } from "../table-data/load-table.ts";
import { sampleTableSources } from "./sample-table-sources.ts";
import { sampleTables } from "./sample-tables.ts";

/**
 * Initial rows of the sample tables whose definitions still exist in a tenant; always the same. `child` is one of its
 * analytic tenants. The SQL of a table may read the tables before it, by the names that the sample gives them.
 */
export function sampleRows(
  definitions: readonly StoredTableSource[],
  tenant: { readonly code: string; readonly child: string | undefined },
): LoadedTable[] {
  const child = tenant.child ?? tenant.code;
  const known = new Set(definitions.map(({ definition }) => definition.uuid));
  const sources = sampleTableSources(tenant.code, tenant.child !== undefined);
  const present = sources.filter(({ definition }) => known.has(definition.uuid));
  const names = new Set(present.map(({ definition }) => definition.objectName));
  return present.flatMap((source) => {
    const { transactionId, recordsUpdatedAt, metadata, definition } = source;
    const recipe = sampleTables.find(({ objectName }) => objectName === definition.objectName);
    const isComplete = recipe?.view?.dependencies.every((name) => names.has(name)) ?? true;
    if (!recipe || !isComplete || transactionId === undefined || recordsUpdatedAt === undefined) {
      return [];
    }
    const values = recipe.columns.map(({ name, dataType, value }) => {
      const sql = value.replaceAll("{tenant}", quoteText(tenant.code)).replaceAll("{child}", quoteText(child));
      return `(${sql})::${storageOf(dataType)} AS ${quoteName(name)}`;
    });
    return {
      accessible: accessibleTableOf(source, tenant.code),
      sql: `SELECT ${values.join(", ")} FROM range(${recipe.rows}) AS numbers(i)`,
      state: { metadata, transactionId, recordsUpdatedAt },
    };
  });
}
