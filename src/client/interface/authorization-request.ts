import { createHash, randomBytes } from "node:crypto";
import { authentication } from "../../contract/authentication.ts";
import { type DeploymentProfile, routeOf } from "../../contract/deployment-profile.ts";
import { addressAt } from "./address.ts";
import { SignInError } from "./errors.ts";

/** What the browser is sent to and what comes back belongs together by its `state`. */
export interface CodeRequest {
  readonly state: string;
  /** Whether tokens were there, which the service no longer takes; else nobody has signed in yet, or has signed out. */
  readonly isRenewal: boolean;
  /** The address to open, with public parameters only, for the callback that was made ready. */
  addressFor(redirectUri: string): string;
}

/** What the callback brought. */
export interface CodeAnswer {
  readonly redirectUri: string;
  /** Query of the callback, without `?`. Secret. */
  readonly query: string;
}

/** Has the user sign in in the browser. Rejects with a `SignInProblem`, or with anything else when it was cancelled. */
export type AskCode = (request: CodeRequest) => Promise<CodeAnswer>;

interface AuthorizationOptions {
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly clientId: string;
  readonly scope: string;
  readonly isRenewal: boolean;
}

/** One authorization request with the verifier that only its sender knows (RFC 7636, `S256`). */
interface Authorization {
  readonly request: CodeRequest;
  /** Secret. */
  readonly verifier: string;
}

const operation = "requestAuthorizationCode";

/** Scope that leads users who bypass single sign-on to their own sign-in page, by the name of the deployment. */
export function bypassScope(profile: DeploymentProfile): string {
  return `${profile.claimPrefix ?? "service:"}login:bypass_users`;
}

/** Makes state, verifier and challenge anew for one round trip of the browser. */
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

/** The code of a callback. Throws SignInError for another state, a refusal, a parameter given twice, and a callback without a code. */
export function readCallback(query: string, state: string): string {
  const answer = new URLSearchParams(query);
  // RFC 6749, 3.1: none is included more than once. Others who read the callback may take the last one.
  if (["state", "error", "code"].some((name) => answer.getAll(name).length > 1)) {
    throw new SignInError(
      operation,
      "the browser came back with two answers at once. Start the sign-in again; if that does not help, ask an administrator.",
    );
  }
  if (answer.get("state") !== state) {
    throw new SignInError(
      operation,
      "the browser came back with another sign-in than the one that was started. Start it again.",
    );
  }
  const error = answer.get("error");
  if (error === "access_denied") {
    throw new SignInError(
      operation,
      "the sign-in was cancelled in the browser. Start it again when you want to go on.",
    );
  }
  if (error !== null) {
    throw new SignInError(
      operation,
      `the service refused the sign-in (${errorName(error)}). Check client id, callback address and scope of the connection.`,
    );
  }
  const code = answer.get("code");
  if (code === null || code === "") {
    throw new SignInError(operation, "the browser came back without a code. Start the sign-in again.");
  }
  return code;
}

/** Whoever can open the callback chooses this text, so only a plain name is repeated. */
function errorName(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : "unknown reason";
}
