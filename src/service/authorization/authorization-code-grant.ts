import type { TokenRequest, TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { TokenGrant } from "../store/token-store.ts";
import type { User } from "../store/user-store.ts";
import { type AuthorizationRequest, matchesCodeChallenge } from "./authorization-request.ts";
import { exchangeToken } from "./issue-tokens.ts";
import { verifyClient } from "./verify-client.ts";

/**
 * Lifetime of an authorization code in milliseconds. Our choice: long enough for the user to confirm that the browser
 * may open the editor.
 */
const codeLifetimeMs = 5 * 60 * 1000;

/** Issues an authorization code, which the client can exchange for tokens once (RFC 6749, 4.1.2). */
export function issueAuthorizationCode(
  request: AuthorizationRequest,
  user: User,
  { tokens }: ServiceDependencies,
): Promise<string> {
  const { client, redirectUri, scope, challenge } = request;
  const detail = { clientId: client.id, redirectUri, ...(challenge !== undefined && { challenge }) };
  return tokens.issue({ kind: "code", userId: user.userId, scope, detail }, codeLifetimeMs);
}

/**
 * Exchanges an authorization code for tokens. A second exchange revokes the tokens of the first one, except for a
 * repeat of the same request (see `TokenRedemptions`). Throws a 401.
 */
export async function exchangeAuthorizationCode(
  body: TokenRequest,
  parts: ServiceDependencies,
): Promise<TokenResponse> {
  const client = await verifyClient(body, parts);
  const code = body.code ?? "";
  const grant = parts.tokens.findStored("code", code);
  const user = grant && parts.users.byId(grant.userId);
  if (!grant || !user) {
    throw new HttpError(
      401,
      "CODE_INVALID",
      "The authorization code is unknown or older than 5 minutes; sign in again for a new one.",
    );
  }
  const { family, scope } = grant;
  const problem = findProblem(grant, client.id, body);
  if (problem !== undefined) {
    // The code has leaked: its holder did not request it.
    await parts.tokens.revokeFamily(family);
    throw new HttpError(401, "CODE_INVALID", `${problem} Sign in again for a new code.`);
  }
  const reused = new HttpError(
    401,
    "CODE_REUSED",
    "The authorization code was used before; the tokens it gave have been revoked. Sign in again for a new one.",
  );
  return parts.redemptions.answer(family, body, () =>
    exchangeToken({ kind: "code", token: code, reused }, { user, scope, clientId: client.id }, parts),
  );
}

function findProblem({ detail }: TokenGrant, clientId: string, body: TokenRequest): string | undefined {
  if (detail.clientId !== clientId) {
    return "The authorization code was issued to another client application.";
  }
  if (body.redirect_uri !== undefined && body.redirect_uri !== detail.redirectUri) {
    return "The redirect_uri differs from the one in the authorization request.";
  }
  // From RFC 7636; not in the specification, but forms may have further fields.
  const { code_verifier: verifier } = body as TokenRequest & { readonly code_verifier?: unknown };
  if (detail.challenge === undefined) {
    return verifier === undefined ? undefined : "The authorization request had no code_challenge.";
  }
  return typeof verifier === "string" && matchesCodeChallenge(verifier, detail.challenge)
    ? undefined
    : "The code_verifier is missing or does not match the code_challenge.";
}
