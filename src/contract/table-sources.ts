import { Type } from "typebox";
import { operation, paging } from "./operation.ts";
import { TableMetadata, TableSource, TableSourceList } from "./table-source-schemas.ts";

/** Table sources (service-api, "Table sources (alpha)"). */
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
  getTableSource: operation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}",
    title: "Retrieve a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { tableId: Type.String() },
    answers: { "application/json": TableSource },
  }),
  getTableSourceMetadata: operation({
    route: "GET /v1alpha/data/table-sources/tables/{tableId}/metadata",
    title: "Retrieve the metadata of a table source",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { tableId: Type.String() },
    answers: { "application/json": TableMetadata },
  }),
};
