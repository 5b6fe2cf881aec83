import type { tableSources } from "../../contract/table-sources.ts";
import { HttpError, json, type Tenant } from "../call.ts";
import type { Handlers } from "../handlers.ts";
import type { ServiceParts } from "../service-parts.ts";
import type { StoredRows, StoredTableSource } from "../store/table-source-store.ts";

export const tableSourceHandlers: Handlers<typeof tableSources> = {
  async listTableSources({ query: { limit = 100, start = 0 }, tenant }, parts) {
    const found = await parts.tableSources.list(tenant.code, parentOf(tenant, parts), { limit, start });
    return json({ tables: found.map(({ definition }) => definition) });
  },

  async getTableSource({ path, tenant }, parts) {
    const { definition } = await findTableSource(path.tableId, tenant, parts);
    return json(definition);
  },

  async getTableSourceMetadata({ path, tenant }, parts) {
    const source = await findTableSource(path.tableId, tenant, parts);
    const rows = await storedRows(source, tenant, parts);
    return json({
      tableId: source.definition.uuid,
      metadata: source.metadata,
      ...(source.transactionId !== undefined && { transactionId: source.transactionId }),
      ...(source.recordsUpdatedAt !== undefined && { recordsUpdatedAt: source.recordsUpdatedAt }),
      recordCount: String(rows.recordCount),
      dataFilesSizeBytes: String(rows.sizeBytes),
    });
  },
};

function parentOf(tenant: Tenant, { tenants }: ServiceParts): string | undefined {
  return tenants.record(tenant.code)?.parent;
}

async function findTableSource(uuid: string, tenant: Tenant, parts: ServiceParts): Promise<StoredTableSource> {
  const found = await parts.tableSources.find(tenant.code, parentOf(tenant, parts), uuid);
  if (!found) {
    throw new HttpError(404, "TABLE_SOURCE_UNKNOWN", `The tenant ${tenant.code} has no table source "${uuid}".`);
  }
  return found;
}

/** The rows that the tenant sees: its own, or the defining tenant's where the data is inherited as well. */
async function storedRows(source: StoredTableSource, tenant: Tenant, parts: ServiceParts): Promise<StoredRows> {
  const { objectName, canChildrenInheritData = false, filterInheritedDataByTenant = false } = source.definition;
  const holder =
    source.tenant !== tenant.code && canChildrenInheritData ? await parts.tenants.find(source.tenant) : undefined;
  return parts.tableSources.rows(
    (holder ?? tenant).database,
    objectName,
    holder && filterInheritedDataByTenant ? tenantFilter(source, tenant) : undefined,
  );
}

/** A TENANT_ID column holds the full code, a CUSTOMER_ID column the code without the administrating tenant's (sql-like-language 13.1). */
function tenantFilter({ definition }: StoredTableSource, { code }: Tenant) {
  for (const { name, dataType } of definition.columns ?? []) {
    if (name !== undefined && (dataType === "TENANT_ID" || dataType === "CUSTOMER_ID")) {
      return { column: name, value: dataType === "TENANT_ID" ? code : code.slice(code.indexOf("~") + 1) };
    }
  }
  throw new HttpError(
    409,
    "TABLE_SOURCE_UNFILTERED",
    `The table source ${definition.objectName} filters its rows by tenant but has no column of type TENANT_ID or CUSTOMER_ID.`,
  );
}
