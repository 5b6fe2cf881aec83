/** What one answer of the token endpoint gave (service-api, "TokenResponse"). Secret. */
export interface JwtTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When to renew, a while before it expires, in epoch milliseconds; unknown when neither answer nor token says how long it lives. */
  readonly renewAt?: number | undefined;
}

/** Where a connection's tokens are kept, for everybody who uses them. */
export interface TokenStore {
  read(): Promise<JwtTokens | undefined>;
  /** Replaces what is kept; `undefined` forgets it. */
  write(tokens: JwtTokens | undefined): Promise<void>;
  /** Runs `work` while nobody else does, in this window or another: a refresh token can be used once. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Keeps tokens for one client. */
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
