import type { tableSourceOperations } from "../../contract/table-sources.ts";
import { type CallTenant, createJsonResponse, createTextResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { createViewJob } from "../sql-jobs/sql-job.ts";
import type { StoredTableSource } from "../store/table-source-store.ts";
import { accessibleTableOf, tableColumnsOf } from "../table-data/accessible-table.ts";
import type { TableData } from "../table-data/table-data.ts";
import { type CheckedDefinition, readTableSourceDefinition } from "./table-source-definition.ts";
import {
  checkNoViewNeeds,
  checkTableSourceRelations,
  createTableSourceContext,
  type TableSourceContext,
} from "./table-source-relations.ts";

export const tableSourceHandlers: OperationHandlers<typeof tableSourceOperations> = {
  async listTableSources({ query: { limit = 100, start = 0 }, tenant }, parts) {
    const found = await parts.tableSources.list(tenant.code, parentOf(tenant, parts), { limit, start });
    return createJsonResponse({ tables: found.map(({ definition }) => definition) });
  },

  async createTableSource({ body, tenant }, parts) {
    if (body.uuid !== undefined) {
      throw new HttpError(400, "UUID_GIVEN", "The service assigns the uuid of a new table source; leave it out.");
    }
    const wanted = readTableSourceDefinition(body);
    const { definition } = await parts.tableSources.change(async (definitions) => {
      await checkTableSourceRelations(wanted, undefined, createTableSourceContext(tenant.code, parts, definitions));
      return await definitions.add(tenant.code, wanted);
    });
    return createJsonResponse(definition);
  },

  async getTableSource({ path, tenant }, parts) {
    const { definition } = await findTableSource(path.tableId, tenant, parts);
    return createJsonResponse(definition);
  },

  async updateTableSource({ path, body, tenant }, parts) {
    if (body.uuid !== undefined && body.uuid !== path.tableId) {
      throw new HttpError(
        400,
        "UUID_IMMUTABLE",
        "The uuid in the body differs from the one in the path; a uuid cannot be changed.",
      );
    }
    const wanted = readTableSourceDefinition(body);
    const definition = { ...wanted, uuid: path.tableId };
    await parts.tableSources.change(async (definitions) => {
      const context = createTableSourceContext(tenant.code, parts, definitions);
      const previous = await findOwned(path.tableId, context);
      await checkTableSourceRelations(wanted, definition.uuid, context);
      if (!wanted.canChildrenInherit) {
        await checkNoViewNeeds(previous, childCodes(context), context);
      }
      await definitions.replace(definition);
      // Before the definition is committed: a call that is interrupted in between was not answered and can be repeated.
      await changeColumns(previous, wanted, parts.tableData);
    });
    return createJsonResponse(definition);
  },

  async deleteTableSource({ path, tenant }, parts) {
    await parts.tableSources.change(async (definitions) => {
      const context = createTableSourceContext(tenant.code, parts, definitions);
      const previous = await findOwned(path.tableId, context);
      await checkNoViewNeeds(previous, [tenant.code, ...childCodes(context)], context);
      await definitions.delete(previous.definition.uuid);
    });
    return createTextResponse("");
  },

  async getTableSourceMetadata({ path, tenant }, parts) {
    const source = await findTableSource(path.tableId, tenant, parts);
    const accessible = accessibleTableOf(source, tenant.code);
    const rows = await parts.tableData.countRows(accessible);
    const state = parts.tableData.readState(accessible.table);
    return createJsonResponse({
      tableId: source.definition.uuid,
      metadata: state?.metadata ?? {},
      ...(state?.transactionId !== undefined && { transactionId: state.transactionId }),
      ...(state?.recordsUpdatedAt !== undefined && { recordsUpdatedAt: state.recordsUpdatedAt }),
      recordCount: String(rows.recordCount),
      dataFilesSizeBytes: String(rows.sizeBytes),
    });
  },

  async regenerateMaterializedView({ path, body, tenant, caller }, parts) {
    if (body.tableId !== undefined && body.tableId !== path.tableId) {
      throw new HttpError(
        400,
        "REQUEST_INVALID",
        "The tableId in the body differs from the one in the path; leave it out.",
      );
    }
    const source = await findTableSource(path.tableId, tenant, parts);
    const { objectName, materializedView: view } = source.definition;
    if (!view?.enabled || !view.query) {
      throw new HttpError(
        400,
        "NO_MATERIALIZED_VIEW",
        `The table source ${objectName} is not an enabled materialized view, so it has no query for its rows.`,
      );
    }
    if (accessibleTableOf(source, tenant.code).isReadonly) {
      throw new HttpError(
        403,
        "TABLE_SOURCE_INHERITED",
        `The tenant ${tenant.code} inherits the rows of ${objectName}; regenerate them in ${source.tenant}.`,
      );
    }
    const transaction = await parts.sqlJobs.start(tenant, caller, { tablesToModify: [objectName] });
    const { jobId, tableAccess } = await parts.sqlJobs.run(
      transaction,
      createViewJob(objectName, view.query),
      tenant,
      caller,
    );
    return createJsonResponse({ jobId, tableAccess, transactionId: transaction.id });
  },
};

function parentOf(tenant: CallTenant, { tenants }: ServiceDependencies): string | undefined {
  return tenants.record(tenant.code)?.parent;
}

async function findTableSource(
  uuid: string,
  tenant: CallTenant,
  parts: ServiceDependencies,
): Promise<StoredTableSource> {
  const found = await parts.tableSources.find(tenant.code, parentOf(tenant, parts), uuid);
  if (!found) {
    throw unknownTableSource(uuid, tenant.code);
  }
  return found;
}

/**
 * Finds a table source that the tenant itself defines. Throws a 403 for an inherited one, which can be seen but not
 * changed.
 */
async function findOwned(
  uuid: string,
  { tenant, parent, definitions }: TableSourceContext,
): Promise<StoredTableSource> {
  const found = await definitions.find(tenant, parent, uuid);
  if (!found) {
    throw unknownTableSource(uuid, tenant);
  }
  if (found.tenant !== tenant) {
    throw new HttpError(
      403,
      "TABLE_SOURCE_INHERITED",
      `The tenant ${tenant} inherits the table source ${found.definition.objectName}; only ${found.tenant} can change it.`,
    );
  }
  return found;
}

function unknownTableSource(uuid: string, tenant: string): HttpError {
  return new HttpError(404, "TABLE_SOURCE_UNKNOWN", `The tenant ${tenant} has no table source "${uuid}".`);
}

function childCodes({ children }: TableSourceContext): string[] {
  return children.map(({ code }) => code);
}

/**
 * Changes the columns of the stored rows. Throws a 409 if a column's new type would lose values, or while rows are being
 * written.
 */
async function changeColumns(
  { definition: previous }: StoredTableSource,
  wanted: CheckedDefinition,
  tableData: TableData,
): Promise<void> {
  const refusal = await tableData.reshape(previous.uuid, tableColumnsOf(wanted));
  if (refusal?.kind === "lossy") {
    throw new HttpError(
      409,
      "COLUMN_TYPE_KEPT",
      `The new type would lose stored values of ${refusal.columns.join(", ")} in ${previous.objectName}; keep the type, or add a column with another name and fill it.`,
    );
  }
  if (refusal) {
    throw new HttpError(
      409,
      "TABLE_SOURCE_BUSY",
      `Rows of ${previous.objectName} are being written, by a SQL job or for a materialized view; change the columns when that has ended.`,
    );
  }
}
