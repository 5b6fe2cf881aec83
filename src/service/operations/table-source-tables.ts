import { HttpError } from "../call/call.ts";
import type { StoredTableSource } from "../store/table-source-definitions.ts";
import type { TableData } from "../table-data/table-data.ts";
import { storedColumns } from "../table-data/table-in-reach.ts";
import type { Definition } from "./table-source-definition.ts";

/** Throws a 409 when a column's new type would lose values that are stored. */
export async function refuseLoss(
  { definition: former }: StoredTableSource,
  wanted: Definition,
  tableData: TableData,
): Promise<void> {
  const lossy = await tableData.listLossyColumns(former.uuid, storedColumns(wanted));
  if (lossy.length > 0) {
    throw new HttpError(
      409,
      "COLUMN_TYPE_KEPT",
      `The stored values of ${lossy.join(", ")} in ${former.objectName} would be lost by the new type; leave the type, or define a column of another name and fill it.`,
    );
  }
}
