import { rejectOnAbort } from "../../base/abort.ts";

/** Requests one kind of token and decides when to renew it. */
interface TokenSource<Token> {
  isFresh(token: Token): boolean;
  /** Requests a new token; `refused` is the token that the service no longer accepts, if any. */
  request(operation: string, refused: Token | undefined): Promise<Token>;
}

/** Caches one token for all calls, and renews it once for all waiting calls. */
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

  /** Tokens to redact in texts: the current one and the previous one, which pending responses may still quote. */
  get inUse(): readonly Token[] {
    return [this.#token, this.#last].filter((token) => token !== undefined);
  }

  token(operation: string, signal: AbortSignal | undefined): Promise<Token> {
    const token = this.#token;
    return token !== undefined && this.#source.isFresh(token) ? Promise.resolve(token) : this.#renew(operation, signal);
  }

  /** Replaces a refused token. A late 401 for an already replaced token does not renew again. */
  replace(refused: Token, operation: string, signal: AbortSignal | undefined): Promise<Token> {
    if (this.#token === refused) {
      this.#token = undefined;
      this.#refused = refused;
    }
    return this.token(operation, signal);
  }

  /** Deletes the tokens. The result of a running renewal goes to its waiting callers but is not cached. */
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
