import { HttpError } from "../call/call.ts";
import { isSameName } from "../store/same-name.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { accessibleTableOf } from "../table-data/accessible-table.ts";
import type { AccessibleTable } from "../table-data/table-data.ts";

/** A table source as the jobs of one tenant can access it. */
export interface AccessibleJobTable extends AccessibleTable {
  readonly excludesFromAutoProcessing: boolean;
}

/** Reads the tables that a tenant defines or inherits (semantics.md, "Table sources"). */
export async function readAccessibleTables(
  tenant: string,
  { tenants, tableSources }: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<AccessibleJobTable[]> {
  const sources = await tableSources.list(tenant, tenants.record(tenant)?.parent);
  return sources.map((source) => ({
    ...accessibleTableOf(source, tenant),
    excludesFromAutoProcessing: source.definition.excludeFromAutoProcessing ?? false,
  }));
}

export function findTable<Table extends AccessibleTable>(tables: readonly Table[], name: string): Table | undefined {
  return tables.find((table) => isSameName(table.name, name));
}

/**
 * Resolves the tables that a transaction is to modify, each given by name or uuid, to their SQL names. A table may
 * belong to a managed tenant only. Throws a 400 for an unknown table.
 */
export async function readTablesToModify(
  names: readonly string[],
  tenant: string,
  parts: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<string[]> {
  if (names.length === 0) {
    return [];
  }
  const visible = await readAccessibleTables(tenant, parts);
  const find = async (name: string) => findByNameOrUuid(visible, name) ?? (await findInChildren(name, tenant, parts));
  const found: string[] = [];
  for (const name of names) {
    const table = await find(name);
    if (!table) {
      throw new HttpError(
        400,
        "TABLE_SOURCE_UNKNOWN",
        `The transaction cannot modify "${name}": neither ${tenant} nor a tenant that it manages has a table source of this name.`,
      );
    }
    if (!found.some((other) => isSameName(other, table.name))) {
      found.push(table.name);
    }
  }
  return found;
}

async function findInChildren(
  name: string,
  tenant: string,
  parts: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<AccessibleJobTable | undefined> {
  for (const { code } of parts.tenants.children(tenant)) {
    const found = findByNameOrUuid(await readAccessibleTables(code, parts), name);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function findByNameOrUuid(tables: readonly AccessibleJobTable[], name: string): AccessibleJobTable | undefined {
  return findTable(tables, name) ?? tables.find(({ table }) => table.source === name);
}
