import { readTokens, type Token } from "./read-tokens.ts";

const reserved = new Set("SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE".split(" "));

export function isReserved(name: string): boolean {
  return reserved.has(name.toUpperCase());
}

/** Steps through a text's tokens. `take…` steps over what it finds; `mustTake…` throws when it is not there. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  takeWord(word: string): boolean {
    return (
      this.#take((token) => token.kind === "name" && token.text.toUpperCase() === word.toUpperCase()) !== undefined
    );
  }

  takeSign(sign: string): boolean {
    return this.#take((token) => token.kind === "sign" && token.text === sign) !== undefined;
  }

  takeText(): string | undefined {
    return this.#take((token) => token.kind === "text");
  }

  takeNumber(): number | undefined {
    const text = this.#take((token) => token.kind === "number");
    return text === undefined ? undefined : Number(text);
  }

  mustTakeWord(word: string): void {
    this.#must(this.takeWord(word) || undefined, word);
  }

  mustTakeSign(sign: string): void {
    this.#must(this.takeSign(sign) || undefined, sign);
  }

  mustTakeName(): string {
    return this.#must(
      this.#take((token) => token.kind === "name" && !isReserved(token.text)),
      "a name",
    );
  }

  mustEnd(): void {
    this.#must(
      this.#take((token) => token.kind === "end"),
      "the end",
    );
  }

  #take(isWanted: (token: Token) => boolean): string | undefined {
    const token = this.#tokens[this.#next];
    if (!token || !isWanted(token)) {
      return undefined;
    }
    this.#next++;
    return token.text;
  }

  #must<Found>(found: Found | undefined, wanted: string): Found {
    if (found === undefined) {
      const token = this.#tokens[this.#next];
      throw new Error(`Evaluating a query: expected ${wanted}, found "${token?.text ?? ""}".`);
    }
    return found;
  }
}
