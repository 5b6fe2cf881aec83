import type { tableSources } from "../../contract/table-sources.ts";
import { HttpError, json, type Tenant, text } from "../call.ts";
import { type Handlers, notYet } from "../handlers.ts";
import type { ServiceParts } from "../service-parts.ts";
import { countRows, type StoredRows } from "../store/stored-table.ts";
import type { StoredTableSource } from "../store/table-source-definitions.ts";
import { readDefinition } from "./table-source-definition.ts";
import { checkRelations, type Neighbourhood, neighbourhoodOf, refuseNeeded } from "./table-source-relations.ts";
import { keepTables, listHolders, refuseLoss, shapeTables } from "./table-source-tables.ts";

export const tableSourceHandlers: Handlers<typeof tableSources> = {
  async listTableSources({ query: { limit = 100, start = 0 }, tenant }, parts) {
    const found = await parts.tableSources.list(tenant.code, parentOf(tenant, parts), { limit, start });
    return json({ tables: found.map(({ definition }) => definition) });
  },

  async createTableSource({ body, tenant }, parts) {
    if (body.uuid !== undefined) {
      throw new HttpError(400, "UUID_GIVEN", "The service makes the uuid of a new table source; leave it out.");
    }
    const wanted = readDefinition(body);
    const { definition } = await parts.tableSources.change(async (definitions) => {
      await checkRelations(wanted, undefined, neighbourhoodOf(tenant.code, parts, definitions));
      const added = await definitions.add(tenant.code, wanted);
      await shapeTables(undefined, wanted, [tenant.database]);
      return added;
    });
    return json(definition);
  },

  async getTableSource({ path, tenant }, parts) {
    const { definition } = await findTableSource(path.tableId, tenant, parts);
    return json(definition);
  },

  async updateTableSource({ path, body, tenant }, parts) {
    if (body.uuid !== undefined && body.uuid !== path.tableId) {
      throw new HttpError(400, "UUID_IMMUTABLE", "The uuid of the body is not that of the path; it never changes.");
    }
    const wanted = readDefinition(body);
    const definition = { ...wanted, uuid: path.tableId };
    await parts.tableSources.change(async (definitions) => {
      const around = neighbourhoodOf(tenant.code, parts, definitions);
      const former = await findOwn(path.tableId, around);
      await checkRelations(wanted, definition.uuid, around);
      if (!wanted.canChildrenInherit) {
        await refuseNeeded(former, codesOf(around), around);
      }
      const holders = await listHolders(former, tenant, parts);
      await refuseLoss(former, wanted, holders);
      await definitions.replace(definition);
      // The tables before the definition's commit: a call that ends between the two was not answered and can be repeated.
      await shapeTables(former.definition.objectName, wanted, holders);
    });
    return json(definition);
  },

  async deleteTableSource({ path, tenant }, parts) {
    await parts.tableSources.change(async (definitions) => {
      const around = neighbourhoodOf(tenant.code, parts, definitions);
      const former = await findOwn(path.tableId, around);
      await refuseNeeded(former, [tenant.code, ...codesOf(around)], around);
      await definitions.delete(former.definition.uuid);
      await keepTables(former, await listHolders(former, tenant, parts));
    });
    return text("");
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

  regenerateMaterializedView: notYet,
};

function parentOf(tenant: Tenant, { tenants }: ServiceParts): string | undefined {
  return tenants.record(tenant.code)?.parent;
}

async function findTableSource(uuid: string, tenant: Tenant, parts: ServiceParts): Promise<StoredTableSource> {
  const found = await parts.tableSources.find(tenant.code, parentOf(tenant, parts), uuid);
  if (!found) {
    throw unknownTableSource(uuid, tenant.code);
  }
  return found;
}

/** One that the tenant defines itself; inheriting tenants see a definition but do not change it. */
async function findOwn(uuid: string, { tenant, parent, definitions }: Neighbourhood): Promise<StoredTableSource> {
  const found = await definitions.find(tenant, parent, uuid);
  if (!found) {
    throw unknownTableSource(uuid, tenant);
  }
  if (found.tenant !== tenant) {
    throw new HttpError(
      403,
      "TABLE_SOURCE_INHERITED",
      `The tenant ${tenant} inherits the table source ${found.definition.objectName}; only ${found.tenant} changes it.`,
    );
  }
  return found;
}

function unknownTableSource(uuid: string, tenant: string): HttpError {
  return new HttpError(404, "TABLE_SOURCE_UNKNOWN", `The tenant ${tenant} has no table source "${uuid}".`);
}

function codesOf({ children }: Neighbourhood): string[] {
  return children.map(({ code }) => code);
}

/** The rows that the tenant sees: its own, or the defining tenant's where the data is inherited as well. */
async function storedRows(source: StoredTableSource, tenant: Tenant, parts: ServiceParts): Promise<StoredRows> {
  const { objectName, canChildrenInheritData = false, filterInheritedDataByTenant = false } = source.definition;
  const holder =
    source.tenant !== tenant.code && canChildrenInheritData ? await parts.tenants.find(source.tenant) : undefined;
  return countRows(
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
