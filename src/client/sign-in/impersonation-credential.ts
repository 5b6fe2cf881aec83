import type { Clock } from "../../base/clock.ts";
import { authenticationOperations } from "../../contract/authentication.ts";
import type { Impersonation } from "../interface/connection.ts";
import { StatusError } from "../interface/errors.ts";
import { type CookieToken, isFreshCookie, parseCookieToken } from "./asid-credential.ts";
import type { CallToken, CallToSign, Credential, SendTokenRequest } from "./credential.ts";
import { isCredentialRefusal, RefusalMemory, toSignInError } from "./sign-in-refusal.ts";
import { TokenRenewal } from "./token-renewal.ts";

interface ImpersonationParts {
  readonly clock: Clock;
  readonly cookie: string;
  /** Credential of the impersonating user; disposed together with this one. */
  readonly requester: Credential;
  readonly impersonation: Impersonation;
  readonly send: SendTokenRequest;
}

const operation = "requestImpersonationToken";

/**
 * Credential for acting as another user. It signs in, then requests an impersonation token, which is the only token
 * that calls carry (service-api, "Impersonation").
 */
export class ImpersonationCredential implements Credential {
  readonly #parts: ImpersonationParts;
  readonly #refusals: RefusalMemory;
  readonly #renewal: TokenRenewal<CookieToken>;

  constructor(parts: ImpersonationParts) {
    this.#parts = parts;
    this.#refusals = new RefusalMemory(parts.clock);
    this.#renewal = new TokenRenewal({
      // Its lifetime is not documented, so that of an ASID token is assumed; a 401 renews it earlier.
      isFresh: (token) => isFreshCookie(token, parts.clock.now()),
      request: (calling) => this.#request(calling),
    });
  }

  token(call: CallToSign): Promise<CookieToken> {
    return this.#renewal.token(call.operation, call.signal);
  }

  replace(refused: CookieToken, call: CallToSign): Promise<CookieToken> {
    return this.#renewal.replace(refused, call.operation, call.signal);
  }

  secrets(): readonly string[] {
    return [...this.#renewal.inUse.map(({ value }) => value), ...this.#parts.requester.secrets()];
  }

  dispose(): void {
    this.#renewal.forget();
    this.#parts.requester.dispose();
  }

  async #request(calling: string): Promise<CookieToken> {
    const { requester, impersonation } = this.#parts;
    const call: CallToSign = { operation: calling, auth: "standard", signal: undefined };
    const token = await requester.token(call);
    try {
      return await this.#refusals.guard(impersonation, () => this.#impersonate(token));
    } catch (error) {
      if (!(error instanceof StatusError && error.status === 401)) {
        throw error;
      }
    }
    const renewed = await requester.replace(token, call);
    return await this.#refusals.guard(impersonation, () => this.#impersonate(renewed, true));
  }

  async #impersonate(token: CallToken, isLast = false): Promise<CookieToken> {
    const { clock, cookie, impersonation, send } = this.#parts;
    const { username, write, tenant } = impersonation;
    const requestedAt = clock.now();
    try {
      const answer = await send({
        operation,
        row: authenticationOperations.requestImpersonationToken,
        args: { query: { write }, headers: { TargetUsername: username }, body: { TargetUsername: username } },
        token,
        tenant,
        secrets: [token.value],
      });
      return parseCookieToken(operation, answer, cookie, requestedAt);
    } catch (error) {
      const isRefused = isMissingUser(error) || (isCredentialRefusal(error) && (isLast || error.status !== 401));
      throw isRefused ? toSignInError(error, adviceFor(impersonation)) : error;
    }
  }
}

/** Whether a 404 means that the user does not exist, rather than the operation. */
function isMissingUser(error: unknown): error is StatusError {
  return error instanceof StatusError && error.status === 404 && error.serverMessage !== undefined;
}

function adviceFor({ write, tenant }: Impersonation): string {
  const needed = write ? "Write Impersonated" : "Read Impersonated";
  const place = tenant === undefined ? "" : ` in the tenant ${tenant}`;
  return `Check the user name to act as. You need the Impersonator profile, and that user needs ${needed}${place}; an administrator gives both. Or edit the connection.`;
}
