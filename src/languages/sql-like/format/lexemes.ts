import type { Span } from "../../core/text/span.ts";
import type { Token } from "../syntax/token.ts";

/**
 * Writes the tokens of a statement one by one, together with the comments between them. The order of tokens and
 * comments never changes.
 */
export class LexemeWriter {
  readonly steps: LayoutStep[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #comments: readonly Span[];
  #nextToken = 0;
  #nextComment = 0;
  /** End offset of the token or comment that was written last. */
  #end: number;
  /** Whether a line break must follow the token or comment that was written last. */
  #endsLine = false;

  /** `comments` are the comments that come after the first token. */
  constructor(text: string, tokens: readonly Token[], comments: readonly Span[]) {
    this.#text = text;
    this.#tokens = tokens;
    this.#comments = comments;
    this.#end = tokens[0]?.start ?? 0;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#nextToken];
  }

  /** Sets the gap (white space or line break) before the next token. */
  gap(gap: LexemeGap): void {
    this.steps.push({ kind: "gap", gap });
  }

  /** Writes the next token. `spelling` replaces the token's text if given. */
  take(spelling?: string): void {
    const token = this.peek();
    if (token) {
      this.#writeCommentsBefore(token);
      this.#nextToken++;
      const text = spelling ?? (token.kind === "word" ? token.text : this.#text.slice(token.start, token.end));
      this.#write(token, text, text.length, false);
      this.#writeCommentsBehind();
    }
  }

  /** Writes the tokens up to an offset, each with the same gap before it. */
  takeUntil(end: number, gap: LexemeGap): void {
    for (let token = this.peek(); token && token.start < end; token = this.peek()) {
      this.gap(gap);
      this.take();
    }
  }

  open(isBroken = false): void {
    this.steps.push({ kind: "open", isBroken });
  }

  close(): void {
    this.steps.push({ kind: "close" });
  }

  /** Indents all lines that the callback `write` writes. */
  indented(write: () => void): void {
    this.steps.push({ kind: "indent" });
    write();
    this.steps.push({ kind: "outdent" });
  }

  /** Writes the comments on separate lines before a token, with the gap that was set for the token. */
  #writeCommentsBefore(token: Token): void {
    for (let comment = this.#commentBefore(token.start); comment; comment = this.#commentBefore(token.start)) {
      this.#writeComment(comment);
      this.gap("space");
    }
  }

  /** Writes the comments that follow a token on the same line. They stay on that line. */
  #writeCommentsBehind(): void {
    const next = this.peek()?.start ?? this.#text.length;
    for (let comment = this.#commentBefore(next); comment; comment = this.#commentBefore(next)) {
      if (this.#endsLine || this.#startsLine(comment)) {
        return;
      }
      this.gap("space");
      this.#writeComment(comment);
    }
  }

  #commentBefore(offset: number): Span | undefined {
    const comment = this.#comments[this.#nextComment];
    return comment && comment.start < offset ? comment : undefined;
  }

  #startsLine({ start }: Span): boolean {
    return containsLineEnd(this.#text.slice(this.#end, start));
  }

  #writeComment(comment: Span): void {
    this.#nextComment++;
    const text = this.#text.slice(comment.start, comment.end);
    const isLine = text.startsWith("--");
    const startsLine = this.#startsLine(comment);
    this.#write(comment, isLine ? text.trimEnd() : text, isLine ? 0 : text.length, startsLine);
    const next = this.#commentBefore(this.#text.length)?.start ?? this.#text.length;
    const behind = this.#text.slice(comment.end, Math.min(next, this.peek()?.start ?? next));
    this.#endsLine = isLine || (startsLine && containsLineEnd(behind));
  }

  #write({ start, end }: Span, text: string, width: number, startsLine: boolean): void {
    this.steps.push({ kind: "lexeme", start, end, text, isForced: this.#endsLine || startsLine, width });
    this.#end = end;
    this.#endsLine = false;
  }
}

export function containsLineEnd(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * White space before a token or comment. `line` is a space and `soft` is empty, but both become a line break if their
 * group does not fit on one line. `hard` is always a line break.
 */
export type LexemeGap = "none" | "space" | "line" | "soft" | "hard";

/** Token or comment in the formatted output, in order. */
export interface LexemeStep extends Span {
  readonly kind: "lexeme";
  /**
   * Text of the token in standard spelling: keywords in upper case, functions and units as the language reference
   * writes them.
   */
  readonly text: string;
  /** Whether an adjacent comment forces a line break before this token or comment, whatever its gap. */
  readonly isForced: boolean;
  /**
   * Width in columns, for the comparison with the line width. Trailing comments do not count, because they may exceed
   * the line width.
   */
  readonly width: number;
}

/**
 * Layout of a statement as a sequence of steps. A group is printed on one line if it fits; lines between `indent` and
 * `outdent` are indented.
 */
export type LayoutStep =
  | LexemeStep
  /** Gap before the next lexeme. The start of a group may come between the gap and the lexeme. */
  | { readonly kind: "gap"; readonly gap: LexemeGap }
  /** Start of a group. If `isBroken`, the group is always printed on several lines. */
  | { readonly kind: "open"; readonly isBroken: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "indent" }
  | { readonly kind: "outdent" };
