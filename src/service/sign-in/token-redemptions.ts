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
 * Remembers the last use of each authorization code and refresh token. Both work once, but a client that lost the
 * response may repeat the same request. For a short time, such a repeat gets the first response again; any other use of
 * the token is a replay. The responses are kept in memory, because they are secret.
 */
export class TokenRedemptions {
  readonly #clock: Clock;
  readonly #byFamily = new Map<string, Redemption>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the response of `redeem`, or the stored response if the same request was made before. `redeem` must mark
   * the token as used before it first awaits.
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
   * Records that an access token of a sign-in was used. The client therefore has the response to its authorization
   * code, and a repeat of the code is a replay (RFC 6749, 4.1.2).
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
