import { quoteName, quoteText } from "../../duckdb/database.ts";
import { storageTypeOf } from "../store/column-storage.ts";
import type { TableMapping } from "../store/table-mapping-store.ts";
import type { StoredTableSource } from "../store/table-source-store.ts";
import { accessibleTableOf } from "../table-data/accessible-table.ts";
import type { InitialTable } from "../table-data/load-table.ts";
import { sampleTables } from "./sample-tables.ts";
import { createStableId } from "./stable-id.ts";

/**
 * Creates the definitions of the sample tables. An analytic tenant inherits some of the tables and defines only the
 * others.
 */
export function createSampleTableSources(tenant: string, isAdministrating: boolean): StoredTableSource[] {
  const defined = sampleTables.filter(({ isInherited = false }) => isAdministrating || !isInherited);
  return defined.map((table, index) => ({
    tenant,
    definition: {
      uuid: uuidOf(tenant, table.objectName),
      objectName: table.objectName,
      basicInformation: {
        displayName: table.displayName,
        shortDisplayName: table.displayName,
        description: table.description,
        explanation: "",
        designerNotes: "",
        synonymList: { synonyms: [] },
      },
      columns: table.columns.map(({ name, dataType, isPrimaryTimestamp = false }) => ({
        name,
        dataType,
        isPrimaryTimestamp,
      })),
      canChildrenInherit: table.isInherited ?? false,
      canChildrenInheritData: table.isInherited ?? false,
      excludeFromAutoProcessing: table.view !== undefined,
      snapshotRetentionDays: 7,
      materializedView: table.view
        ? {
            enabled: true,
            query: table.view.query,
            dependencies: table.view.dependencies.map((objectName) => ({
              upstreamTable: uuidOf(tenant, objectName),
              joinFilter: "",
            })),
          }
        : { enabled: false },
      filterInheritedDataByTenant: table.isInherited ?? false,
    },
    metadata: { source: "sample", loadedThrough: "2025-12-31" },
    transactionId: createStableId(tenant, "transaction", table.objectName),
    recordsUpdatedAt: new Date(Date.UTC(2026, 0, 2, 3, 10 + index)).toISOString(),
  }));
}

/** Creates the mappings of those sample tables of a tenant from which analytic objects are filled. */
export function createSampleMappings(tenant: string): TableMapping[] {
  return sampleTables.flatMap(({ objectName, columns, fills }) =>
    fills === undefined
      ? []
      : {
          tenant,
          source: uuidOf(tenant, objectName),
          schema: fills,
          columns: Object.fromEntries(columns.map(({ name }) => [name, name])),
        },
  );
}

function uuidOf(tenant: string, objectName: string): string {
  return createStableId(tenant, "table source", objectName);
}

/**
 * Creates the SQL of the initial rows for those sample tables whose definitions still exist in a tenant. The rows are
 * always the same. `child` is one of the tenant's analytic tenants. The SQL of a table can read the tables before it by
 * their original names.
 */
export function createSampleRows(
  definitions: readonly StoredTableSource[],
  tenant: { readonly code: string; readonly child: string | undefined },
): InitialTable[] {
  const child = tenant.child ?? tenant.code;
  const known = new Set(definitions.map(({ definition }) => definition.uuid));
  const sources = createSampleTableSources(tenant.code, tenant.child !== undefined);
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
      return `(${sql})::${storageTypeOf(dataType)} AS ${quoteName(name)}`;
    });
    return {
      accessible: accessibleTableOf(source, tenant.code),
      sql: `SELECT ${values.join(", ")} FROM range(${recipe.rows}) AS numbers(i)`,
      state: { metadata, transactionId, recordsUpdatedAt },
    };
  });
}
