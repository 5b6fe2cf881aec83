import * as Type from "typebox";
import {
  ConnectorCredentialList,
  CreateConnectorCredentialRequest,
  CreateConnectorCredentialResponse,
  DeleteConnectorCredentialResponse,
} from "./connector-credential-schemas.ts";
import { operation, paging } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

/** Credentials of data connectors for source systems (service-api, "Data and jobs"). */
export const connectorCredentials = {
  listConnectorCredentials: operation({
    route: "GET /v1/op/data-connector-credentials",
    title: "List connector credentials",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: { tenantCode: Type.Optional(TenantCode), ...paging({ limit: 100 }) },
    answers: { "application/json": ConnectorCredentialList },
  }),
  createConnectorCredential: operation({
    route: "POST /v1/op/data-connector-credentials",
    title: "Create a connector credential",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: { tenantCode: Type.Optional(TenantCode) },
    body: { type: "application/json", schema: CreateConnectorCredentialRequest, formField: "model" },
    answers: { "application/json": CreateConnectorCredentialResponse },
  }),
  deleteConnectorCredential: operation({
    route: "DELETE /v1/op/data-connector-credentials/{id}",
    title: "Delete a connector credential",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { id: Type.String({ description: "The credentialId." }) },
    query: { tenantCode: Type.Optional(TenantCode) },
    answers: { "application/json": DeleteConnectorCredentialResponse },
  }),
};
