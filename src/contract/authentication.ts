import * as Type from "typebox";
import {
  AsidToken,
  DataOutConnectorVersion,
  ImpersonationTokenRequest,
  SecureTokenRequest,
  TokenRequest,
  TokenResponse,
  UserMetadata,
} from "./authentication-schemas.ts";
import { operation, stream } from "./operation.ts";

const form = "application/x-www-form-urlencoded";

/** Sign-in, and metadata of the calling user (service-api, "Authentication"). */
export const authentication = {
  requestSecureToken: operation({
    route: "POST /v1/admin/serviceSecureToken",
    title: "Request a secure token",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    auth: "none",
    body: { type: form, schema: SecureTokenRequest },
    answers: { "text/plain": AsidToken },
  }),
  requestImpersonationToken: operation({
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
  getUserMetadata: operation({
    route: "GET /v1/auth/oauth2/userinfo",
    title: "Retrieve user metadata",
    kind: "read",
    idempotent: true,
    auth: "bearer",
    assumed: ["method", "route"],
    query: { includeTenantDetails: Type.Optional(Type.Boolean({ default: false })) },
    answers: { "application/json": UserMetadata },
  }),
  requestAuthorizationCode: operation({
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
    answers: { "text/html": stream },
  }),
  requestJwt: operation({
    route: "POST /v1/auth/oauth2/token",
    title: "Request a JWT",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    auth: "none",
    body: { type: form, schema: TokenRequest },
    answers: { "application/json": TokenResponse },
  }),
  getDataOutConnectorVersion: operation({
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
