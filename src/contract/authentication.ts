import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation, streamMarker } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

/** Schema of the plain-text token that basic authentication returns. The token is valid for 60 minutes. */
const AsidToken = Type.String();

/** Schema of the form fields in a basic-authentication request. */
const SecureTokenRequest = Type.Object({ username: Type.String(), password: Type.String() });

/** Name of the form field for the user to impersonate. A header of the same name takes precedence. */
const ImpersonationTokenRequest = Type.Object({ TargetUsername: Type.Optional(Type.String()) });

/** Schema of the form fields in a token request, one union member per OAuth grant type. */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.Union([
      Type.Literal("authorization_code"),
      Type.Literal("password"),
      Type.Literal("urn:ietf:params:oauth:grant-type:saml2-bearer"),
      Type.Literal("urn:service:params:oauth:grant-type:asid-token"),
      Type.Literal("refresh_token"),
    ]),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ description: "Code received on the registered callback." })),
    redirect_uri: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    scope: Type.Optional(
      Type.String({ description: "Sent with the password grant in the sample.", examples: ["read"] }),
    ),
    assertion: Type.Optional(Type.String({ description: "SAML assertion." })),
    asid_token: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
  },
  {
    oneOf: [
      {
        title: "authorization code",
        properties: { grant_type: { const: "authorization_code" } },
        required: ["grant_type", "client_id", "client_secret", "code"],
      },
      {
        title: "password",
        properties: { grant_type: { const: "password" } },
        required: ["grant_type", "client_id", "client_secret", "username", "password"],
      },
      {
        title: "SAML bearer",
        properties: { grant_type: { const: "urn:ietf:params:oauth:grant-type:saml2-bearer" } },
        required: ["grant_type", "client_id", "client_secret", "assertion"],
      },
      {
        title: "ASID token exchange",
        properties: { grant_type: { const: "urn:service:params:oauth:grant-type:asid-token" } },
        required: ["grant_type", "asid_token"],
      },
      {
        title: "refresh",
        properties: { grant_type: { const: "refresh_token" } },
        required: ["grant_type", "refresh_token"],
      },
    ],
  },
);
export type TokenRequest = Static<typeof TokenRequest>;

/** Response schema with the tokens that the token endpoint issued. */
export const TokenResponse = Type.Object({
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
  token_type: Type.Optional(Type.String()),
  expires_in: Type.Optional(Type.Integer()),
});
export type TokenResponse = Static<typeof TokenResponse>;

/** Response schema with the identity and the permitted capabilities of the calling user. */
export const UserMetadata = Type.Object({
  sub: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  "service:user_id": Type.Optional(Type.String()),
  "service:capabilities": Type.Optional(
    Type.Object({
      capabilityGroups: Type.Optional(
        Type.Array(
          Type.Object({
            group: Type.Optional(createValueSetSchema("capabilityGroup", { examples: ["unknown"] })),
            accessLevel: Type.Optional(createValueSetSchema("accessLevel", { examples: ["NoAccess"] })),
            viewLevel: Type.Optional(createValueSetSchema("viewLevel", { examples: ["Simple"] })),
            apiAccessLevel: Type.Optional(createValueSetSchema("accessLevel")),
            apiViewLevel: Type.Optional(createValueSetSchema("viewLevel")),
          }),
        ),
      ),
    }),
  ),
  "service:subnets": Type.Optional(
    Type.Object({
      accessType: Type.Optional(createValueSetSchema("accessType", { examples: ["Unknown"] })),
      subnets: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  "service:export_subnets": Type.Optional(
    Type.Object({
      accessType: Type.Optional(createValueSetSchema("accessType", { examples: ["Unknown"] })),
      subnets: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  "service:tenant_details": Type.Optional(
    Type.Object(
      {
        details: Type.Optional(
          Type.Array(
            Type.Object({
              tenantCode: Type.Optional(Type.String()),
              displayName: Type.Optional(Type.String()),
              properties: Type.Optional(Type.Object({ vanityUrlName: Type.Optional(Type.String()) })),
            }),
          ),
        ),
      },
      { description: "Present when includeTenantDetails is true." },
    ),
  ),
  "service:tenant_id": Type.Optional(Type.String()),
});
export type UserMetadata = Static<typeof UserMetadata>;

/** Response schema with the latest version number of a data-out connector. */
const DataOutConnectorVersion = Type.Object({
  version: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
});

const form = "application/x-www-form-urlencoded";

/** Operations for sign-in and for metadata of the calling user (service-api, "Authentication"). */
export const authenticationOperations = {
  requestSecureToken: defineOperation({
    route: "POST /v1/admin/serviceSecureToken",
    title: "Request a secure token",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    auth: "none",
    body: { type: form, schema: SecureTokenRequest },
    answers: { "text/plain": AsidToken },
  }),
  requestImpersonationToken: defineOperation({
    route: "POST /v1/admin/serviceImpersonationToken",
    title: "Request an impersonation token",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    assumed: ["method", "route", "answers"],
    targets: ["tenant"],
    query: { write: Type.Optional(Type.Boolean({ default: false })) },
    headers: { TargetUsername: Type.Optional(Type.String()) },
    body: { type: form, schema: ImpersonationTokenRequest, takesJson: true },
    answers: { "text/plain": AsidToken },
  }),
  getUserMetadata: defineOperation({
    route: "GET /v1/auth/oauth2/userinfo",
    title: "Retrieve user metadata",
    kind: "read",
    idempotent: true,
    auth: "bearer",
    assumed: ["method", "route"],
    query: { includeTenantDetails: Type.Optional(Type.Boolean({ default: false })) },
    answers: { "application/json": UserMetadata },
  }),
  requestAuthorizationCode: defineOperation({
    route: "GET /v1/auth/oauth2/authorize",
    title: "Request an authorization code",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    auth: "none",
    query: {
      redirect_uri: Type.Optional(Type.String()),
      response_type: Type.Literal("code"),
      client_id: Type.String(),
      scope: Type.Optional(Type.String({ default: "read" })),
    },
    assumed: ["answers"],
    // Redirects to the sign-in page; the code is sent to the registered callback.
    status: 302,
    answers: { "text/html": streamMarker },
  }),
  requestJwt: defineOperation({
    route: "POST /v1/auth/oauth2/token",
    title: "Request a JWT",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    auth: "none",
    body: { type: form, schema: TokenRequest },
    answers: { "application/json": TokenResponse },
  }),
  getDataOutConnectorVersion: defineOperation({
    route: "GET /v1/data/query/connector-version",
    title: "Retrieve the latest data-out connector version",
    kind: "read",
    idempotent: true,
    auth: "none",
    assumed: ["method", "route"],
    query: { connectorId: Type.Optional(Type.String()) },
    answers: { "application/json": DataOutConnectorVersion },
  }),
};
