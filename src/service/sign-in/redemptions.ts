import type { Clock } from "../../base/clock.ts";
import type { TokenRequest, TokenResponse } from "../../contract/authentication.ts";
import { hashSecret } from "../store/secrets.ts";

/**
 * Time in which a repeated request gets the first answer: as long as clients wait for a lost answer before they retry.
 * Our choice.
 */
const repeatMs = 10_000;

interface Redemption {
  /** Hash of the request with all its fields. */
  readonly request: string;
  readonly endsWithUse: boolean;
  readonly until: number;
  readonly answer: Promise<TokenResponse>;
}

/**
 * Remembers the last redemption of each sign-in. An authorization code and a refresh token work once, but the same
 * request may come several times: from a client that lost the answer, or from two processes of a client. For a short
 * time such a repeat gets the first answer, so that nobody is signed out; a later or different request with the same
 * token is a replay. Held in memory, because answers are secret.
 */
export class Redemptions {
  readonly #clock: Clock;
  readonly #byFamily = new Map<string, Redemption>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the answer of `redeem`, or the stored answer to the same request. `redeem` must mark the token as used
   * before it awaits anything.
   */
  async answer(family: string, body: TokenRequest, redeem: () => Promise<TokenResponse>): Promise<TokenResponse> {
    const request = keyOf(body);
    const now = this.#clock.now();
    for (const [other, { until }] of this.#byFamily) {
      if (until <= now) {
        this.#byFamily.delete(other);
      }
    }
    const known = this.#byFamily.get(family);
    if (known?.request === request) {
      return await known.answer;
    }
    const endsWithUse = body.grant_type === "authorization_code";
    const redemption: Redemption = { request, endsWithUse, until: now + repeatMs, answer: redeem() };
    this.#byFamily.set(family, redemption);
    try {
      return await redemption.answer;
    } catch (error) {
      if (this.#byFamily.get(family) === redemption) {
        this.#byFamily.delete(family);
      }
      throw error;
    }
  }

  /**
   * Records that an access token of the sign-in was used. The answer to its code has arrived, so a repeat of the code
   * is a replay (RFC 6749, 4.1.2).
   */
  recordUse(family: string): void {
    if (this.#byFamily.get(family)?.endsWithUse) {
      this.#byFamily.delete(family);
    }
  }
}

function keyOf(body: TokenRequest): string {
  return hashSecret(JSON.stringify(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))));
}
