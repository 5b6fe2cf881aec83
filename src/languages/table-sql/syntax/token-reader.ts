import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import type { Caret, CaretContext } from "./caret.ts";
import { createProblem } from "./diagnostics.ts";
import type { ExpressionContext, ReadExpression, ReadQuery } from "./expression-context.ts";
import { nameText, type Token } from "./lexer.ts";
import type { CteScopes, Name, Scope, SoleUse } from "./scopes.ts";
import type { Expression } from "./tree.ts";

/** Functions that read mutually recursive parts of the grammar. Passed in to avoid cyclic imports. */
export interface Grammar {
  readonly expression: (reader: TokenReader, context: ExpressionContext) => ReadExpression;
  /** Reads a part of the current expression, continuing from `first` if an operand has already been read. */
  readonly inner: (reader: TokenReader, context: ExpressionContext, first?: Expression) => Expression;
  /** Reads an arithmetic expression, without comparisons and logical operators. */
  readonly arithmetic: (reader: TokenReader, context: ExpressionContext) => Expression;
  readonly query: (reader: TokenReader, parent: Scope | undefined) => ReadQuery;
}

/**
 * Maximum nesting depth of brackets, queries and prefix operators. Parsing and translating a text of this depth takes
 * less than half of the stack. The engine's former parser had the same limit.
 */
export const maxNesting = 200;

/** State of the expression that is being read. */
interface ExpressionState {
  /** Position of its first token. */
  readonly from: number;
  /** Number of CASE expressions that are not closed yet. */
  cases: number;
  /** Whether the next operand can be a complete predicate. */
  isPredicate: boolean;
}

