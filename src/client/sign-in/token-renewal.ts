import { rejectOnAbort } from "../../base/abort.ts";

/** How one kind of token is had and when it has to be renewed. */
interface TokenSource<Token> {
  isFresh(token: Token): boolean;
  /** `refused` is the token that the service no longer takes. */
  request(operation: string, refused: Token | undefined): Promise<Token>;
}

/** Keeps one token for all calls and renews it once, however many calls wait for it. */
export class TokenRenewal<Token> {
  readonly #source: TokenSource<Token>;
  #token: Token | undefined;
  #last: Token | undefined;
  #refused: Token | undefined;
  /** How often everything was forgotten. */
  #forgotten = 0;
  #renewal: Promise<Token> | undefined;

  constructor(source: TokenSource<Token>) {
    this.#source = source;
  }

  /** What texts may hold: the token, and the one before it, which answers under way may still speak of. */
  get inUse(): readonly Token[] {
    return [this.#token, this.#last].filter((token) => token !== undefined);
  }

  token(operation: string, signal: AbortSignal | undefined): Promise<Token> {
    const token = this.#token;
    return token !== undefined && this.#source.isFresh(token) ? Promise.resolve(token) : this.#renew(operation, signal);
  }

  /** A 401 that arrives after the renewal does not renew again. */
  replace(refused: Token, operation: string, signal: AbortSignal | undefined): Promise<Token> {
    if (this.#token === refused) {
      this.#token = undefined;
      this.#refused = refused;
    }
    return this.token(operation, signal);
  }

  /** What a renewal under way brings is for those who wait for it, and not kept. */
  forget(): void {
    this.#forgotten++;
    this.#token = undefined;
    this.#last = undefined;
    this.#refused = undefined;
  }

  /** The renewal is everybody's: a caller who goes away leaves it running for the others. */
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
