import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

const connectorFields = {
  connectorId: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};

const settings = Type.Array(
  Type.Object({ settingKey: Type.Optional(Type.String()), value: Type.Optional(Type.String()) }),
);

/** One page of data connectors with their credentials. */
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

/** Credentials to attach to connectors, by connector and tenant. */
export const AssignCredentialsRequest = Type.Object({
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
export type AssignCredentialsRequest = Static<typeof AssignCredentialsRequest>;

/** Outcome of an assignment, by tenant and connector. A failure for one tenant does not affect others. */
export const AssignCredentialsResponse = Type.Object({
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
        status: Type.Optional(word("resultStatus", { examples: ["Unknown"] })),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type AssignCredentialsResponse = Static<typeof AssignCredentialsResponse>;

/** Settings of all connectors. */
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

/** Settings to change, by connector and tenant. */
export const UpdateConnectorSettingsRequest = Type.Object({
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
export type UpdateConnectorSettingsRequest = Static<typeof UpdateConnectorSettingsRequest>;

/**
 * Outcome of a change of settings, by tenant. A setting is named by `key` here, but by `settingKey` in requests and
 * lists.
 */
export const UpdateConnectorSettingsResponse = Type.Object({
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
        status: Type.Optional(word("resultStatus")),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type UpdateConnectorSettingsResponse = Static<typeof UpdateConnectorSettingsResponse>;
