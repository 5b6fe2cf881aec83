import type { Span } from "../../core/text/span.ts";
import type { Token } from "../syntax/token.ts";

/** Writes the tokens of a statement one by one, each with the comments around it: they never move over a token. */
export class LexemeWriter {
  readonly steps: LayoutStep[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #comments: readonly Span[];
  #nextToken = 0;
  #nextComment = 0;
  /** End of what was written last. */
  #end: number;
  /** What was written last ends its line. */
  #endsLine = false;

  /** The comments are those behind the first token. */
  constructor(text: string, tokens: readonly Token[], comments: readonly Span[]) {
    this.#text = text;
    this.#tokens = tokens;
    this.#comments = comments;
    this.#end = tokens[0]?.start ?? 0;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#nextToken];
  }

  /** What stands before the next token. */
  gap(gap: Gap): void {
    this.steps.push({ kind: "gap", gap });
  }

  /** Writes the next token, in its own spelling unless it is given another. */
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

  /** Moves what `write` writes to the right, where it stands on lines of its own. */
  indented(write: () => void): void {
    this.steps.push({ kind: "indent" });
    write();
    this.steps.push({ kind: "outdent" });
  }

  /** Comments on lines of their own belong to what follows them and take its gap. */
  #writeCommentsBefore(token: Token): void {
    for (let comment = this.#commentBefore(token.start); comment; comment = this.#commentBefore(token.start)) {
      this.#writeComment(comment);
      this.gap("space");
    }
  }

  /** Comments behind a token on its line stay there. */
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
 * What stands between a lexeme and the one before it. `line` and `soft` are a space and nothing, or a new line where the group
 * around them does not fit one; `hard` is a new line in any case.
 */
export type Gap = "none" | "space" | "line" | "soft" | "hard";

/** A token or comment of the laid out text, in the order in which they stand. */
export interface LexemeStep extends Span {
  readonly kind: "lexeme";
  /** As it is written out: words in upper case, functions and units in their spelling. */
  readonly text: string;
  /** A comment beside it asks for a line of its own, whatever the gap is. */
  readonly isForced: boolean;
  /** How much of the line it takes; a comment at the end of a line may stand over its edge. */
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
