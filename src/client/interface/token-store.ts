/** Tokens from one response of the token endpoint (service-api, "TokenResponse"). Secret. */
export interface JwtTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /**
   * Time of renewal before expiry, in epoch milliseconds; undefined if neither response nor token tells the lifetime.
   */
  readonly renewAt?: number | undefined;
}

/** Store of a connection's tokens, shared by all clients of the connection. */
export interface TokenStore {
  read(): Promise<JwtTokens | undefined>;
  /** Replaces the stored tokens; `undefined` deletes them. */
  write(tokens: JwtTokens | undefined): Promise<void>;
  /** Runs `work` exclusively across all windows, because a refresh token can be used only once. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Stores the tokens of one client in memory. */
export class MemoryTokenStore implements TokenStore {
  #tokens: JwtTokens | undefined;
  #last: Promise<unknown> = Promise.resolve();

  async read(): Promise<JwtTokens | undefined> {
    return this.#tokens;
  }

  async write(tokens: JwtTokens | undefined): Promise<void> {
    this.#tokens = tokens;
  }

  forget(): void {
    this.#tokens = undefined;
  }

  alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
