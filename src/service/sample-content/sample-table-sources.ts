import type { StoredTableSource } from "../store/table-source-definitions.ts";
import { sampleTables } from "./sample-tables.ts";
import { stableId } from "./stable-id.ts";

/**
 * Definitions of the tables that `sampleRows` fills. An analytic tenant inherits some of them and defines only the
 * others.
 */
export function sampleTableSources(tenant: string, isAdministrating: boolean): StoredTableSource[] {
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
    transactionId: stableId(tenant, "transaction", table.objectName),
    recordsUpdatedAt: new Date(Date.UTC(2026, 0, 2, 3, 10 + index)).toISOString(),
  }));
}

function uuidOf(tenant: string, objectName: string): string {
  return stableId(tenant, "table source", objectName);
}
