import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { type LexedList, lexInto } from "./lexer.ts";
import { type ParsedScript, parseScript, parseTokens } from "./parse-script.ts";
import { type CodedText, codedText } from "./scan.ts";
import { TokenList } from "./token.ts";
import type { Statement } from "./tree.ts";

/** Tokens of the text from one `;` to the next. */
interface LexedPart {
  /** Text including the final `;`. */
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
  /** Valid only until the next part is read. */
  readonly lexed: LexedList;
}

/** Characters to split at a time, so that an edit in a long text costs no more than one in a short text. */
const usualStretch = 8192;

/** Splits a text into parts from an offset on. */
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

  /** Reads the next part; at the end, a part without text. */
  read(): LexedPart {
    const start = this.#end;
    let lexed = this.#lexFrom(start);
    while (!lexed.isEnded && this.#stretchStart + lexed.end < this.#text.length) {
      // The part extends beyond the current stretch, which is split again together with what follows.
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

  /** Stretch of whole lines. Only a comment can continue beyond the last line, and then the stretch has no `;`. */
  #stretchFrom(start: number, length: number): CodedText {
    const lineEnd = this.#text.indexOf("\n", start + length) + 1;
    return codedText(this.#text.slice(start, lineEnd === 0 ? undefined : lineEnd));
  }
}

/**
 * Text from one `;` to the next with its syntax tree. Its offsets count from its own start and it depends on nothing
 * around it, so that it stays valid while other parts of the document change.
 */
export interface QueryPart {
  /** Text including the final `;`. */
  readonly text: string;
  /** At most one statement, except in shell scripts; none for spaces and comments alone. */
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
  /** Lexical and syntax problems. */
  readonly problems: readonly Problem[];
  /** Cached result of the last check; only `check-document.ts` knows its type. */
  checked?: unknown;
}

export interface PlacedPart {
  readonly part: QueryPart;
  /** Offset in the document. */
  readonly start: number;
}

interface QueryDocumentOptions {
  /**
   * Whether this is a script of the command-line shell, whose statements depend on each other, so that it forms one
   * part (sql-like-language 12).
   */
  readonly isShellScript?: boolean;
}

/** Text of queries, divided into parts. Immutable; `withText` returns a document that shares the unchanged parts. */
export class QueryDocument {
  readonly text: string;
  /** In text order and without gaps; never empty. */
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

  /** Document after an edit; only parts that the edit touches are parsed again. */
  withText(text: string): QueryDocument {
    if (this.#options.isShellScript) {
      return QueryDocument.create(text, this.#options);
    }
    const same = sameEnds(this.text, text);
    const growth = text.length - this.text.length;
    // The edit may close a quote or bracket that was opened in any part on its line.
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

  /** Part that contains an offset; right after a `;` the next part, unless none follows. */
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
  // A single statement is required of a whole document only.
  const isEmpty = script.statements.length === 0;
  return {
    text,
    statements: script.statements,
    comments: script.comments,
    problems: isEmpty ? problems.filter(({ code }) => code !== "SL201") : problems,
    // Adding the property later would change the object's hidden class, which costs more than the unused field.
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

/** Number of characters that two texts share at their start and, beyond those, at their end. */
function sameEnds(old: string, text: string): { readonly before: number; readonly after: number } {
  const most = Math.min(old.length, text.length);
  let before = 0;
  // Compares whole stretches first, then the last one character by character.
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
