import { createHash } from "node:crypto";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ClientApplication } from "../store/client-store.ts";
import { isRegisteredRedirect } from "./redirect-uri.ts";
import { checkScope } from "./scope.ts";

/** A validated request for an authorization code (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface AuthorizationRequest {
  readonly client: ClientApplication;
  readonly redirectUri: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** Value of the client, returned to it unchanged in the callback. */
  readonly state: string | undefined;
  /** Code challenge of method S256 (RFC 7636, 4.2). */
  readonly challenge: string | undefined;
}

const secretFields = ["username", "password", "client_secret"];
const maxStateLength = 2000;

/**
 * Checks the query of the authorization endpoint and of the sign-in page. `state`, `code_challenge` and
 * `code_challenge_method` come from the RFCs, all other fields from the specification. Throws a 400.
 */
export async function readAuthorizationRequest(
  query: Readonly<Record<string, unknown>>,
  { clients }: ServiceDependencies,
): Promise<AuthorizationRequest> {
  const secret = secretFields.find((name) => name in query);
  if (secret !== undefined) {
    refuse("CREDENTIAL_IN_URL", `The request carries ${secret} in its URL; credentials go into the body of a form.`);
  }
  if (query.response_type !== "code") {
    refuse("REQUEST_INVALID", 'The query parameter response_type must be "code".');
  }
  const client = await clients.find(textOf(query, "client_id") ?? "");
  if (!client) {
    refuse("CLIENT_UNKNOWN", "The client_id is not registered; use the one of a registered client application.");
  }
  return {
    client,
    redirectUri: pickRedirect(textOf(query, "redirect_uri"), client),
    scope: checkScope(textOf(query, "scope") ?? "read"),
    state: readState(textOf(query, "state")),
    challenge: readChallenge(textOf(query, "code_challenge"), textOf(query, "code_challenge_method")),
  };
}

/** Picks the callback URI. Throws a 400 rather than redirect to an unregistered callback, even with an error. */
function pickRedirect(
  requestedUri: string | undefined,
  { redirectUris, defaultRedirectUri }: ClientApplication,
): string {
  if (requestedUri !== undefined) {
    if (!isRegisteredRedirect(requestedUri, redirectUris)) {
      refuse(
        "REDIRECT_INVALID",
        "The redirect_uri is not one of the client application's registered callback URIs; send one exactly as it was registered.",
      );
    }
    return requestedUri;
  }
  if (defaultRedirectUri === undefined) {
    // RFC 6749, 3.1.2.3: only the client can choose among several.
    refuse(
      "REDIRECT_INVALID",
      `The client application is registered with ${redirectUris.length} callback URIs, none of them as its default; name one as redirect_uri, or register one as its default.`,
    );
  }
  return defaultRedirectUri;
}

function readState(state: string | undefined): string | undefined {
  // RFC 6749, A.5: visible characters and spaces.
  if (state !== undefined && (state.length > maxStateLength || !/^[\x20-\x7e]+$/.test(state))) {
    refuse(
      "STATE_INVALID",
      `The state must be 1 to ${maxStateLength} printable ASCII characters; send random text, base64url for example.`,
    );
  }
  return state;
}

function readChallenge(challenge: string | undefined, method: string | undefined): string | undefined {
  if (challenge === undefined && method === undefined) {
    return undefined;
  }
  if (method !== "S256") {
    refuse("CHALLENGE_INVALID", "The code_challenge_method must be S256.");
  }
  if (challenge === undefined || !isCodeChallenge(challenge)) {
    refuse("CHALLENGE_INVALID", "The code_challenge must be the SHA-256 of the verifier as 43 base64url characters.");
  }
  return challenge;
}

function textOf(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value !== undefined && typeof value !== "string") {
    refuse("REQUEST_INVALID", `The query parameter ${name} is given more than once.`);
  }
  return value;
}

function refuse(code: string, message: string): never {
  throw new HttpError(400, code, message);
}

/** Whether a text can be a `code_challenge` of method S256: 32 bytes as base64url (RFC 7636, 4.2). */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether a code challenge was derived from `verifier` (RFC 7636, 4.6). */
export function matchesCodeChallenge(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}