/** Reads the tokens of one statement in order, and collects problems, names and the cursor's context. */
export class TokenReader {
  readonly problems: FixableProblem[] = [];
  /** First unexpected token, or the end token if something is missing. */
  unexpectedToken: Token | undefined;
  /** Context of the cursor, once it has been reached. */
  caret: Caret | undefined;
  /** Visible common table expressions, the innermost last. */
  ctes: readonly CteScopes[] = [];
  /** Names of windows: definitions in WINDOW clauses, and uses. */
  readonly windows: { readonly defined: Name[]; readonly used: Name[] } = { defined: [], used: [] };
  /** Whether tokens were skipped, which may contain names. */
  hasSkipped = false;
  /** Parameters of the enclosing lambda functions, in lower case. */
  locals: readonly string[] = [];
  expression: ExpressionState = { from: 0, cases: 0, isPredicate: true };
  readonly #grammar: Grammar;
  readonly #uses = new WeakMap<Expression, SoleUse>();
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #closings: ReadonlyMap<number, number> | undefined;
  #index = 0;
  /** Number of characters already taken from the current token `>>` or `>>>`. */
  #takenAngles = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], grammar: Grammar) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: "end", text: "", key: "", isClosed: true, start: 0, end: 0 };
    this.#grammar = grammar;
  }

  get current(): Token {
    return this.peek(0);
  }

  get previous(): Token | undefined {
    return this.#tokens[this.#index - 1];
  }

  get previousEnd(): number {
    return this.previous?.end ?? 0;
  }

  /** Number of tokens read. A loop must end if it does not increase this. */
  get position(): number {
    return this.#index;
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  /** Whether the current token is one of these keywords or operators. */
  isAt(...keys: readonly string[]): boolean {
    return keys.includes(this.current.key) && this.current.key !== "";
  }

  /** Whether the current and the next token are these keywords or operators. */
  isAtBoth(first: string, second: string): boolean {
    return this.current.key === first && this.peek(1).key === second;
  }

  isAtEnd(): boolean {
    return this.current.kind === "end";
  }

  isAtCaret(): boolean {
    return this.current.kind === "caret";
  }

  isAtName(): boolean {
    return this.current.kind === "word" || this.current.kind === "quotedName";
  }

  /** Moves to the next token. Returns the current one. */
  advance(): Token {
    const { current } = this;
    if (current.kind !== "end") {
      this.#index++;
    }
    return current;
  }

  /** Advances if the current token is one of these keywords or operators. Returns undefined otherwise. */
  take(...keys: readonly string[]): Token | undefined {
    return this.isAt(...keys) ? this.advance() : undefined;
  }

  /** Advances over two tokens if both match. Returns whether they did. */
  takeBoth(first: string, second: string): boolean {
    const isMatch = this.isAtBoth(first, second);
    if (isMatch) {
      this.#index += 2;
    }
    return isMatch;
  }

  /** Takes a required keyword or operator. Any other token is marked as unexpected. */
  expect(key: string): Token | undefined {
    const token = this.take(key);
    if (!token) {
      this.markUnexpected();
    }
    return token;
  }

  /** Takes one `>` that closes a type's brackets. `>>` and `>>>` are taken one character at a time. */
  takeAngle(): boolean {
    const { key } = this.current;
    if (!/^>+$/.test(key)) {
      return false;
    }
    this.#takenAngles++;
    if (this.#takenAngles === key.length) {
      this.#takenAngles = 0;
      this.advance();
    }
    return true;
  }

  takeName(): Name {
    const token = this.advance();
    if (token.text === "``") {
      this.markUnexpected(token);
    }
    return { text: nameText(token), start: token.start, end: token.end };
  }

  /** Takes the cursor and stores its context if it is the current token. Returns whether it was. */
  takeCaret(context: CaretContext, scope: Scope | undefined): boolean {
    if (!this.isAtCaret()) {
      return false;
    }
    this.caret = { context, scope, ctes: this.ctes, locals: this.locals };
    this.advance();
    return true;
  }

  /** Marks a token as unexpected, unless an earlier one is or the cursor has been reached. */
  markUnexpected(token: Token = this.current): void {
    if (!this.unexpectedToken && !this.caret) {
      this.unexpectedToken = token;
    }
  }

  /** Reports that something is missing after a token, which defaults to the previous one. */
  reportMissing(what: string, after: Token | undefined = this.previous): void {
    if (after) {
      this.reportMissingAt(what, after, after);
    }
  }

  /** Reports at `position` that something is missing after another token. */
  reportMissingAt(what: string, position: Token, after: Token): void {
    if (!this.isTooDeep) {
      this.problems.push(createProblem("TS202", position, { what, after: after.text }));
    }
  }

  /** Whether the nesting limit was exceeded. */
  get isTooDeep(): boolean {
    return this.problems.some(({ code }) => code === "TS205");
  }

  /** Skips to the closing bracket and takes it. Reports the opening bracket if there is none. */
  close(open: Span): Token | undefined {
    if (!this.isAt(")")) {
      this.skipRest();
    }
    const token = this.take(")");
    if (!token && !this.problems.some(({ code }) => code === "TS203" || code === "TS205")) {
      this.problems.push(createProblem("TS203", open));
    }
    return token;
  }

  /** Calls `read` one nesting level deeper. Beyond the limit, reports a problem and skips to the end. */
  nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > maxNesting && this.current.kind !== "end") {
      this.problems.push(createProblem("TS205", this.current));
      this.#index = Math.max(0, this.#tokens.length - 1);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  readExpression(context: ExpressionContext): ReadExpression {
    return this.#grammar.expression(this, context);
  }

  readInner(context: ExpressionContext, first?: Expression): Expression {
    return this.#grammar.inner(this, context, first);
  }

  readArithmetic(context: ExpressionContext): Expression {
    return this.#grammar.arithmetic(this, context);
  }

  readQuery(parent: Scope | undefined): ReadQuery {
    return this.#grammar.query(this, parent);
  }

  /** Stores the use that an expression consists of. */
  recordUse<Node extends Expression>(node: Node, use: SoleUse): Node {
    this.#uses.set(node, use);
    return node;
  }

  recordedUse(node: Expression): SoleUse | undefined {
    return this.#uses.get(node);
  }

  /**
   * Returns how many tokens ahead the bracket at `open`, also relative to the current token, is closed. If it is not
   * closed, returns the distance to the end.
   */
  distanceToClosing(open: number): number {
    this.#closings ??= closingIndexes(this.#tokens);
    return (this.#closings.get(this.#index + open) ?? this.#tokens.length - 1) - this.#index;
  }

  /** Skips unexpected tokens up to the bracket that closes the enclosing ones. */
  skipRest(): void {
    while (!this.isAt(")") && !this.isAtEnd()) {
      if (this.takeCaret({ kind: "keywords" }, undefined)) {
        continue;
      }
      this.markUnexpected();
      this.hasSkipped = true;
      if (this.isAt("(")) {
        this.skipBrackets();
      } else {
        this.advance();
      }
    }
  }

  /** Skips the current bracket with its content and closing bracket. */
  skipBrackets(): void {
    let depth = 0;
    do {
      depth += this.isAt("(") ? 1 : this.isAt(")") ? -1 : 0;
      if (!this.takeCaret({ kind: "keywords" }, undefined)) {
        this.advance();
      }
    } while (depth > 0 && !this.isAtEnd());
  }
}

/** Returns the index of each closing bracket by that of its opening bracket. */
function closingIndexes(tokens: readonly Token[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { key }] of tokens.entries()) {
    const opened = key === ")" ? open.pop() : undefined;
    if (key === "(") {
      open.push(index);
    } else if (opened !== undefined) {
      closings.set(opened, index);
    }
  }
  return closings;
}
