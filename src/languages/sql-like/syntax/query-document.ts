import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { type LexedTokens, lexIntoTokenList } from "./lexer.ts";
import { type ParsedScript, parseScript, parseTokens } from "./parse-script.ts";
import { createTextWithCharacterCodes, type TextWithCodes } from "./scan.ts";
import { TokenList } from "./token.ts";
import type { Statement } from "./tree.ts";

/** Tokens of one document part: the text up to and including the next `;`. */
interface LexedPart {
  /** Text of the document part, including the final `;`. */
  readonly text: string;
  /** Offset of the part in the whole document. */
  readonly start: number;
  /** Tokens of the part. Valid only until the next part is read, because the token list is reused. */
  readonly lexed: LexedTokens;
}

/** Number of characters that are split into tokens at a time. Limits the cost of an edit in a long text. */
const usualStretch = 8192;

/** Splits a text into document parts, one per `;`, from an offset on. */
class PartReader {
  readonly #text: string;
  readonly #tokens = new TokenList();
  #end: number;
  #stretch: TextWithCodes;
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

  /** Reads the next document part. At the end of the text, returns a part with empty text. */
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

  #lexFrom(start: number): LexedTokens {
    return lexIntoTokenList(this.#tokens, this.#stretch, start - this.#stretchStart, "semicolon");
  }

  /**
   * Section of whole lines that is split into tokens at once. Only a comment can continue after the last line; in that
   * case the section contains no `;`.
   */
  #stretchFrom(start: number, length: number): TextWithCodes {
    const lineEnd = this.#text.indexOf("\n", start + length) + 1;
    return createTextWithCharacterCodes(this.#text.slice(start, lineEnd === 0 ? undefined : lineEnd));
  }
}

/**
 * Document part: the text from one `;` to the next, with its syntax tree. Its offsets count from its own start and it
 * does not depend on other parts, so that it can be reused when they change.
 */
export interface ParsedStatementText {
  /** Text of the document part, including the final `;`. */
  readonly text: string;
  /**
   * Statements of the part: at most one, except in shell scripts. Empty if the part contains only spaces and comments.
   */
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
  /** Lexical and syntax problems of the document part. */
  readonly problems: readonly Problem[];
  /** Cached result of the last check of this part. Only `check-document.ts` knows its type. */
  checked?: unknown;
}

export interface DocumentStatement {
  readonly part: ParsedStatementText;
  /** Offset of the part in the document. */
  readonly start: number;
}

interface QueryDocumentOptions {
  /**
   * Whether the document is a script of the command-line shell. Shell statements depend on each other, so that the
   * whole script is one document part (sql-like-language 12).
   */
  readonly isShellScript?: boolean;
}

/**
 * Immutable document of queries, split into parts at each `;`. `withText` returns a new document that shares the
 * unchanged parts.
 */
export class QueryDocument {
  readonly text: string;
  /** Parts of the document in text order and without gaps; never empty. */
  readonly parts: readonly DocumentStatement[];
  readonly #options: QueryDocumentOptions;

  private constructor(text: string, parts: readonly DocumentStatement[], options: QueryDocumentOptions) {
    this.text = text;
    this.parts = parts;
    this.#options = options;
  }

  static create(text: string, options: QueryDocumentOptions = {}): QueryDocument {
    const parts = options.isShellScript ? [{ part: readShellScript(text), start: 0 }] : readParts(text);
    return new QueryDocument(text, parts, options);
  }

  /** Returns the document after an edit. Only the parts that the edit touches are parsed again. */
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
    const changed: DocumentStatement[] = [];
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

  /** Returns the part that contains an offset. Right after a `;`, this is the next part, if there is one. */
  statementAt(offset: number): DocumentStatement {
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

function readParts(text: string): readonly DocumentStatement[] {
  const reader = new PartReader(text, 0);
  const parts = [readPart(reader)];
  while (!reader.isAtEnd) {
    parts.push(readPart(reader));
  }
  return parts;
}

function readPart(reader: PartReader): DocumentStatement {
  const { text, start, lexed } = reader.read();
  return { part: partOf(text, parseTokens(text, lexed)), start };
}

function readShellScript(text: string): ParsedStatementText {
  return partOf(text, parseScript(text, { isShellScript: true }));
}

function partOf(text: string, { script, problems }: ParsedScript): ParsedStatementText {
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

function endOf({ part, start }: DocumentStatement): number {
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

/**
 * Returns the number of characters that two texts have in common at their start and, of the remainder, at their end.
 */
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
