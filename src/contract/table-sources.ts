import * as Type from "typebox";
import { operation, paging } from "./operation.ts";
import { SqlJobResponse } from "./sql-job-schemas.ts";
import { RegenerateViewRequest, TableMetadata, TableSource, TableSourceList } from "./table-source-schemas.ts";
import { unshownAnswer } from "./unshown-answer.ts";

const tableId = { tableId: Type.String() };

/** Table sources (service-api, "Table sources"). */
export const tableSources = {
  listTableSources: operation({
    route: "GET /v1alpha/data/table-sources/tables",
    title: "List table sources",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    query: paging({ limit: 100 }),
    answers: { "application/json": TableSourceList },
  }),
  createTableSource: operation({
    route: "POST /v1alpha/data/table-sources/tables",
    title: "Create a table source",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: TableSource },
    answers: { "application/json": TableSource },
  }),
  getTableSource: operation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}",
    title: "Retrieve a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: { "application/json": TableSource },
  }),
  updateTableSource: operation({
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
  deleteTableSource: operation({
    route: "DELETE /v1alpha/data/table-sources/tables/{tableId}",
    title: "Delete a table source",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: unshownAnswer,
  }),
  getTableSourceMetadata: operation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}/metadata",
    title: "Retrieve the metadata of a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: tableId,
    answers: { "application/json": TableMetadata },
  }),
  regenerateMaterializedView: operation({
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
