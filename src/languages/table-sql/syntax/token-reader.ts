import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import type { CursorContext, CursorSyntax } from "./caret.ts";
import { createSqlProblem } from "./diagnostics.ts";
import type { ExpressionContext, ParsedExpression, ParsedQuery } from "./expression-context.ts";
import { type Token, unquotedNameOf } from "./lexer.ts";
import type { CteScopes, NameUseScope, SingleNameUse, SqlName } from "./scopes.ts";
import type { Expression } from "./tree.ts";

/** Parser functions for mutually recursive rules of the grammar. They are passed as values to avoid cyclic imports. */
export interface GrammarReaders {
  readonly expression: (reader: TokenReader, context: ExpressionContext) => ParsedExpression;
  /** Parses a subexpression of the current expression. `first` is its first operand if it has already been parsed. */
  readonly inner: (reader: TokenReader, context: ExpressionContext, first?: Expression) => Expression;
  /** Parses an arithmetic expression, without comparisons and logical operators. */
  readonly arithmetic: (reader: TokenReader, context: ExpressionContext) => Expression;
  readonly query: (reader: TokenReader, parent: NameUseScope | undefined) => ParsedQuery;
}

/**
 * Maximum nesting depth of brackets, queries and prefix operators in SQL. Parsing and translating a text of this depth
 * uses less than half of the call stack.
 */
export const maxNestingDepth = 200;

/** Parser state of the expression that is being parsed. */
interface ExpressionState {
  /** Position of the expression's first token. */
  readonly from: number;
  /** Number of CASE expressions that are not yet closed by END. */
  cases: number;
  /** Whether the next operand can be a complete predicate. */
  isPredicate: boolean;
}

/**
 * Parser state for one SQL statement: reads its tokens in order, and collects problems, names and the cursor's context.
 */
export class TokenReader {
  readonly problems: FixableProblem[] = [];
  /** First unexpected token, or the end token if the statement is incomplete. */
  unexpectedToken: Token | undefined;
  /** Syntactic context of the cursor. Undefined until the cursor has been reached. */
  caret: CursorContext | undefined;
  /** Common table expressions that are visible at the current token, the innermost last. */
  ctes: readonly CteScopes[] = [];
  /** Names of windows in the statement: those defined in WINDOW clauses, and those referred to. */
  readonly windows: { readonly defined: SqlName[]; readonly used: SqlName[] } = { defined: [], used: [] };
  /** Whether the parser skipped tokens, which may contain further names. */
  hasSkipped = false;
  /** Parameters of the lambda functions that enclose the current token, in lower case. */
  locals: readonly string[] = [];
  expression: ExpressionState = { from: 0, cases: 0, isPredicate: true };
  readonly #grammar: GrammarReaders;
  readonly #uses = new WeakMap<Expression, SingleNameUse>();
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #closings: ReadonlyMap<number, number> | undefined;
  #index = 0;
  /** Number of characters already consumed of the current token `>>` or `>>>`. */
  #takenAngles = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], grammar: GrammarReaders) {
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

