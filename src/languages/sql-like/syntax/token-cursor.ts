import type { Problem } from "../../core/text/problem.ts";
import { isWordAt } from "../../core/text/same-word.ts";
import type { Span } from "../../core/text/span.ts";
import { createProblem, type DiagnosticCode, type MessageValues } from "./diagnostics.ts";
import { foreignClauseNames } from "./keywords.ts";
import { nameText, stringText, type TokenKind, type TokenList } from "./token.ts";
import type { Hole, Name, StringLiteral } from "./tree.ts";

/** Nesting depth beyond which the parser, which is recursive, reports instead of descending. */
const depthLimit = 200;

/** Cursor over tokens that collects the problems found while parsing. */
export class TokenCursor {
  readonly problems: Problem[] = [];
  /** Clause that an expression is parsed in, for the wording of its problems. */
  place: "select" | "where" = "select";
  readonly #text: string;
  readonly #tokens: TokenList;
  readonly #last: number;
  readonly #maxProblems: number;
  #index = 0;
  #depth = 0;

  /**
   * The list must not change while it is read, and must end in `end`. After `maxProblems` problems the remaining
   * tokens are skipped.
   */
  constructor(text: string, tokens: TokenList, maxProblems = Number.POSITIVE_INFINITY) {
    this.#maxProblems = maxProblems;
    this.#text = text;
    this.#tokens = tokens;
    this.#last = tokens.count - 1;
  }

  /** Kind of the token `ahead` positions further on; `end` beyond the last one. */
  kind(ahead = 0): TokenKind {
    // Entries after the last token belong to an earlier text.
    const index = Math.min(this.#index + ahead, this.#last);
    return this.#tokens.kinds[index] ?? "end";
  }

  /** Whether the token `ahead` positions further on has a kind. */
  is(kind: TokenKind, ahead = 0): boolean {
    return this.kind(ahead) === kind;
  }

  /** Skips the next token, unless it is `end`. */
  next(): void {
    if (this.#index < this.#last) {
      this.#index++;
    }
  }

  /** Skips the next token if it has the given kind, and returns whether it did. */
  accept(kind: TokenKind): boolean {
    const isNext = this.is(kind);
    if (isNext) {
      this.next();
    }
    return isNext;
  }

  /** Skips the next token and returns its span. */
  take(): Span {
    const span = this.span();
    this.next();
    return span;
  }

  /** Start of the next token. */
  get start(): number {
    return this.#tokens.starts[this.#index] ?? 0;
  }

  get #endOfNext(): number {
    return this.#tokens.ends[this.#index] ?? 0;
  }

  /** Span of the next token. */
  span(): Span {
    return { start: this.start, end: this.#endOfNext };
  }

  /** Kind of the token read last; `end` at the start of the text. */
  previousKind(): TokenKind {
    return this.#tokens.kinds[this.#index - 1] ?? "end";
  }

  /** Span of the token read last; empty at the start of the text. */
  previousSpan(): Span {
    return { start: this.#tokens.starts[this.#index - 1] ?? 0, end: this.end };
  }

  /** End of the token read last. */
  get end(): number {
    return this.#tokens.ends[this.#index - 1] ?? 0;
  }

  textOf(span: Span): string {
    return this.#text.slice(span.start, span.end);
  }

  /** Text of the next token. */
  text(): string {
    return this.textOf(this.span());
  }

  /** Whether the token is this name, ignoring case. */
  isName(name: string, ahead = 0): boolean {
    if (!this.is("name", ahead)) {
      return false;
    }
    const index = this.#index + ahead;
    const start = this.#tokens.starts[index] ?? 0;
    const end = this.#tokens.ends[index] ?? 0;
    return end - start === name.length && isWordAt(name, this.#text, start);
  }

  /** Whether the next token is a name that starts a clause in SQL. */
  isForeignClause(): boolean {
    return this.is("name") && foreignClauseNames.at(this.#text, this.start, this.#endOfNext) !== undefined;
  }

  /** Reads the next token as a name; returns an empty name if it is none. */
  readName(): Name {
    const { start } = this;
    const end = this.#endOfNext;
    const text = this.is("name") ? nameText(this.#text, start, end) : "";
    this.next();
    return { kind: "name", text, start, end };
  }

  /** Reads the next token, which must be a string. */
  readString(): StringLiteral {
    const { start } = this;
    const end = this.#endOfNext;
    const { value, isClosed } = stringText(this.#text, start, end);
    this.next();
    return { kind: "string", value, isClosed, start, end };
  }

  /**
   * Whether the next token ends every list and bracket: SELECT, FROM, WHERE, `;` or the end of the text (sql-like-
   * language 3.3).
   */
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

  /** Empty node right after the token read last. */
  hole(): Hole {
    const { end } = this;
    return { kind: "hole", start: end, end };
  }

  /**
   * Start of a node whose first token was expected at `start`; if the node is empty, the end of the token read last.
   */
  startOf(start: number): number {
    return Math.min(start, this.end);
  }

  /** Span from the start of a node to the token read last; empty after that token if the node is empty. */
  spanFrom(start: number): Span {
    return { start: this.startOf(start), end: this.end };
  }

  report<Code extends DiagnosticCode>(code: Code, span: Span, ...values: MessageValues<Code>): void {
    if (this.problems.length < this.#maxProblems) {
      this.problems.push(createProblem(code, span, ...values));
    } else {
      this.#index = this.#last;
    }
  }

  /** Reports that something else was expected, at the next token, or at the last one at the end of the text. */
  reportExpected(expected: string): void {
    const isEnd = this.is("end");
    const found = isEnd ? "" : `, not \`${this.text()}\``;
    this.report("SL201", isEnd ? this.previousSpan() : this.span(), { expected, found });
  }

  /** Reports a missing operand after the token read last, such as AND or a comma. */
  reportMissing(expected: string): Hole {
    const last = this.previousSpan();
    this.report("SL206", last, { expected, after: `\`${this.textOf(last)}\`` });
    return this.hole();
  }

  /**
   * Enters a nesting level, to be left by `leave`; returns false and reports a problem when the nesting is too deep.
   */
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

  /** Skips a bracket with its contents, or up to `;` if it is not closed. The next token must be `(`. */
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
 * Reads nodes while there is a next one. A growing array reserves 17 elements, but most lists of a tree have one to
 * three; allocating the exact length keeps trees small and fast.
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
