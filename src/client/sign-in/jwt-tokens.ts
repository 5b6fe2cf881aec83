import type { TokenResponse } from "../../contract/authentication-schemas.ts";
import { MalformedError } from "../interface/errors.ts";
import type { JwtTokens } from "../interface/token-keeper.ts";
import { parseJson } from "../text/parse-json.ts";
import type { CallToken } from "./credential.ts";

const longestMarginMs = 5 * 60 * 1000;

/** What the token endpoint answered; a refresh token that is not replaced stays good. Throws MalformedError. */
export function readTokens(
  operation: string,
  answer: unknown,
  requestedAt: number,
  lastRefreshToken: string | undefined,
): JwtTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = answer as TokenResponse;
  if (accessToken === undefined || !/^[\w.~+/-]+=*$/.test(accessToken)) {
    throw new MalformedError(operation, "it has no access token");
  }
  const lifeMs = expiresIn === undefined ? lifeOf(accessToken, requestedAt) : expiresIn * 1000;
  return {
    accessToken,
    refreshToken: refreshToken || lastRefreshToken,
    // A token that lives for a minute is not renewed at each call.
    renewAt: lifeMs === undefined ? undefined : requestedAt + lifeMs - Math.min(longestMarginMs, lifeMs / 5),
  };
}

export function bearerToken({ accessToken }: JwtTokens): CallToken {
  return { value: accessToken, headers: { Authorization: `Bearer ${accessToken}` } };
}

/** The life that a JWT says of itself, in milliseconds; nothing is trusted because of it. */
function lifeOf(accessToken: string, nowMs: number): number | undefined {
  const payload = parseJson(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  const claims = payload.ok && typeof payload.value === "object" && payload.value !== null ? payload.value : {};
  const { exp, iat = nowMs / 1000 } = claims as { exp?: unknown; iat?: unknown };
  // The service's clock may differ from this one; the time between its own two claims does not.
  return typeof exp === "number" && typeof iat === "number" && exp > iat ? (exp - iat) * 1000 : undefined;
}
