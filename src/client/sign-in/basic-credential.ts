import type { MemoryTokenStore } from "../interface/connection.ts";
import { ApiError, MalformedError, SignInError, StatusError } from "../interface/errors.ts";
import type { AsidCredential } from "./asid-credential.ts";
import type { CallToken, CallToSign, Credential } from "./credential.ts";
import type { OauthCredential } from "./oauth-credential.ts";

/**
 * Credential for basic authentication. It uses an ASID token, or a JWT exchanged for it for operations that accept only
 * bearer tokens.
 */
export class BasicCredential implements Credential {
  readonly #asid: AsidCredential;
  readonly #exchanged: OauthCredential;
  readonly #tokens: MemoryTokenStore;
  #isExchanged = true;

  /** `tokens` stores the exchanged tokens. */
  constructor(asid: AsidCredential, exchanged: OauthCredential, tokens: MemoryTokenStore) {
    this.#tokens = tokens;
    this.#asid = asid;
    this.#exchanged = exchanged;
  }

  token(call: CallToSign): Promise<CallToken> {
    return this.#ask(call, (credential) => credential.token(call));
  }

  replace(refused: CallToken, call: CallToSign): Promise<CallToken> {
    return this.#ask(call, (credential) => credential.replace(refused, call));
  }

  secrets(): readonly string[] {
    return [...this.#asid.secrets(), ...this.#exchanged.secrets()];
  }

  dispose(): void {
    this.#asid.dispose();
    this.#exchanged.dispose();
    this.#tokens.forget();
  }

  /** Falls back to the ASID token if the deployment exchanges none; it then decides itself whether to accept it. */
  async #ask(call: CallToSign, ask: (credential: Credential) => Promise<CallToken>): Promise<CallToken> {
    if (call.auth === "bearer" && this.#isExchanged) {
      try {
        return await ask(this.#exchanged);
      } catch (error) {
        if (!hasNoExchange(error)) {
          throw error;
        }
        this.#isExchanged = false;
      }
    }
    return await ask(this.#asid);
  }
}

/** Whether the token endpoint does not issue JWTs, as opposed to being temporarily unavailable. */
function hasNoExchange(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.operation !== "requestJwt") {
    return false;
  }
  const isMissing =
    error instanceof StatusError && (error.status < 500 || error.status === 501) && error.status !== 429;
  return isMissing || error instanceof SignInError || error instanceof MalformedError;
}
