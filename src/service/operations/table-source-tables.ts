import type { Database } from "../../duckdb/database.ts";
import { HttpError, type Tenant } from "../call.ts";
import type { ServiceParts } from "../service-parts.ts";
import { hasTable, keepTable, listLossyColumns, shapeTable } from "../store/stored-table.ts";
import type { StoredTableSource } from "../store/table-source-definitions.ts";
import { type Definition, storedColumns } from "./table-source-definition.ts";

/** The databases that hold rows of a table source: the defining tenant's, and those of children that inherit it. */
export async function listHolders(
  { definition }: StoredTableSource,
  tenant: Tenant,
  { tenants }: ServiceParts,
): Promise<Database[]> {
  const holders = [tenant.database];
  for (const { code } of definition.canChildrenInherit ? tenants.children(tenant.code) : []) {
    const child = await tenants.find(code);
    if (child && (await hasTable(child.database, definition.objectName))) {
      holders.push(child.database);
    }
  }
  return holders;
}

/** Throws a 409 when a column's new type would lose values that are stored. */
export async function refuseLoss(
  { definition: former }: StoredTableSource,
  wanted: Definition,
  holders: readonly Database[],
): Promise<void> {
  for (const holder of holders) {
    const lossy = await listLossyColumns(holder, former.objectName, storedColumns(wanted));
    if (lossy.length > 0) {
      throw new HttpError(
        409,
        "COLUMN_TYPE_KEPT",
        `The stored values of ${lossy.join(", ")} in ${former.objectName} would be lost by the new type; leave the type, or define a column of another name and fill it.`,
      );
    }
  }
}

/** Brings the stored tables to the definition; `formerName` is none for a new one. */
export async function shapeTables(
  formerName: string | undefined,
  wanted: Definition,
  holders: readonly Database[],
): Promise<void> {
  for (const holder of holders) {
    await shapeTable(holder, formerName, { objectName: wanted.objectName, columns: storedColumns(wanted) });
  }
}

/** The rows stay in the files, out of the way of a later table source of the same name. */
export async function keepTables({ definition }: StoredTableSource, holders: readonly Database[]): Promise<void> {
  for (const holder of holders) {
    await keepTable(holder, definition.objectName, definition.uuid);
  }
}
