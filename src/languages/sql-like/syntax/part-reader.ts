import { type LexedList, lexInto } from "./lexer.ts";
import { type CodedText, codedText } from "./scan.ts";
import { TokenList } from "./token-list.ts";

/** A stretch of a text from one `;` to the next, split into tokens. */
export interface LexedPart {
  /** With the `;` that ends it. */
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
  /** Only until the next part is read. */
  readonly lexed: LexedList;
}

/** Characters that are looked through at once: an edit in a long text costs no more than one in a short text. */
const usualStretch = 8192;

/** Cuts a text into parts from an offset on. */
export class PartReader {
  readonly #text: string;
  readonly #tokens = new TokenList();
  #end: number;
  #stretch: CodedText;
  #stretchStart: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#end = from;
    this.#stretch = this.#stretchFrom(from, usualStretch);
    this.#stretchStart = from;
  }

  get isAtEnd(): boolean {
    return this.#end >= this.#text.length;
  }

  /** The next part; one without text at the end. */
  read(): LexedPart {
    const start = this.#end;
    let lexed = this.#lexFrom(start);
    while (!lexed.isEnded && this.#stretchStart + lexed.end < this.#text.length) {
      // The part goes on behind the stretch: it is looked through again with what follows.
      const length = start === this.#stretchStart ? this.#stretch.text.length * 4 : usualStretch;
      this.#stretch = this.#stretchFrom(start, length);
      this.#stretchStart = start;
      lexed = this.#lexFrom(start);
    }
    this.#end = this.#stretchStart + lexed.end;
    return { text: this.#text.slice(start, this.#end), start, lexed };
  }

  #lexFrom(start: number): LexedList {
    return lexInto(this.#tokens, this.#stretch, start - this.#stretchStart, "semicolon");
  }

  /** Whole lines. Only a comment can go on behind the last one, and then no `;` is found in the stretch. */
  #stretchFrom(start: number, length: number): CodedText {
    const lineEnd = this.#text.indexOf("\n", start + length) + 1;
    return codedText(this.#text.slice(start, lineEnd === 0 ? undefined : lineEnd));
  }
}
