import type { TableSource } from "../../contract/table-sources.ts";
import { type ColumnType, tableSourceColumnTypes, valueTypeOf } from "../store/column-storage.ts";
import type { StoredTableSource } from "../store/table-source-store.ts";
import type { AccessibleTable, RowFilter, TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";

/** Default of `snapshotRetentionDays`; our choice (service-api, "TableSource"). */
const defaultRetentionDays = 7;

/**
 * Returns the rows of a table source that a tenant can access. For inherited data these are the rows of the defining
 * tenant, possibly filtered by tenant. Otherwise they are the tenant's own rows (semantics.md, "Table sources").
 */
export function accessibleTableOf({ tenant: owner, definition }: StoredTableSource, tenant: string): AccessibleTable {
  const isInherited = owner !== tenant && (definition.canChildrenInheritData ?? false);
  return {
    name: definition.objectName,
    table: { source: definition.uuid, tenant: isInherited ? owner : tenant },
    columns: tableColumnsOf(definition),
    retentionDays: definition.snapshotRetentionDays ?? defaultRetentionDays,
    rowFilter: isInherited && definition.filterInheritedDataByTenant ? filterOf(definition, tenant) : undefined,
    isReadonly: isInherited,
  };
}

export function tableColumnsOf({ columns }: Pick<TableSource, "columns">): TableColumn[] {
  return (columns ?? []).map(({ name = "", dataType }) => ({
    name,
    type: valueTypeOf(isColumnType(dataType) ? dataType : "UNSPECIFIED"),
  }));
}

/**
 * Filter by tenant. A TENANT_ID column holds the complete code, a CUSTOMER_ID column the code without the
 * administrating tenant's (sql-like-language 13.1).
 */
function filterOf({ objectName, columns }: StoredTableSource["definition"], tenant: string): RowFilter {
  for (const { name, dataType } of columns ?? []) {
    if (name !== undefined && (dataType === "TENANT_ID" || dataType === "CUSTOMER_ID")) {
      return { column: name, value: dataType === "TENANT_ID" ? tenant : tenant.slice(tenant.indexOf("~") + 1) };
    }
  }
  throw new TableDataError(
    `The table source ${objectName} filters its rows by tenant but has no column of type TENANT_ID or CUSTOMER_ID.`,
  );
}

function isColumnType(type: string | undefined): type is ColumnType {
  return tableSourceColumnTypes.some((known) => known === type);
}
