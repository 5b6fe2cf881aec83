import type { TokenRequest, TokenResponse } from "../../contract/authentication-schemas.ts";
import { HttpError } from "../call.ts";
import type { ServiceParts } from "../service-parts.ts";
import type { User } from "../store/user-store.ts";
import { issueTokens } from "./issue-tokens.ts";
import { checkClientTenant, proveClient } from "./prove-client.ts";
import { proveUser } from "./prove-user.ts";
import { checkScope, hasScope } from "./scope.ts";

/** The `password` grant (service-api, "OAuth 2.0 with OpenID Connect"). */
export async function answerPassword(body: TokenRequest, parts: ServiceParts): Promise<TokenResponse> {
  const scope = checkScope(body.scope ?? "read");
  const client = await proveClient(body, parts);
  const user = await proveUser(parts, body.username ?? "", body.password ?? "");
  checkClientTenant(client, user);
  return issueTokens({ user, scope, clientId: client.id }, parts);
}

/** Exchanges an ASID token, which stays valid. */
export async function answerAsidToken(body: TokenRequest, parts: ServiceParts): Promise<TokenResponse> {
  const scope = checkScope(body.scope ?? "read");
  const grant = parts.tokens.find("asid", body.asid_token ?? "");
  return issueTokens({ user: known(grant && parts.users.byId(grant.userId)), scope, clientId: undefined }, parts);
}

/** Renews tokens; each refresh token renews once, and one that comes again revokes its whole family. */
export async function answerRefresh(body: TokenRequest, parts: ServiceParts): Promise<TokenResponse> {
  const grant = await parts.tokens.redeem("refresh", body.refresh_token ?? "");
  if (grant === "reused") {
    throw new HttpError(
      401,
      "TOKEN_REUSED",
      "The refresh token was used before, so all tokens of the sign-in have been revoked; sign in again.",
    );
  }
  const user = known(grant && parts.users.byId(grant.userId));
  const scope = narrowed(grant?.scope ?? "", body.scope);
  return issueTokens({ user, scope, clientId: grant?.detail.clientId, ...(grant && { family: grant.family }) }, parts);
}

/** A renewed token may have less than the first one, never more (RFC 6749, 6). */
function narrowed(granted: string, asked: string | undefined): string {
  const scope = checkScope(asked ?? granted);
  const more = scope.split(" ").find((word) => !hasScope(granted, word));
  if (more !== undefined) {
    throw new HttpError(
      400,
      "SCOPE_INVALID",
      "A refreshed token has no scope that the first one lacked; sign in anew.",
    );
  }
  return scope;
}

function known(user: User | undefined): User {
  if (!user) {
    throw new HttpError(401, "TOKEN_INVALID", "The token is unknown, revoked or expired; sign in again.");
  }
  return user;
}
