import type { FixableProblem } from "../core/text/fix.ts";
import type { Span } from "../core/text/span.ts";
import type { Caret, CaretPlace } from "./caret.ts";
import { createProblem } from "./diagnostics.ts";
import { nameText } from "./lexer.ts";
import type { Token } from "./token.ts";
import type { Cte, Name, Query, Scope } from "./tree.ts";

/** The part of the grammar that the others need and that needs them. */
export type ReadQuery = (reader: TokenReader, parent: Scope | undefined) => Query;

const deepest = 120;

/** Walks over the tokens of one statement and keeps what is said about them on the way. */
export class TokenReader {
  readonly problems: FixableProblem[] = [];
  /** Where the cursor was met. */
  caret: Caret | undefined;
  /** Common table expressions in sight, the innermost last. */
  ctes: readonly Cte[] = [];
  /** Names that WINDOW gives, as they are written, and where windows are named. */
  readonly windows: { readonly defined: Name[]; readonly used: Name[] } = { defined: [], used: [] };
  /** Whether there was something that nobody could read. */
  hasSkipped = false;
  /** Parameters of the functions around, in small letters. */
  locals: readonly string[] = [];
  readonly readQuery: ReadQuery;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], readQuery: ReadQuery) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: "end", text: "", key: "", isClosed: true, start: 0, end: 0 };
    this.readQuery = readQuery;
  }

  get current(): Token {
    return this.peek(0);
  }

  get previous(): Token | undefined {
    return this.#tokens[this.#index - 1];
  }

  /** Number of tokens read: a loop that leaves it unchanged must end. */
  get position(): number {
    return this.#index;
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  isAt(...keys: readonly string[]): boolean {
    return keys.includes(this.current.key) && this.current.key !== "";
  }

  /** Whether the current and the next token are these words or signs. */
  isAtBoth(first: string, second: string): boolean {
    return this.current.key === first && this.peek(1).key === second;
  }

  isAtEnd(): boolean {
    return this.current.kind === "end";
  }

  isAtCaret(): boolean {
    return this.current.kind === "caret";
  }

  isAtName(): boolean {
    return this.current.kind === "word" || this.current.kind === "quotedName";
  }

  advance(): Token {
    const { current } = this;
    if (current.kind !== "end") {
      this.#index++;
    }
    return current;
  }

  take(...keys: readonly string[]): Token | undefined {
    return this.isAt(...keys) ? this.advance() : undefined;
  }

  takeName(): Name {
    const token = this.advance();
    return { text: nameText(token), start: token.start, end: token.end };
  }

  /** Takes the cursor when it stands here. */
  takeCaret(place: CaretPlace, scope: Scope | undefined): boolean {
    if (!this.isAtCaret()) {
      return false;
    }
    this.caret = { place, scope, ctes: this.ctes, locals: this.locals };
    this.advance();
    return true;
  }

  /** Takes the closing bracket of one that was opened, or says that it is missing. */
  close(open: Span): Token | undefined {
    if (!this.isAt(")")) {
      this.skipRest();
    }
    const token = this.take(")");
    if (!token && !this.problems.some(({ code }) => code === "TS203" || code === "TS205")) {
      this.problems.push(createProblem("TS203", open));
    }
    return token;
  }

  /** Runs what may nest; too deep a text is not followed any further. */
  nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > deepest && this.current.kind !== "end") {
      this.problems.push(createProblem("TS205", this.current));
      this.#index = Math.max(0, this.#tokens.length - 1);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  /** Where the bracket that is opened so many tokens ahead is closed; the end where it is not. */
  aheadOfClosing(open: number): number {
    let depth = 0;
    for (let ahead = open; ; ahead++) {
      const { key, kind } = this.peek(ahead);
      depth += key === "(" ? 1 : key === ")" ? -1 : 0;
      if (depth === 0 || kind === "end") {
        return ahead;
      }
    }
  }

  /** Leaves what cannot be read, up to the bracket that closes what is around. */
  skipRest(): void {
    while (!this.isAt(")") && !this.isAtEnd()) {
      if (this.takeCaret({ kind: "words" }, undefined)) {
        continue;
      }
      this.hasSkipped = true;
      if (this.isAt("(")) {
        this.skipBrackets();
      } else {
        this.advance();
      }
    }
  }

  /** Skips to the bracket that closes the current one, and over it. */
  skipBrackets(): void {
    let depth = 0;
    do {
      depth += this.isAt("(") ? 1 : this.isAt(")") ? -1 : 0;
      if (!this.takeCaret({ kind: "words" }, undefined)) {
        this.advance();
      }
    } while (depth > 0 && !this.isAtEnd());
  }
}
