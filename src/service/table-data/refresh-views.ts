import { translate } from "../engine/spark/translate.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { MaterializedViews } from "./materialized-views.ts";
import type { VersionedTables } from "./versioned-tables.ts";

/** Refreshes the materialized views of all tenants after each commit. */
export function refreshViewsAfterCommits(parts: {
  readonly tableData: VersionedTables;
  readonly tableSources: TableSourceStore;
  readonly tenants: TenantStore;
  readonly onFailure: (error: unknown) => void;
}): void {
  const { tableData, tableSources, tenants, onFailure } = parts;
  const views = new MaterializedViews({
    tableData,
    listSources: (tenant) => tableSources.list(tenant, tenants.record(tenant)?.parent),
    childrenOf: (tenant) => tenants.children(tenant).map(({ code }) => code),
    translate: async (text, scope) => translate(text, scope),
    onFailure,
  });
  tableData.afterCommit((tenant, changed) => views.refreshAfter(tenant, changed));
}
