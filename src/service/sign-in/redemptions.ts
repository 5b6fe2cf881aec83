import type { Clock } from "../../base/clock.ts";
import type { TokenRequest, TokenResponse } from "../../contract/authentication-schemas.ts";
import { hashSecret } from "../store/secrets.ts";

/** Ours: as long as a client waits for an answer that was lost before it asks again. */
const repeatMs = 10_000;

interface Redemption {
  /** Stands for the request with all its fields. */
  readonly request: string;
  readonly endsWithUse: boolean;
  readonly until: number;
  readonly answer: Promise<TokenResponse>;
}

/**
 * The last redemption of each sign-in. A code and a refresh token work once, but the same request may come several times:
 * from a client whose answer was lost, or from parts of a client that do not know of each other. For a short while such a
 * repeat gets the answer of the first, so that nobody is signed out; what comes later, or asks for something else, is a
 * replay. Held in memory, as answers are secret.
 */
export class Redemptions {
  readonly #clock: Clock;
  readonly #byFamily = new Map<string, Redemption>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The answer of `redeem`, or of an earlier one for the same request. What `redeem` calls must use the token up before it
   * waits for anything.
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

  /** An access token of the sign-in was used: its code's answer has arrived, so a repeat of the code is a replay (RFC 6749, 4.1.2). */
  noteUse(family: string): void {
    if (this.#byFamily.get(family)?.endsWithUse) {
      this.#byFamily.delete(family);
    }
  }
}

function keyOf(body: TokenRequest): string {
  return hashSecret(JSON.stringify(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))));
}
