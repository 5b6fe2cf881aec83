import { createHash, randomBytes } from "node:crypto";
import { authentication } from "../../contract/authentication.ts";
import { type DeploymentProfile, routeOf } from "../../contract/deployment-profile.ts";
import { addressAt } from "./address.ts";
import { SignInError } from "./errors.ts";

/** An authorization request for the browser. `state` matches the callback to the request. */
export interface CodeRequest {
  readonly state: string;
  /** True if the service no longer accepts the stored tokens; false for a first sign-in or one after signing out. */
  readonly isRenewal: boolean;
  /**
   * Returns the URL to open in the browser, with public parameters only. `redirectUri` is the prepared callback URI.
   */
  addressFor(redirectUri: string): string;
}

/** The callback that the browser was redirected to. */
export interface CodeAnswer {
  readonly redirectUri: string;
  /** Query of the callback URL, without `?`. Secret. */
  readonly query: string;
}

/** Lets the user sign in in the browser. Rejects with a `SignInProblem`, or with any other error when cancelled. */
export type AskCode = (request: CodeRequest) => Promise<CodeAnswer>;

interface AuthorizationOptions {
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly clientId: string;
  readonly scope: string;
  readonly isRenewal: boolean;
}

/** An authorization request with its secret PKCE verifier (RFC 7636, `S256`). */
interface Authorization {
  readonly request: CodeRequest;
  /** Secret. */
  readonly verifier: string;
}

const operation = "requestAuthorizationCode";

/** Scope, named as the deployment names it, that leads users who bypass single sign-on to a separate sign-in page. */
export function bypassScope(profile: DeploymentProfile): string {
  return `${profile.claimPrefix ?? "service:"}login:bypass_users`;
}

/** Creates new state, verifier and challenge for one sign-in in the browser. */
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
  const { path } = routeOf(profile, operation, authentication.requestAuthorizationCode);
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
    return `${addressAt(operation, baseUrl, path)}?${query}`;
  };
  return { request: { state, isRenewal, addressFor }, verifier };
}

/**
 * Reads the code of a callback. Throws SignInError for a wrong state, a refusal, a repeated parameter, or a callback
 * without a code.
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