  /** Number of tokens consumed so far. A parser loop must end if an iteration does not increase it. */
  get position(): number {
    return this.#index;
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  /** Whether the current token is one of the given keywords or operators. */
  isAt(...keys: readonly string[]): boolean {
    return keys.includes(this.current.key) && this.current.key !== "";
  }

  /** Whether the current and the next token are the given keywords or operators. */
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

  /** Consumes the current token and returns it. */
  advance(): Token {
    const { current } = this;
    if (current.kind !== "end") {
      this.#index++;
    }
    return current;
  }

  /** Consumes the current token if it is one of the given keywords or operators. Returns undefined otherwise. */
  take(...keys: readonly string[]): Token | undefined {
    return this.isAt(...keys) ? this.advance() : undefined;
  }

  /** Consumes two tokens if both match the given keywords. Returns whether they did. */
  takeBoth(first: string, second: string): boolean {
    const isMatch = this.isAtBoth(first, second);
    if (isMatch) {
      this.#index += 2;
    }
    return isMatch;
  }

  /** Consumes a required keyword or operator. Marks any other token as unexpected. */
  expect(key: string): Token | undefined {
    const token = this.take(key);
    if (!token) {
      this.markUnexpected();
    }
    return token;
  }

  /**
   * Consumes one `>` that closes the brackets of a data type. The tokens `>>` and `>>>` are consumed one character at a
   * time.
   */
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

  takeName(): SqlName {
    const token = this.advance();
    if (token.text === "``") {
      this.markUnexpected(token);
    }
    return { text: unquotedNameOf(token), start: token.start, end: token.end };
  }

  /** Consumes the cursor token and stores its context. Returns false if the current token is not the cursor. */
  takeCaret(context: CursorSyntax, scope: NameUseScope | undefined): boolean {
    if (!this.isAtCaret()) {
      return false;
    }
    this.caret = { context, scope, ctes: this.ctes, locals: this.locals };
    this.advance();
    return true;
  }

  /** Marks a token as unexpected. Ignored if an earlier token is marked or the cursor has been reached. */
  markUnexpected(token: Token = this.current): void {
    if (!this.unexpectedToken && !this.caret) {
      this.unexpectedToken = token;
    }
  }

  /** Reports that something is missing after a token. The token defaults to the previous one. */
  reportMissing(what: string, after: Token | undefined = this.previous): void {
    if (after) {
      this.reportMissingAt(what, after, after);
    }
  }

  /** Reports that something is missing after the token `after`, at the location of the token `position`. */
  reportMissingAt(what: string, position: Token, after: Token): void {
    if (!this.isTooDeep) {
      this.problems.push(createSqlProblem("TS202", position, { what, after: after.text }));
    }
  }

  /** Whether the SQL statement exceeds the maximum nesting depth. */
  get isTooDeep(): boolean {
    return this.problems.some(({ code }) => code === "TS205");
  }

  /** Skips tokens up to the closing bracket and consumes it. If there is none, reports the opening bracket. */
  close(open: Span): Token | undefined {
    if (!this.isAt(")")) {
      this.skipRest();
    }
    const token = this.take(")");
    if (!token && !this.problems.some(({ code }) => code === "TS203" || code === "TS205")) {
      this.problems.push(createSqlProblem("TS203", open));
    }
    return token;
  }

  /**
   * Calls `read` one nesting level deeper. Beyond the maximum depth, reports a problem and skips the remaining tokens.
   */
  nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > maxNestingDepth && this.current.kind !== "end") {
      this.problems.push(createSqlProblem("TS205", this.current));
      this.#index = Math.max(0, this.#tokens.length - 1);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  readExpression(context: ExpressionContext): ParsedExpression {
    return this.#grammar.expression(this, context);
  }

  readInner(context: ExpressionContext, first?: Expression): Expression {
    return this.#grammar.inner(this, context, first);
  }

  readArithmetic(context: ExpressionContext): Expression {
    return this.#grammar.arithmetic(this, context);
  }

  readQuery(parent: NameUseScope | undefined): ParsedQuery {
    return this.#grammar.query(this, parent);
  }

  /** Records the column, star or call that an expression node consists of. */
  recordUse<Node extends Expression>(node: Node, use: SingleNameUse): Node {
    this.#uses.set(node, use);
    return node;
  }

  recordedUse(node: Expression): SingleNameUse | undefined {
    return this.#uses.get(node);
  }

  /**
   * Returns the distance in tokens to the bracket that closes the one at distance `open`, both relative to the current
   * token. If it is not closed, returns the distance to the end token.
   */
  distanceToClosing(open: number): number {
    this.#closings ??= closingIndexes(this.#tokens);
    return (this.#closings.get(this.#index + open) ?? this.#tokens.length - 1) - this.#index;
  }

  /** Skips unexpected tokens up to the closing bracket of the enclosing brackets. */
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

  /** Skips brackets with their content. The current token is the opening bracket. */
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

/** Returns the token index of each closing bracket, by the index of its opening bracket. */
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
