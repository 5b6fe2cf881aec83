import { rejectOnAbort } from "../../base/abort.ts";

/** Requests one kind of token and decides when to renew it. */
interface TokenSource<Token> {
  isFresh(token: Token): boolean;
  /** Requests a new token; `refused` is the token that the service no longer accepts, if any. */
  request(operation: string, refused: Token | undefined): Promise<Token>;
}

/** Caches one token for all calls. Several calls that wait for a new token share one renewal. */
export class TokenRenewal<Token> {
  readonly #source: TokenSource<Token>;
  #token: Token | undefined;
  #last: Token | undefined;
  #refused: Token | undefined;
  /** Number of calls of `forget`, to detect one during a renewal. */
  #forgotten = 0;
  #renewal: Promise<Token> | undefined;

  constructor(source: TokenSource<Token>) {
    this.#source = source;
  }

  /** Tokens to redact in messages: the current one and the previous one, which late responses may quote. */
  get inUse(): readonly Token[] {
    return [this.#token, this.#last].filter((token) => token !== undefined);
  }

  token(operation: string, signal: AbortSignal | undefined): Promise<Token> {
    const token = this.#token;
    return token !== undefined && this.#source.isFresh(token) ? Promise.resolve(token) : this.#renew(operation, signal);
  }

  /** Renews a token that the service refused. Does nothing if the token has already been replaced. */
  replace(refused: Token, operation: string, signal: AbortSignal | undefined): Promise<Token> {
    if (this.#token === refused) {
      this.#token = undefined;
      this.#refused = refused;
    }
    return this.token(operation, signal);
  }

  /**
   * Deletes the cached token. A running renewal still serves the calls that wait for it, but its token is not cached.
   */
  forget(): void {
    this.#forgotten++;
    this.#token = undefined;
    this.#last = undefined;
    this.#refused = undefined;
  }

  /** Joins the renewal shared by all callers; aborting one caller does not cancel it for the others. */
  #renew(operation: string, signal: AbortSignal | undefined): Promise<Token> {
    this.#renewal ??= this.#request(operation).finally(() => {
      this.#renewal = undefined;
    });
    return rejectOnAbort(this.#renewal, signal);
  }

  async #request(operation: string): Promise<Token> {
    const forgotten = this.#forgotten;
    const token = await this.#source.request(operation, this.#refused);
    if (forgotten !== this.#forgotten) {
      return token;
    }
    this.#last = this.#token ?? this.#refused;
    this.#token = token;
    this.#refused = undefined;
    return token;
  }
}
