import { ErrorLimit, type Problem } from "../../core/text/problem.ts";
import { isWordAt } from "../../core/text/same-word.ts";
import type { Span } from "../../core/text/span.ts";
import { createQueryProblem, type DiagnosticCode, type MessageValues } from "./diagnostics.ts";
import { foreignClauseNames } from "./keywords.ts";
import { nameOfToken, type TokenKind, type TokenList, valueOfStringToken } from "./token.ts";
import type { MissingNode, NameNode, StringLiteral } from "./tree.ts";

/** Maximum nesting depth. Beyond it, the recursive parser reports a problem instead of recursing further. */
const depthLimit = 200;

/** Cursor over a list of tokens. Collects the problems found while parsing. */
export class TokenCursor {
  readonly problems: Problem[] = [];
  /** Clause whose expressions are currently parsed. Determines the wording of problem messages. */
  place: "select" | "where" = "select";
  readonly #text: string;
  readonly #tokens: TokenList;
  readonly #last: number;
  readonly #limit: ErrorLimit;
  #index = 0;
  #depth = 0;

  /**
   * The token list must end with `end` and must not change while the cursor is in use. After `maxErrors` errors, the
   * cursor skips all remaining tokens.
   */
  constructor(text: string, tokens: TokenList, maxErrors?: number) {
    this.#limit = new ErrorLimit(this.problems, maxErrors);
    this.#text = text;
    this.#tokens = tokens;
    this.#last = tokens.count - 1;
  }

  /** Returns the kind of the token `ahead` positions after the next one; `end` after the last token. */
  kind(ahead = 0): TokenKind {
    // Entries after the last token belong to an earlier text.
    const index = Math.min(this.#index + ahead, this.#last);
    return this.#tokens.kinds[index] ?? "end";
  }

  /** Whether the token `ahead` positions after the next one has the given kind. */
  is(kind: TokenKind, ahead = 0): boolean {
    return this.kind(ahead) === kind;
  }

  /** Moves the cursor past the next token, unless that is `end`. */
  next(): void {
    if (this.#index < this.#last) {
      this.#index++;
    }
  }

  /** Moves the cursor past the next token if it has the given kind. Returns whether it did. */
  accept(kind: TokenKind): boolean {
    const isNext = this.is(kind);
    if (isNext) {
      this.next();
    }
    return isNext;
  }

  /** Moves the cursor past the next token and returns that token's span. */
  take(): Span {
    const span = this.span();
    this.next();
    return span;
  }

  /** Start offset of the next token. */
  get start(): number {
    return this.#tokens.starts[this.#index] ?? 0;
  }

  get #endOfNext(): number {
    return this.#tokens.ends[this.#index] ?? 0;
  }

  /** Returns the span of the next token. */
  span(): Span {
    return { start: this.start, end: this.#endOfNext };
  }

  /** Returns the kind of the previous token; `end` at the start of the text. */
  previousKind(): TokenKind {
    return this.#tokens.kinds[this.#index - 1] ?? "end";
  }

  /** Returns the span of the previous token; an empty span at the start of the text. */
  previousSpan(): Span {
    return { start: this.#tokens.starts[this.#index - 1] ?? 0, end: this.end };
  }

  /** End offset of the previous token. */
  get end(): number {
    return this.#tokens.ends[this.#index - 1] ?? 0;
  }

  textOf(span: Span): string {
    return this.#text.slice(span.start, span.end);
  }

  /** Returns the text of the next token. */
  text(): string {
    return this.textOf(this.span());
  }

  /** Whether the token `ahead` positions after the next one is the given name, ignoring case. */
  isName(name: string, ahead = 0): boolean {
    if (!this.is("name", ahead)) {
      return false;
    }
    const index = this.#index + ahead;
    const start = this.#tokens.starts[index] ?? 0;
    const end = this.#tokens.ends[index] ?? 0;
    return end - start === name.length && isWordAt(name, this.#text, start);
  }

  /** Whether the next token is a name with which an unsupported SQL clause starts. */
  isForeignClause(): boolean {
    return this.is("name") && foreignClauseNames.at(this.#text, this.start, this.#endOfNext) !== undefined;
  }

  /** Reads the next token as a name. Returns an empty name if the token is not a name. */
  readName(): NameNode {
    const { start } = this;
    const end = this.#endOfNext;
    const text = this.is("name") ? nameOfToken(this.#text, start, end) : "";
    this.next();
    return { kind: "name", text, start, end };
  }

  /** Reads the next token, which must be a string, as a string literal. */
  readString(): StringLiteral {
    const { start } = this;
    const end = this.#endOfNext;
    const { value, isClosed } = valueOfStringToken(this.#text, start, end);
    this.next();
    return { kind: "string", value, isClosed, start, end };
  }

  /**
   * Whether the next token ends all lists and brackets: SELECT, FROM, WHERE, `;` or the end of the text
   * (sql-like-language 3.3).
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

  /** Creates an empty placeholder node right after the previous token, for a missing expression. */
  hole(): MissingNode {
    const { end } = this;
    return { kind: "hole", start: end, end };
  }

  /**
   * Returns the start offset of a node whose first token was expected at `start`. If the node is empty, this is the end
   * of the previous token.
   */
  startOf(start: number): number {
    return Math.min(start, this.end);
  }

  /**
   * Returns the span from the start of a node to the end of the previous token. If the node is empty, returns an empty
   * span at that end.
   */
  spanFrom(start: number): Span {
    return { start: this.startOf(start), end: this.end };
  }

  report<Code extends DiagnosticCode>(code: Code, span: Span, ...values: MessageValues<Code>): void {
    if (this.#limit.isReached()) {
      this.#index = this.#last;
    } else {
      this.problems.push(createQueryProblem(code, span, ...values));
    }
  }

  /** Removes the problems from an index on. */
  dropProblemsFrom(index: number): void {
    this.#limit.removeFrom(index);
  }

  /**
   * Reports that other syntax was expected. The problem marks the next token, or the last token if the text ends here.
   */
  reportExpected(expected: string): void {
    const isEnd = this.is("end");
    const found = isEnd ? "" : `, not \`${this.text()}\``;
    this.report("SL201", isEnd ? this.previousSpan() : this.span(), { expected, found });
  }

  /** Reports that an operand is missing after the previous token, such as AND or a comma. */
  reportMissing(expected: string): MissingNode {
    const last = this.previousSpan();
    this.report("SL206", last, { expected, after: `\`${this.textOf(last)}\`` });
    return this.hole();
  }

  /**
   * Increases the nesting depth; `leave` decreases it again. If the nesting is too deep, reports a problem and returns
   * false.
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

  /**
   * Skips a bracket and its contents, or all tokens up to `;` if the bracket is not closed. The next token must be `(`.
   */
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
 * Reads nodes while another one follows. Returns an array of exact length: a growing array reserves 17 elements, but
 * most lists of a syntax tree have one to three.
 */
export function readNodeList<Node>(
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
