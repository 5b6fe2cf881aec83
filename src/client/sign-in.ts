import type { Clock } from "../base/clock.ts";
import type { PasswordCredentials } from "./connection.ts";
import { ApiError, SignInError, StatusError } from "./errors.ts";

/** An ASID token and when it was asked for, in epoch milliseconds. */
export interface AsidToken {
  readonly value: string;
  readonly requestedAt: number;
}

/** Fetches a token; throws StatusError for a refusal. */
export type RequestToken = (credentials: PasswordCredentials) => Promise<string>;

const lifeMs = 60 * 60 * 1000;
const marginMs = 5 * 60 * 1000;
/** Refused credentials are not sent again for this long, so that a busy window does not lock an account. */
const refusalMs = 30_000;
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Basic authentication: one ASID token for all calls, renewed once however many calls wait (service-api, "Authentication"). */
export class SignIn {
  readonly #clock: Clock;
  readonly #credentials: () => Promise<PasswordCredentials>;
  readonly #requestToken: RequestToken;
  #token: AsidToken | undefined;
  #renewal: Promise<AsidToken> | undefined;
  #refusal:
    | { readonly credentials: PasswordCredentials; readonly error: SignInError; readonly until: number }
    | undefined;

  constructor(clock: Clock, credentials: () => Promise<PasswordCredentials>, requestToken: RequestToken) {
    this.#clock = clock;
    this.#credentials = credentials;
    this.#requestToken = requestToken;
  }

  /** A token that is good for some minutes yet. Throws ApiError or the signal's reason. */
  token(operation: string, signal: AbortSignal | undefined): Promise<AsidToken> {
    const token = this.#token;
    const isFresh = token !== undefined && this.#clock.now() < token.requestedAt + lifeMs - marginMs;
    return isFresh ? Promise.resolve(token) : this.#renew(operation, signal);
  }

  /** A token other than the one the service just refused. */
  replace(refused: AsidToken, operation: string, signal: AbortSignal | undefined): Promise<AsidToken> {
    if (this.#token === refused) {
      this.#token = undefined;
    }
    return this.token(operation, signal);
  }

  /** Secrets in use, to be taken out of texts. */
  secrets(): readonly string[] {
    return this.#token ? [this.#token.value] : [];
  }

  /** The renewal is everybody's: a caller who goes away leaves it running for the others. */
  #renew(operation: string, signal: AbortSignal | undefined): Promise<AsidToken> {
    this.#renewal ??= this.#request(operation).finally(() => {
      this.#renewal = undefined;
    });
    return abortable(this.#renewal, signal);
  }

  async #request(operation: string): Promise<AsidToken> {
    const credentials = await this.#readCredentials(operation);
    const refusal = this.#refusal;
    if (refusal && this.#clock.now() < refusal.until && isSame(refusal.credentials, credentials)) {
      throw refusal.error;
    }
    const requestedAt = this.#clock.now();
    try {
      const token = { value: await this.#requestToken(credentials), requestedAt };
      this.#token = token;
      this.#refusal = undefined;
      return token;
    } catch (error) {
      if (error instanceof StatusError && refusals.has(error.status)) {
        const refused = refusedError(error);
        this.#refusal = { credentials, error: refused, until: this.#clock.now() + refusalMs };
        throw refused;
      }
      throw error;
    }
  }

  async #readCredentials(operation: string): Promise<PasswordCredentials> {
    try {
      return await this.#credentials();
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : new SignInError(operation, "user name and password could not be read. Sign in to the connection again.", {
            cause: error,
          });
    }
  }
}

function refusedError(error: StatusError): SignInError {
  const said = error.serverMessage ? `: ${error.serverMessage}` : ".";
  return new SignInError(
    error.operation,
    `the service refused the sign-in (status ${error.status})${said} Check user name and password of the connection.`,
    { status: error.status, cause: error },
  );
}

function isSame(one: PasswordCredentials, other: PasswordCredentials): boolean {
  return one.username === other.username && one.password === other.password;
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
