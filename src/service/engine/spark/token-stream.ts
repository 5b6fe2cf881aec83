import { SparkSqlError } from "./spark-sql-error.ts";
import { readTokens, type Token } from "./tokens.ts";

const maximalDepth = 200;

/** Goes through the tokens of a text; words are compared without heed of case. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  get current(): Token {
    return this.peek(0);
  }

  get isAtEnd(): boolean {
    return this.current.kind === "end";
  }

  get previousEnd(): number {
    return this.#tokens[this.#position - 1]?.end ?? 0;
  }

  peek(ahead: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#position + ahead, last)] as Token;
  }

  advance(): Token {
    const { current } = this;
    if (this.#position < this.#tokens.length - 1) {
      this.#position++;
    }
    return current;
  }

  /** Whether these words or symbols come next, one after the other. */
  isAt(...texts: readonly string[]): boolean {
    return texts.every((text, index) => {
      const token = this.peek(index);
      return (token.kind === "word" || token.kind === "symbol") && token.text.toUpperCase() === text;
    });
  }

  isAtAny(texts: ReadonlySet<string>): boolean {
    const { current } = this;
    return (current.kind === "word" || current.kind === "symbol") && texts.has(current.text.toUpperCase());
  }

  /** Goes past these words or symbols if they come next. */
  take(...texts: readonly string[]): boolean {
    const isThere = this.isAt(...texts);
    if (isThere) {
      this.#position += texts.length;
    }
    return isThere;
  }

  expect(...texts: readonly string[]): void {
    if (!this.take(...texts)) {
      this.fail(`${texts.join(" ")} is missing`);
    }
  }

  /** A name, bare or in back quotes. */
  takeName(what = "A name"): string {
    const { current } = this;
    if (current.kind !== "word" && current.kind !== "quoted") {
      return this.fail(`${what} is missing`);
    }
    return this.advance().text;
  }

  /** Names with dots between them. */
  takePath(): string[] {
    const path = [this.takeName()];
    while (this.take(".")) {
      path.push(this.takeName());
    }
    return path;
  }

  /** What `read` reads, once and once more after each comma. */
  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.take(",")) {
      items.push(read());
    }
    return items;
  }

  /** Goes back to where it was when `read` gives nothing. */
  attempt<Item>(read: () => Item | undefined): Item | undefined {
    const position = this.#position;
    const item = read();
    if (item === undefined) {
      this.#position = position;
    }
    return item;
  }

  /** Bounds how deep brackets and queries nest, which would end in an overflow of the stack. */
  nested<Item>(read: () => Item): Item {
    if (this.#depth >= maximalDepth) {
      this.fail("The statement nests too deep; split it with WITH");
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  fail(problem: string): never {
    const { current } = this;
    const place = current.kind === "end" ? "at the end of the statement" : `at "${current.text}"`;
    throw new SparkSqlError(`${problem} ${place}.`, current.start, Math.max(current.end, current.start));
  }
}
