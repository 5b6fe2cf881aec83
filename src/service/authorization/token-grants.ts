import type { TokenRequest, TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { exchangeToken, issueTokens } from "./issue-tokens.ts";
import { checkScope, hasScope } from "./scope.ts";
import { checkClientTenant, verifyClient, verifyUserPassword } from "./verify-client.ts";

/** Issues tokens for the `password` grant (service-api, "OAuth 2.0 with OpenID Connect"). */
export async function issuePasswordGrantTokens(body: TokenRequest, parts: ServiceDependencies): Promise<TokenResponse> {
  const scope = checkScope(body.scope ?? "read");
  const client = await verifyClient(body, parts);
  const user = await verifyUserPassword(parts, body.username ?? "", body.password ?? "", client.tenant);
  checkClientTenant(client, user);
  return issueTokens({ user, scope, clientId: client.id }, parts);
}

/** Exchanges an ASID token for OAuth tokens. The ASID token remains valid. */
export async function exchangeAsidToken(body: TokenRequest, parts: ServiceDependencies): Promise<TokenResponse> {
  const scope = checkScope(body.scope ?? "read");
  const grant = parts.tokens.find("asid", body.asid_token ?? "");
  const user = grant && parts.users.byId(grant.userId);
  if (!user) {
    throw unknownToken();
  }
  return issueTokens({ user, scope, clientId: undefined }, parts);
}

/**
 * Exchanges a refresh token for new tokens. Each refresh token works once. A second use revokes the token's whole
 * family, except for a repeat of the same request (see `TokenRedemptions`). A request with an invalid scope does not
 * use up the token.
 */
export async function refreshTokens(body: TokenRequest, parts: ServiceDependencies): Promise<TokenResponse> {
  const token = body.refresh_token ?? "";
  const grant = parts.tokens.findStored("refresh", token);
  const user = grant && parts.users.byId(grant.userId);
  if (!grant || !user) {
    throw unknownToken();
  }
  const { family, detail } = grant;
  const scope = narrowScope(grant.scope, body.scope);
  const reused = new HttpError(
    401,
    "TOKEN_REUSED",
    "The refresh token was used before, so all tokens of the sign-in have been revoked; sign in again.",
  );
  return parts.redemptions.answer(family, body, () =>
    exchangeToken({ kind: "refresh", token, reused }, { user, scope, clientId: detail.clientId }, parts),
  );
}

/** Scope of a renewed token, which may have less than the granted scope, never more (RFC 6749, 6). Throws a 400. */
function narrowScope(granted: string, requested: string | undefined): string {
  const scope = checkScope(requested ?? granted);
  const more = scope.split(" ").find((word) => !hasScope(granted, word));
  if (more !== undefined) {
    throw new HttpError(
      400,
      "SCOPE_INVALID",
      "A refreshed token cannot have a scope that the first one lacked; sign in again.",
    );
  }
  return scope;
}

function unknownToken(): HttpError {
  return new HttpError(401, "TOKEN_INVALID", "The token is unknown, revoked or expired; sign in again.");
}
