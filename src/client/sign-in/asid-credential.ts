import type { Clock } from "../../base/clock.ts";
import { authenticationOperations } from "../../contract/authentication.ts";
import type { AskPassword, PasswordCredentials } from "../interface/connection.ts";
import { MalformedError } from "../interface/errors.ts";
import { checkHeaderValue } from "../transport/request.ts";
import type { CallToken, CallToSign, Credential, SendTokenRequest } from "./credential.ts";
import { isCredentialRefusal, RefusalMemory, readSecret, toSignInError } from "./sign-in-refusal.ts";
import { TokenRenewal } from "./token-renewal.ts";

/** A token that is sent as a cookie, with the time of its request in epoch milliseconds. */
export interface CookieToken extends CallToken {
  readonly requestedAt: number;
}

const lifeMs = 60 * 60 * 1000;
const marginMs = 5 * 60 * 1000;

/** Whether a cookie token remains valid for at least 5 minutes of its 60 (service-api, "Limits"). */
export function isFreshCookie(token: CookieToken, nowMs: number): boolean {
  return nowMs < token.requestedAt + lifeMs - marginMs;
}

/** Reads a token from a plain-text response. Throws MalformedError for a text that a cookie cannot contain. */
export function parseCookieToken(operation: string, answer: unknown, cookie: string, requestedAt: number): CookieToken {
  const value = typeof answer === "string" ? answer.trim() : "";
  // Any other text is a web page or an error message, not a token.
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value) || value.startsWith("<")) {
    throw new MalformedError(operation, "it is not a token");
  }
  return { value, requestedAt, headers: { Cookie: `${cookie}=${checkHeaderValue(operation, "Cookie", value)}` } };
}

/** Basic authentication: exchanges user name and password for an ASID token (service-api, "Basic authentication"). */
export class AsidCredential implements Credential {
  readonly #clock: Clock;
  readonly #cookie: string;
  readonly #credentials: AskPassword;
  readonly #send: SendTokenRequest;
  readonly #refusals: RefusalMemory;
  readonly #renewal: TokenRenewal<CookieToken>;

  constructor(parts: {
    readonly clock: Clock;
    readonly cookie: string;
    readonly credentials: AskPassword;
    readonly send: SendTokenRequest;
  }) {
    this.#clock = parts.clock;
    this.#cookie = parts.cookie;
    this.#credentials = parts.credentials;
    this.#send = parts.send;
    this.#refusals = new RefusalMemory(parts.clock);
    this.#renewal = new TokenRenewal({
      isFresh: (token) => isFreshCookie(token, this.#clock.now()),
      request: (operation) => this.#request(operation),
    });
  }

  token({ operation, signal }: CallToSign): Promise<CookieToken> {
    return this.#renewal.token(operation, signal);
  }

  replace(refused: CookieToken, { operation, signal }: CallToSign): Promise<CookieToken> {
    return this.#renewal.replace(refused, operation, signal);
  }

  secrets(): readonly string[] {
    return this.#renewal.inUse.map(({ value }) => value);
  }

  dispose(): void {
    this.#renewal.forget();
  }

  async #request(operation: string): Promise<CookieToken> {
    const credentials = await readSecret(
      operation,
      "user name and password could not be read. Sign in to the connection again.",
      this.#credentials,
    );
    return await this.#refusals.guard(credentials, () => this.#signIn(credentials));
  }

  async #signIn({ username, password }: PasswordCredentials): Promise<CookieToken> {
    const operation = "requestSecureToken";
    const requestedAt = this.#clock.now();
    try {
      const answer = await this.#send({
        operation,
        row: authenticationOperations.requestSecureToken,
        args: { body: { username, password } },
        secrets: [password],
      });
      return parseCookieToken(operation, answer, this.#cookie, requestedAt);
    } catch (error) {
      throw isCredentialRefusal(error) ? toSignInError(error, adviceFor(error.status)) : error;
    }
  }
}

function adviceFor(status: number): string {
  return status === 403
    ? "Check user name and password of the connection; the user needs a profile with the Legacy API Restricted capability, which an administrator gives."
    : "Check user name and password of the connection.";
}
