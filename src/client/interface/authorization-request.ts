import { createHash, randomBytes } from "node:crypto";
import { authenticationOperations } from "../../contract/authentication.ts";
import { type DeploymentProfile, routeOf } from "../../contract/deployment-profile.ts";
import { resolveConnectionUrl } from "./address.ts";
import { SignInError } from "./errors.ts";

/**
 * Request for an authorization code, which the user confirms in the browser. `state` links the callback to the request.
 */
export interface AuthorizationCodeRequest {
  readonly state: string;
  /**
   * Whether the user signs in again because the service no longer accepts the stored tokens. False for a first sign-in
   * and for one after signing out.
   */
  readonly isRenewal: boolean;
  /** Returns the URL to open in the browser. It has public parameters only. `redirectUri` is the callback URI. */
  addressFor(redirectUri: string): string;
}

/** The callback URL to which the browser was redirected after signing in. */
export interface AuthorizationCallback {
  readonly redirectUri: string;
  /** Query of the callback URL, without `?`. Secret. */
  readonly query: string;
}

/**
 * Function that lets the user sign in in the browser and resolves with the callback. Rejects with a `SignInProblem`, or
 * with any other error when cancelled.
 */
export type AskAuthorizationCode = (request: AuthorizationCodeRequest) => Promise<AuthorizationCallback>;

interface AuthorizationOptions {
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly clientId: string;
  readonly scope: string;
  readonly isRenewal: boolean;
}

/** An authorization request with its secret PKCE verifier (RFC 7636, `S256`). */
interface Authorization {
  readonly request: AuthorizationCodeRequest;
  /** PKCE code verifier of the request. Secret. */
  readonly verifier: string;
}

const operation = "requestAuthorizationCode";

/** Returns the scope, as the deployment names it, for users who bypass single sign-on on a separate sign-in page. */
export function singleSignOnBypassScopeOf(profile: DeploymentProfile): string {
  return `${profile.claimPrefix ?? "service:"}login:bypass_users`;
}

/** Creates a new `state`, code verifier and code challenge for one sign-in in the browser. */
export function createAuthorization({
  baseUrl,
  profile,
  clientId,
  scope,
  isRenewal,
}: AuthorizationOptions): Authorization {
  const state = randomBytes(32).toString("base64url");
  const verifier = randomBytes(48).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { path } = routeOf(profile, operation, authenticationOperations.requestAuthorizationCode);
  const addressFor = (redirectUri: string) => {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    return `${resolveConnectionUrl(operation, baseUrl, path)}?${query}`;
  };
  return { request: { state, isRenewal, addressFor }, verifier };
}

/**
 * Returns the authorization code of a callback. Throws SignInError for a wrong `state`, a refusal, a repeated
 * parameter, or a missing code.
 */
export function readCallback(query: string, state: string): string {
  const answer = new URLSearchParams(query);
  // RFC 6749, 3.1: no parameter may be repeated. Other programs that parse the callback may use the last value.
  if (["state", "error", "code"].some((name) => answer.getAll(name).length > 1)) {
    throw new SignInError(
      operation,
      "the browser came back with two answers at once. Start the sign-in again; if that does not help, ask an administrator.",
    );
  }
  if (answer.get("state") !== state) {
    throw new SignInError(
      operation,
      "the browser returned from a different sign-in than the one that was started. Start it again.",
    );
  }
  const error = answer.get("error");
  if (error === "access_denied") {
    throw new SignInError(operation, "the sign-in was cancelled in the browser. Start it again to continue.");
  }
  if (error !== null) {
    throw new SignInError(
      operation,
      `the service refused the sign-in (${errorName(error)}). Check client id, callback address and scope of the connection.`,
    );
  }
  const code = answer.get("code");
  if (code === null || code === "") {
    throw new SignInError(operation, "the browser returned without a code. Start the sign-in again.");
  }
  return code;
}

/** Returns the error code only if it is a plain name, because anyone who opens the callback can choose this text. */
function errorName(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : "unknown reason";
}
