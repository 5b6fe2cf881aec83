import type { Problem } from "../core/problem.ts";
import { isSameWord } from "../core/same-word.ts";
import type { Span } from "../core/span.ts";
import { createProblem, type DiagnosticCode, type MessageValues } from "./diagnostics.ts";
import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";
import type { Token } from "./token.ts";
import type { Hole } from "./tree.ts";

/** Deeper nesting is reported, not followed: the parser calls itself for each level. */
const depthLimit = 200;

const noToken: Token = { kind: "end", start: 0, end: 0 };

/** Reads tokens from left to right and keeps the problems met on the way. */
export class TokenCursor {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #index = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? noToken;
  }

  /** The token that is `ahead` tokens on; the `end` when there are not that many. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== "end") {
      this.#index++;
    }
    return token;
  }

  /** The token read last, or an empty one at the start of the text. */
  previous(): Token {
    return this.#tokens[this.#index - 1] ?? noToken;
  }

  textOf(span: Span): string {
    return this.#text.slice(span.start, span.end);
  }

  isWord(word: ReservedWord, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "word" && token.text === word;
  }

  isSign(sign: Sign, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "sign" && token.text === sign;
  }

  /** Whether the token is this name in any letter case. */
  isName(name: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "name" && isSameWord(token.text, name);
  }

  acceptWord(word: ReservedWord): Token | undefined {
    return this.isWord(word) ? this.next() : undefined;
  }

  acceptSign(sign: Sign): Token | undefined {
    return this.isSign(sign) ? this.next() : undefined;
  }

  /** Where every list and bracket ends: SELECT, FROM, WHERE, `;` and the end of the text (sql-like-language 3.3). */
  isAtBoundary(): boolean {
    const token = this.peek();
    switch (token.kind) {
      case "end":
        return true;
      case "word":
        return token.text === "SELECT" || token.text === "FROM" || token.text === "WHERE";
      case "sign":
        return token.text === ";";
      default:
        return false;
    }
  }

  /** An empty place just after what was read. */
  hole(): Hole {
    const { end } = this.previous();
    return { kind: "hole", start: end, end };
  }

  /** Where what was read ends. */
  get end(): number {
    return this.previous().end;
  }

  /** Where a node starts whose first token was to start there: just after what was read when the node has read nothing. */
  startOf(start: number): number {
    return Math.min(start, this.end);
  }

  /** From the start of a node to the end of what was read; without width just after that when the node has read nothing. */
  spanFrom(start: number): Span {
    return { start: this.startOf(start), end: this.end };
  }

  report<Code extends DiagnosticCode>(code: Code, span: Span, ...values: MessageValues<Code>): void {
    this.problems.push(createProblem(code, span, ...values));
  }

  /** Reports that something else should stand here; the place is the next token, or the last one at the end of the text. */
  reportExpected(expected: string): void {
    const token = this.peek();
    const span = token.kind === "end" ? this.previous() : token;
    const found = token.kind === "end" ? "" : `, not \`${this.textOf(token)}\``;
    this.report("SL201", span, { expected, found });
  }

  /** Reports that what was read last, such as AND or a comma, is followed by nothing it could join. */
  reportMissing(expected: string): Hole {
    const last = this.previous();
    this.report("SL206", last, { expected, after: `\`${this.textOf(last)}\`` });
    return this.hole();
  }

  /** Runs `read` one level deeper, or gives `undefined` and reports when the text is nested too deeply to follow. */
  nest<Node>(read: () => Node): Node | undefined {
    if (this.#depth >= depthLimit) {
      this.reportExpected("Less nesting");
      return undefined;
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Passes over a bracket and everything in it, up to `;` when it is not closed. The next token is `(`. */
  skipBrackets(): void {
    const open = this.next();
    let depth = 1;
    while (depth > 0) {
      if (this.peek().kind === "end" || this.isSign(";")) {
        this.report("SL204", open);
        return;
      }
      if (this.isSign("(")) {
        depth++;
      } else if (this.isSign(")")) {
        depth--;
      }
      this.next();
    }
  }
}
