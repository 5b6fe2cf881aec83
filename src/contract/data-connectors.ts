import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";
import { TenantCode } from "./tenant-code.ts";

const connectorFields = {
  connectorId: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};

const settings = Type.Array(
  Type.Object({ settingKey: Type.Optional(Type.String()), value: Type.Optional(Type.String()) }),
);

/** Response schema with one page of data connectors and their credentials. */
export const DataConnectorList = Type.Object({
  dataConnectors: Type.Optional(
    Type.Array(
      Type.Object({
        connectorId: Type.Optional(Type.String()),
        displayName: Type.Optional(Type.String()),
        credentialId: Type.Optional(Type.String()),
      }),
    ),
  ),
  limit: Type.Optional(Type.Integer()),
  start: Type.Optional(Type.Integer()),
});

export type DataConnectorList = Static<typeof DataConnectorList>;

/** Request schema that assigns credentials to data connectors, by connector and tenant. */
const AssignCredentialsRequest = Type.Object({
  connectors: Type.Optional(
    Type.Array(
      Type.Object({
        connectorId: Type.Optional(Type.String()),
        tenants: Type.Optional(
          Type.Array(
            Type.Object({ tenantCode: Type.Optional(Type.String()), credentialId: Type.Optional(Type.String()) }),
          ),
        ),
      }),
    ),
  ),
});

/**
 * Response schema with the result of a credential assignment, by tenant and connector. A failure for one tenant does
 * not affect other tenants.
 */
const AssignCredentialsResponse = Type.Object({
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        connectors: Type.Optional(
          Type.Array(
            Type.Object({
              connector: Type.Optional(Type.Object(connectorFields)),
              credential: Type.Optional(
                Type.Object({
                  credentialId: Type.Optional(Type.String()),
                  displayName: Type.Optional(Type.String()),
                  message: Type.Optional(Type.String()),
                }),
              ),
            }),
          ),
        ),
        status: Type.Optional(createValueSetSchema("resultStatus", { examples: ["Unknown"] })),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** Response schema with the settings of all data connectors. */
export const ConnectorSettings = Type.Object({
  connectors: Type.Optional(
    Type.Array(
      Type.Object({
        connectorId: Type.Optional(Type.String()),
        displayName: Type.Optional(Type.String()),
        connectorSettings: Type.Optional(settings),
      }),
    ),
  ),
});

export type ConnectorSettings = Static<typeof ConnectorSettings>;

/** Request schema with the changed settings of data connectors, by connector and tenant. */
const UpdateConnectorSettingsRequest = Type.Object({
  connectors: Type.Optional(
    Type.Array(
      Type.Object({
        connectorId: Type.Optional(Type.String()),
        tenants: Type.Optional(
          Type.Array(
            Type.Object({ tenantCode: Type.Optional(Type.String()), connectorSettings: Type.Optional(settings) }),
          ),
        ),
      }),
    ),
  ),
});

/**
 * Response schema with the result of changing connector settings, by tenant. The setting's name is in `key` here, but
 * in `settingKey` in requests and lists.
 */
const UpdateConnectorSettingsResponse = Type.Object({
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        connectors: Type.Optional(
          Type.Array(
            Type.Object({
              connector: Type.Optional(
                Type.Object(connectorFields, {
                  "x-source": "assumed",
                  description: "Inner shape elided; taken as the one used when assigning credentials.",
                }),
              ),
              settings: Type.Optional(
                Type.Array(
                  Type.Object({
                    key: Type.Optional(Type.String()),
                    value: Type.Optional(Type.String()),
                    message: Type.Optional(Type.String()),
                  }),
                ),
              ),
            }),
          ),
        ),
        status: Type.Optional(createValueSetSchema("resultStatus")),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** Operations on data connectors, their credentials and their settings (service-api, "Data and jobs"). */
export const dataConnectorOperations = {
  listDataConnectors: defineOperation({
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
  assignConnectorCredentials: defineOperation({
    route: "POST /v1/op/data-connectors/assignCredentials",
    title: "Assign connector credentials",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: AssignCredentialsRequest },
    answers: { "application/json": AssignCredentialsResponse },
  }),
  getConnectorSettings: defineOperation({
    route: "GET /v1/op/data-connectors/connector-settings",
    title: "Retrieve connector settings",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": ConnectorSettings },
  }),
  updateConnectorSettings: defineOperation({
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
