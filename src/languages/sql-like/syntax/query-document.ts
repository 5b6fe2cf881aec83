import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { type LexedList, lexInto } from "./lexer.ts";
import { type ParsedScript, parseScript, parseTokens } from "./parse-script.ts";
import { type CodedText, codedText } from "./scan.ts";
import { TokenList } from "./token.ts";
import type { Statement } from "./tree.ts";

/** A stretch of a text from one `;` to the next, split into tokens. */
interface LexedPart {
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
class PartReader {
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

/**
 * The text from one `;` to the next with its tree. It knows nothing of what stands around it and its offsets count from its
 * own start, so that it stays as it is while other parts of the document change.
 */
export interface QueryPart {
  /** With the `;` that ends it. */
  readonly text: string;
  /** At most one, except in a script of the shell; none when there are only spaces and comments. */
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
  /** Lexical and syntactic problems. */
  readonly problems: readonly Problem[];
  /** What its check has found last, kept as long as the part itself; `check-document.ts` alone knows its form. */
  checked?: unknown;
}

export interface PlacedPart {
  readonly part: QueryPart;
  /** Offset in the document. */
  readonly start: number;
}

interface QueryDocumentOptions {
  /** A script of the command-line shell: its statements depend on those before, so that it is one part (sql-like-language 12). */
  readonly isShellScript?: boolean;
}

/** A text of queries, cut into parts. A document does not change; `withText` gives another that shares what stayed. */
export class QueryDocument {
  readonly text: string;
  /** In the order of the text, without gaps; never empty. */
  readonly parts: readonly PlacedPart[];
  readonly #options: QueryDocumentOptions;

  private constructor(text: string, parts: readonly PlacedPart[], options: QueryDocumentOptions) {
    this.text = text;
    this.parts = parts;
    this.#options = options;
  }

  static create(text: string, options: QueryDocumentOptions = {}): QueryDocument {
    const parts = options.isShellScript ? [{ part: readShellScript(text), start: 0 }] : readParts(text);
    return new QueryDocument(text, parts, options);
  }

  /** The document after an edit: only the parts that it touched are read again. */
  withText(text: string): QueryDocument {
    if (this.#options.isShellScript) {
      return QueryDocument.create(text, this.#options);
    }
    const same = sameEnds(this.text, text);
    const growth = text.length - this.text.length;
    // A quote or bracket that the edit closes may have been opened in any part of its line.
    const first = this.#indexAt(startOfLine(text, same.before));
    const kept = this.parts.slice(0, first);
    const start = this.parts[first]?.start ?? 0;
    const changed: PlacedPart[] = [];
    const reader = new PartReader(text, start);
    do {
      const placed = readPart(reader);
      changed.push(placed);
      const end = endOf(placed);
      if (end >= text.length - same.after) {
        const next = this.parts.findIndex((part) => part.start === end - growth);
        if (next > first) {
          const moved = this.parts.slice(next).map((placed) => ({ part: placed.part, start: placed.start + growth }));
          return new QueryDocument(text, [...kept, ...changed, ...moved], this.#options);
        }
      }
    } while (!reader.isAtEnd);
    return new QueryDocument(text, [...kept, ...changed], this.#options);
  }

  /** The part that a place is in; right after a `;` that is the next one, unless nothing follows. */
  partAt(offset: number): PlacedPart {
    const placed = this.parts[this.#indexAt(offset)];
    if (!placed) {
      throw new RangeError("A document has at least one part.");
    }
    return placed;
  }

  #indexAt(offset: number): number {
    const after = this.parts.findIndex(({ start }) => start > offset);
    return (after < 0 ? this.parts.length : after) - 1;
  }
}

function readParts(text: string): readonly PlacedPart[] {
  const reader = new PartReader(text, 0);
  const parts = [readPart(reader)];
  while (!reader.isAtEnd) {
    parts.push(readPart(reader));
  }
  return parts;
}

function readPart(reader: PartReader): PlacedPart {
  const { text, start, lexed } = reader.read();
  return { part: partOf(text, parseTokens(text, lexed)), start };
}

function readShellScript(text: string): QueryPart {
  return partOf(text, parseScript(text, { isShellScript: true }));
}

function partOf(text: string, { script, problems }: ParsedScript): QueryPart {
  // Only a whole document without a statement is one too few.
  const isEmpty = script.statements.length === 0;
  return {
    text,
    statements: script.statements,
    comments: script.comments,
    problems: isEmpty ? problems.filter(({ code }) => code !== "SL201") : problems,
    // An object that gets a property later changes its form, which costs more than room for it.
    checked: undefined,
  };
}

function endOf({ part, start }: PlacedPart): number {
  return start + part.text.length;
}

function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") {
    start--;
  }
  return start;
}

const stretch = 1024;

/** How many characters two texts share at their start and, after that, at their end. */
function sameEnds(old: string, text: string): { readonly before: number; readonly after: number } {
  const most = Math.min(old.length, text.length);
  let before = 0;
  // Whole stretches at once, then the last one letter by letter.
  while (before + stretch <= most && old.startsWith(text.slice(before, before + stretch), before)) {
    before += stretch;
  }
  while (before < most && old.charCodeAt(before) === text.charCodeAt(before)) {
    before++;
  }
  let after = 0;
  while (
    after + stretch <= most - before &&
    old.endsWith(text.slice(text.length - after - stretch, text.length - after), old.length - after)
  ) {
    after += stretch;
  }
  while (after < most - before && old.charCodeAt(old.length - 1 - after) === text.charCodeAt(text.length - 1 - after)) {
    after++;
  }
  return { before, after };
}
