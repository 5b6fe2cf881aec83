import type { Span } from "../../core/text/span.ts";
import type { Token } from "../syntax/token.ts";

/** Writes the tokens of a statement one by one with the comments around them, which never move past a token. */
export class LexemeWriter {
  readonly steps: LayoutStep[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #comments: readonly Span[];
  #nextToken = 0;
  #nextComment = 0;
  /** End of the lexeme written last. */
  #end: number;
  /** Whether the lexeme written last must end its line. */
  #endsLine = false;

  /** `comments` are those after the first token. */
  constructor(text: string, tokens: readonly Token[], comments: readonly Span[]) {
    this.#text = text;
    this.#tokens = tokens;
    this.#comments = comments;
    this.#end = tokens[0]?.start ?? 0;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#nextToken];
  }

  /** Sets the gap before the next token. */
  gap(gap: Gap): void {
    this.steps.push({ kind: "gap", gap });
  }

  /** Writes the next token, in its own spelling unless another is given. */
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

  /** Writes the tokens up to an offset, each after the same gap. */
  takeUntil(end: number, gap: Gap): void {
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

  /** Indents the lines that `write` writes. */
  indented(write: () => void): void {
    this.steps.push({ kind: "indent" });
    write();
    this.steps.push({ kind: "outdent" });
  }

  /** Comments on their own lines belong to the next token and take its gap. */
  #writeCommentsBefore(token: Token): void {
    for (let comment = this.#commentBefore(token.start); comment; comment = this.#commentBefore(token.start)) {
      this.#writeComment(comment);
      this.gap("space");
    }
  }

  /** Comments after a token on its line stay there. */
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
    return hasLineEnd(this.#text.slice(this.#end, start));
  }

  #writeComment(comment: Span): void {
    this.#nextComment++;
    const text = this.#text.slice(comment.start, comment.end);
    const isLine = text.startsWith("--");
    const startsLine = this.#startsLine(comment);
    this.#write(comment, isLine ? text.trimEnd() : text, isLine ? 0 : text.length, startsLine);
    const next = this.#commentBefore(this.#text.length)?.start ?? this.#text.length;
    const behind = this.#text.slice(comment.end, Math.min(next, this.peek()?.start ?? next));
    this.#endsLine = isLine || (startsLine && hasLineEnd(behind));
  }

  #write({ start, end }: Span, text: string, width: number, startsLine: boolean): void {
    this.steps.push({ kind: "lexeme", start, end, text, isForced: this.#endsLine || startsLine, width });
    this.#end = end;
    this.#endsLine = false;
  }
}

export function hasLineEnd(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * Gap before a lexeme. `line` and `soft` are a space and nothing, or a line break if the group does not fit on one
 * line; `hard` is always a line break.
 */
export type Gap = "none" | "space" | "line" | "soft" | "hard";

/** Token or comment of the formatted text, in order. */
export interface LexemeStep extends Span {
  readonly kind: "lexeme";
  /** Formatted text: keywords in upper case, functions and units in their standard spelling. */
  readonly text: string;
  /** Whether a comment next to it forces a line break, whatever the gap. */
  readonly isForced: boolean;
  /** Columns that it takes; a comment at the end of a line may exceed the line width. */
  readonly width: number;
}

/** A layout as a line of steps: groups are on one line when they fit, and what stands between `indent` and `outdent` moves right. */
export type LayoutStep =
  | LexemeStep
  /** Stands before the lexeme that it is the gap of, maybe with the start of a group between them. */
  | { readonly kind: "gap"; readonly gap: Gap }
  /** A group that is broken does not try to fit. */
  | { readonly kind: "open"; readonly isBroken: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "indent" }
  | { readonly kind: "outdent" };
