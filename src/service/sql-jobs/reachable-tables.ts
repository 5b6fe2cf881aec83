import { isSameName } from "../store/same-name.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TableInReach } from "../table-data/table-data.ts";
import { tableInReach } from "../table-data/table-in-reach.ts";

/** A table source as the jobs of one tenant reach it. */
export interface ReachableTable extends TableInReach {
  readonly excludesFromAutoProcessing: boolean;
}

/** The tables that a tenant defines or inherits (docs/semantics.md, "Table sources"). */
export async function readReachableTables(
  tenant: string,
  { tenants, tableSources }: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<ReachableTable[]> {
  const sources = await tableSources.list(tenant, tenants.record(tenant)?.parent);
  return sources.map((source) => ({
    ...tableInReach(source, tenant),
    excludesFromAutoProcessing: source.definition.excludeFromAutoProcessing ?? false,
  }));
}

export function findTable<Table extends TableInReach>(tables: readonly Table[], name: string): Table | undefined {
  return tables.find((table) => isSameName(table.name, name));
}
