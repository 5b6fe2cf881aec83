import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, createUnspecifiedResponse, defineOperation } from "./operation.ts";
import { SqlJobResponse } from "./sql-job-schemas.ts";

/** Schema fields for name and description, which table sources and export objects have in common. */
export const DescriptiveFields = Type.Object({
  displayName: Type.Optional(Type.String()),
  shortDisplayName: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  explanation: Type.Optional(Type.String()),
  designerNotes: Type.Optional(Type.String()),
  synonymList: Type.Optional(Type.Object({ synonyms: Type.Optional(Type.Array(Type.String())) })),
});
export type DescriptiveFields = Static<typeof DescriptiveFields>;

/** Schema of a SQL table definition. */
export const TableSource = Type.Object({
  uuid: Type.Optional(Type.String({ description: "Generated and immutable; leave out on create." })),
  objectName: Type.Optional(Type.String({ description: "Unique; the SQL table name." })),
  basicInformation: Type.Optional(DescriptiveFields),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        dataType: Type.Optional(Type.String({ examples: ["UNSPECIFIED"] })),
        isPrimaryTimestamp: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  canChildrenInherit: Type.Optional(Type.Boolean({ default: false })),
  canChildrenInheritData: Type.Optional(Type.Boolean({ description: "Inheriting tenants read only.", default: false })),
  excludeFromAutoProcessing: Type.Optional(Type.Boolean({ default: false })),
  snapshotRetentionDays: Type.Optional(Type.Integer({ default: 7, minimum: 1, maximum: 180 })),
  materializedView: Type.Optional(
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean()),
        query: Type.Optional(Type.String()),
        dependencies: Type.Optional(
          Type.Array(
            Type.Object({ upstreamTable: Type.Optional(Type.String()), joinFilter: Type.Optional(Type.String()) }),
          ),
        ),
      },
      { description: "Leave out, or enabled=false, for an ordinary table." },
    ),
  ),
  filterInheritedDataByTenant: Type.Optional(
    Type.Boolean({ description: "Needs canChildrenInheritData true; filters rows on TENANT_ID or CUSTOMER_ID." }),
  ),
});
export type TableSource = Static<typeof TableSource>;

/** Response schema with one page of table sources. */
const TableSourceList = Type.Object({ tables: Type.Optional(Type.Array(TableSource)) });

/** Response schema with the stored key-value metadata and the sizes of a table. */
export const TableMetadata = Type.Object({
  tableId: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
  recordCount: Type.Optional(Type.String()),
  recordsUpdatedAt: Type.Optional(Type.String()),
  dataFilesSizeBytes: Type.Optional(Type.String()),
});
export type TableMetadata = Static<typeof TableMetadata>;

/** Request schema with the table of the view to regenerate. The request path contains the table as well. */
const RegenerateViewRequest = Type.Object({ tableId: Type.Optional(Type.String()) });

const tableId = { tableId: Type.String() };

/** Operations on table sources (service-api, "Table sources"). */
export const tableSourceOperations = {
  listTableSources: defineOperation({
    route: "GET /v1alpha/data/table-sources/tables",
    title: "List table sources",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    query: createPagingParameters({ limit: 100 }),
    answers: { "application/json": TableSourceList },
  }),
  createTableSource: defineOperation({
    route: "POST /v1alpha/data/table-sources/tables",
    title: "Create a table source",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: TableSource },
    answers: { "application/json": TableSource },
  }),
  getTableSource: defineOperation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}",
    title: "Retrieve a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: { "application/json": TableSource },
  }),
  updateTableSource: defineOperation({
    route: "PUT /v1alpha/data/table-sources/tables/{tableId}",
    title: "Update a table source",
    kind: "define",
    idempotent: true,
    assumed: ["route"],
    targets: ["tenant"],
    path: tableId,
    body: { type: "application/json", schema: TableSource },
    answers: { "application/json": TableSource },
  }),
  deleteTableSource: defineOperation({
    route: "DELETE /v1alpha/data/table-sources/tables/{tableId}",
    title: "Delete a table source",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: createUnspecifiedResponse(),
  }),
  getTableSourceMetadata: defineOperation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}/metadata",
    title: "Retrieve the metadata of a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: { "application/json": TableMetadata },
  }),
  regenerateMaterializedView: defineOperation({
    route: "POST /v1alpha/data/table-sources/tables/{tableId}/regenerate",
    title: "Regenerate a materialized view",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    body: { type: "application/json", schema: RegenerateViewRequest },
    answers: { "application/json": SqlJobResponse },
  }),
};
