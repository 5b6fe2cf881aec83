import * as Type from "typebox";
import {
  AssignCredentialsRequest,
  AssignCredentialsResponse,
  ConnectorSettings,
  DataConnectorList,
  UpdateConnectorSettingsRequest,
  UpdateConnectorSettingsResponse,
} from "./data-connector-schemas.ts";
import { operation } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

/** Data connectors, their credentials and settings (service-api, "Data and jobs"). */
export const dataConnectors = {
  listDataConnectors: operation({
    route: "GET /v1/op/data-connectors",
    title: "List data connectors",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: {
      tenantCode: Type.Optional(TenantCode),
      // The specification states no default for this list.
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      start: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    },
    answers: { "application/json": DataConnectorList },
  }),
  assignConnectorCredentials: operation({
    route: "POST /v1/op/data-connectors/assignCredentials",
    title: "Assign connector credentials",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: AssignCredentialsRequest },
    answers: { "application/json": AssignCredentialsResponse },
  }),
  getConnectorSettings: operation({
    route: "GET /v1/op/data-connectors/connector-settings",
    title: "Retrieve connector settings",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": ConnectorSettings },
  }),
  updateConnectorSettings: operation({
    route: "PUT /v1/op/data-connectors/connector-settings",
    title: "Update connector settings",
    kind: "define",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: UpdateConnectorSettingsRequest },
    answers: { "application/json": UpdateConnectorSettingsResponse },
  }),
};
