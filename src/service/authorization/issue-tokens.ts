import type { TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { accessTokenLifetimeSeconds } from "../sign-in/access-token.ts";
import type { User } from "../store/user-store.ts";

/** Lifetime of a refresh token; our choice, because the specification shows none. */
const refreshLifetimeMs = 30 * 24 * 60 * 60 * 1000;

interface NewTokens {
  readonly user: User;
  readonly scope: string;
  /** Id of the client application; undefined for an exchanged ASID token. */
  readonly clientId: string | undefined;
  /** Family of the code or refresh token that was redeemed; a new family if undefined. */
  readonly family?: string;
}

/**
 * Issues the tokens of one sign-in: an access token, a refresh token that can be used once, and an ID token, whatever
 * the scope (service-api, "TokenResponse").
 */
export async function issueTokens(
  { user, scope, clientId, family }: NewTokens,
  parts: ServiceDependencies,
): Promise<TokenResponse> {
  const { tokens, accessTokens, profile } = parts;
  const refresh = {
    kind: "refresh",
    userId: user.userId,
    scope,
    ...(clientId !== undefined && { detail: { clientId } }),
  } as const;
  const refreshToken = await (family === undefined
    ? tokens.issue(refresh, refreshLifetimeMs)
    : tokens.issueWithin(family, refresh, refreshLifetimeMs));
  const grant = refreshToken === undefined ? undefined : tokens.find("refresh", refreshToken);
  if (refreshToken === undefined || !grant) {
    throw new HttpError(401, "TOKEN_REVOKED", "The sign-in was revoked in the meantime; sign in again.");
  }
  const claims = { [`${profile.claimPrefix}tenant_id`]: user.loginTenant };
  const identity = { name: user.displayName, email: user.email };
  return {
    access_token: await accessTokens.signAccess({ userId: user.userId, family: grant.family, scope }, claims),
    refresh_token: refreshToken,
    id_token: await accessTokens.signIdentity(user.userId, clientId ?? "workforce-analytics", identity),
    token_type: "Bearer",
    expires_in: accessTokenLifetimeSeconds,
  };
}
