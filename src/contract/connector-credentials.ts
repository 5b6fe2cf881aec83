import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, defineOperation } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

const secret = () => Type.Optional(Type.String({ "x-source": "assumed" }));

const inheritance = Type.Object({ canChildrenInherit: Type.Optional(Type.Boolean()) });

/** Response schema with one page of connector credentials. */
export const ConnectorCredentialList = Type.Object({
  connectorCredentials: Type.Optional(
    Type.Array(
      Type.Object({
        credentialId: Type.Optional(Type.String()),
        displayName: Type.Optional(Type.String()),
        dataProvider: Type.Optional(Type.String()),
        isInherited: Type.Optional(Type.Boolean()),
        authContext: Type.Optional(Type.String()),
      }),
    ),
  ),
  limit: Type.Optional(Type.Integer()),
  start: Type.Optional(Type.Integer()),
});

export type ConnectorCredentialList = Static<typeof ConnectorCredentialList>;

/**
 * Schema of the authentication settings for one source system, including secrets. The specification does not show the
 * fields: these names are assumed, and others are accepted.
 */
const ProviderAuthParams = Type.Object(
  {
    username: secret(),
    password: secret(),
    clientId: secret(),
    clientSecret: secret(),
    apiKey: secret(),
    apiToken: secret(),
    accessKey: secret(),
    secretKey: secret(),
    privateKey: secret(),
    refreshToken: secret(),
    authCode: secret(),
    hostDomainName: secret(),
    host: secret(),
    port: secret(),
    endpoint: secret(),
    database: secret(),
    schema: secret(),
  },
  {
    "x-source": "assumed",
    description: "The single provider-specific object; its key and fields are not shown.",
  },
);

const ProviderParameters = Type.Object(
  {
    provider: Type.Optional(Type.String({ description: "Selects the source system." })),
    tenantDomainName: Type.Optional(Type.String()),
    hasUpdates: Type.Optional(Type.Boolean()),
    authContext: Type.Optional(Type.String({ examples: ["DefaultDataExtraction"] })),
    sourceType: Type.Optional(Type.String({ examples: ["UnVersioned"] })),
  },
  { patternProperties: { "^[A-Za-z0-9]+AuthParams$": ProviderAuthParams } },
);

/**
 * Request schema of a new connector credential. `dataProviderAuthParams` contains common fields and exactly one
 * provider-specific object.
 */
const CreateConnectorCredentialRequest = Type.Object({
  dataProviderAuthParams: Type.Optional(
    Type.Unsafe<
      Static<typeof ProviderParameters> & {
        [provider: `${string}AuthParams`]: Static<typeof ProviderAuthParams> | undefined;
      }
    >(ProviderParameters),
  ),
  dataProviderBasicInformation: Type.Optional(
    Type.Object({ displayName: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
  ),
  dataProviderMetadata: Type.Optional(inheritance),
});

/** Response schema with the ids of the new credential, and with the missing connection properties by owner. */
const CreateConnectorCredentialResponse = Type.Object({
  uuid: Type.Optional(Type.String()),
  symbolName: Type.Optional(Type.String()),
  objectName: Type.Optional(Type.String()),
  missingConnectionProperties: Type.Optional(
    Type.Array(
      Type.Object({
        subject: Type.Optional(Type.String()),
        attributes: Type.Optional(Type.Array(Type.String())),
        errorMessage: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** Response schema of a plain text whose content the specification does not show. */
const DeleteConnectorCredentialResponse = Type.String();

/** Operations on the credentials with which data connectors access source systems (service-api, "Data and jobs"). */
export const connectorCredentialOperations = {
  listConnectorCredentials: defineOperation({
    route: "GET /v1/op/data-connector-credentials",
    title: "List connector credentials",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: { tenantCode: Type.Optional(TenantCode), ...createPagingParameters({ limit: 100 }) },
    answers: { "application/json": ConnectorCredentialList },
  }),
  createConnectorCredential: defineOperation({
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
  deleteConnectorCredential: defineOperation({
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
