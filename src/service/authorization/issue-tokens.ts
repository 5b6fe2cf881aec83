import type { TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { accessTokenLifetimeSeconds } from "../sign-in/access-token.ts";
import type { NewTokenGrant } from "../store/token-store.ts";
import type { User } from "../store/user-store.ts";

/** Lifetime of a refresh token; our choice, because the specification shows none. */
const refreshLifetimeMs = 30 * 24 * 60 * 60 * 1000;

interface NewTokens {
  readonly user: User;
  readonly scope: string;
  /** Id of the client application; undefined for an exchanged ASID token. */
  readonly clientId: string | undefined;
}

/**
 * Issues the tokens of one sign-in: an access token, a refresh token that can be used once, and an ID token, whatever
 * the scope (service-api, "TokenResponse").
 */
export async function issueTokens(wanted: NewTokens, parts: ServiceDependencies): Promise<TokenResponse> {
  return createResponse(wanted, await parts.tokens.issue(refreshGrantOf(wanted), refreshLifetimeMs), parts);
}

/**
 * Exchanges an authorization code or a refresh token, each of which works once, for tokens of the same sign-in. If they
 * cannot be stored, the token remains valid. Throws a 401 with `reused` if the token was used before.
 */
export async function exchangeToken(
  { kind, token, reused }: { readonly kind: "code" | "refresh"; readonly token: string; readonly reused: HttpError },
  wanted: NewTokens,
  parts: ServiceDependencies,
): Promise<TokenResponse> {
  const exchanged = await parts.tokens.exchange(kind, token, refreshGrantOf(wanted), refreshLifetimeMs);
  if (exchanged === "reused") {
    throw reused;
  }
  return createResponse(wanted, exchanged?.token, parts);
}

function refreshGrantOf({ user, scope, clientId }: NewTokens): NewTokenGrant {
  return { kind: "refresh", userId: user.userId, scope, ...(clientId !== undefined && { detail: { clientId } }) };
}

async function createResponse(
  { user, scope, clientId }: NewTokens,
  refreshToken: string | undefined,
  { tokens, accessTokens, profile }: ServiceDependencies,
): Promise<TokenResponse> {
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
