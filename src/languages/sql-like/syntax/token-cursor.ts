import type { Problem } from "../../core/text/problem.ts";
import { isWordAt } from "../../core/text/same-word.ts";
import type { Span } from "../../core/text/span.ts";
import { createProblem, type DiagnosticCode, type MessageValues } from "./diagnostics.ts";
import { foreignClauseNames } from "./keywords.ts";
import { nameText, stringText, type TokenKind, type TokenList } from "./token.ts";
import type { Hole, Name, StringLiteral } from "./tree.ts";

/** Deeper nesting is reported, not followed: the parser calls itself for each level. */
const depthLimit = 200;

/** Reads tokens from left to right and keeps the problems met on the way. */
export class TokenCursor {
  readonly problems: Problem[] = [];
  /** Where in a query an expression is read, for the words of its problems. */
  place: "select" | "where" = "select";
  readonly #text: string;
  readonly #tokens: TokenList;
  readonly #last: number;
  readonly #mostProblems: number;
  #index = 0;
  #depth = 0;

  /** The list must stay as it is while it is read, and end in its `end`. After `mostProblems` the rest is passed over. */
  constructor(text: string, tokens: TokenList, mostProblems = Number.POSITIVE_INFINITY) {
    this.#mostProblems = mostProblems;
    this.#text = text;
    this.#tokens = tokens;
    this.#last = tokens.count - 1;
  }

  /** Of the token that is `ahead` tokens on; `end` when there are not that many. */
  kind(ahead = 0): TokenKind {
    // Behind the `end`, which is the last one, is what another text left.
    const index = Math.min(this.#index + ahead, this.#last);
    return this.#tokens.kinds[index] ?? "end";
  }

  /** Whether the token that is `ahead` tokens on is of a kind: a word, a sign or one of the others. */
  is(kind: TokenKind, ahead = 0): boolean {
    return this.kind(ahead) === kind;
  }

  /** Passes over the next token; the `end` stays. */
  next(): void {
    if (this.#index < this.#last) {
      this.#index++;
    }
  }

  /** Passes over the next token when it is of a kind. */
  accept(kind: TokenKind): boolean {
    const isNext = this.is(kind);
    if (isNext) {
      this.next();
    }
    return isNext;
  }

  /** Passes over the next token and gives its place. */
  take(): Span {
    const span = this.span();
    this.next();
    return span;
  }

  /** Where the next token starts. */
  get start(): number {
    return this.#tokens.starts[this.#index] ?? 0;
  }

  get #endOfNext(): number {
    return this.#tokens.ends[this.#index] ?? 0;
  }

  /** The place of the next token. */
  span(): Span {
    return { start: this.start, end: this.#endOfNext };
  }

  /** What was read last; `end` at the start of the text. */
  previousKind(): TokenKind {
    return this.#tokens.kinds[this.#index - 1] ?? "end";
  }

  /** The place of the token read last, without width at the start of the text. */
  previousSpan(): Span {
    return { start: this.#tokens.starts[this.#index - 1] ?? 0, end: this.end };
  }

  /** Where what was read ends. */
  get end(): number {
    return this.#tokens.ends[this.#index - 1] ?? 0;
  }

  textOf(span: Span): string {
    return this.#text.slice(span.start, span.end);
  }

  /** The text of the next token. */
  text(): string {
    return this.textOf(this.span());
  }

  /** Whether the token is this name in any letter case. */
  isName(name: string, ahead = 0): boolean {
    if (!this.is("name", ahead)) {
      return false;
    }
    const index = this.#index + ahead;
    const start = this.#tokens.starts[index] ?? 0;
    const end = this.#tokens.ends[index] ?? 0;
    return end - start === name.length && isWordAt(name, this.#text, start);
  }

  /** Whether the next token is a name that would begin a clause in SQL. */
  isForeignClause(): boolean {
    return this.is("name") && foreignClauseNames.at(this.#text, this.start, this.#endOfNext) !== undefined;
  }

  /** Reads the next token as a name; without text when it is another. */
  readName(): Name {
    const { start } = this;
    const end = this.#endOfNext;
    const text = this.is("name") ? nameText(this.#text, start, end) : "";
    this.next();
    return { kind: "name", text, start, end };
  }

  /** Reads the next token, which is a string. */
  readString(): StringLiteral {
    const { start } = this;
    const end = this.#endOfNext;
    const { value, isClosed } = stringText(this.#text, start, end);
    this.next();
    return { kind: "string", value, isClosed, start, end };
  }

  /** Where every list and bracket ends: SELECT, FROM, WHERE, `;` and the end of the text (sql-like-language 3.3). */
  isAtBoundary(): boolean {
    switch (this.kind()) {
      case "end":
      case ";":
      case "SELECT":
      case "FROM":
      case "WHERE":
        return true;
      default:
        return false;
    }
  }

  /** An empty place just after what was read. */
  hole(): Hole {
    const { end } = this;
    return { kind: "hole", start: end, end };
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
    if (this.problems.length < this.#mostProblems) {
      this.problems.push(createProblem(code, span, ...values));
    } else {
      this.#index = this.#last;
    }
  }

  /** Reports that something else should stand here; the place is the next token, or the last one at the end of the text. */
  reportExpected(expected: string): void {
    const isEnd = this.is("end");
    const found = isEnd ? "" : `, not \`${this.text()}\``;
    this.report("SL201", isEnd ? this.previousSpan() : this.span(), { expected, found });
  }

  /** Reports that what was read last, such as AND or a comma, is followed by nothing it could join. */
  reportMissing(expected: string): Hole {
    const last = this.previousSpan();
    this.report("SL206", last, { expected, after: `\`${this.textOf(last)}\`` });
    return this.hole();
  }

  /** One level deeper, to be followed by `leave`; false, and reported, when the text is nested too deeply to follow. */
  enter(): boolean {
    if (this.#depth >= depthLimit) {
      this.reportExpected("Less nesting");
      return false;
    }
    this.#depth++;
    return true;
  }

  leave(): void {
    this.#depth--;
  }

  /** Passes over a bracket and everything in it, up to `;` when it is not closed. The next token is `(`. */
  skipBrackets(): void {
    const open = this.take();
    let depth = 1;
    while (depth > 0) {
      if (this.is("end") || this.is(";")) {
        this.report("SL204", open);
        return;
      }
      if (this.is("(")) {
        depth++;
      } else if (this.is(")")) {
        depth--;
      }
      this.next();
    }
  }
}

/**
 * Reads nodes as long as there is a next one. An array that grows has room for 17, and nearly every list of a tree has one to three:
 * made as long as they are, they keep a tree small, and what is small is quick to make and to walk.
 */
export function readList<Node>(
  cursor: TokenCursor,
  read: (cursor: TokenCursor) => Node,
  hasNext: (cursor: TokenCursor) => boolean,
): Node[] {
  const first = read(cursor);
  if (!hasNext(cursor)) {
    return [first];
  }
  const second = read(cursor);
  if (!hasNext(cursor)) {
    return [first, second];
  }
  const nodes = [first, second, read(cursor)];
  while (hasNext(cursor)) {
    nodes.push(read(cursor));
  }
  return nodes;
}
