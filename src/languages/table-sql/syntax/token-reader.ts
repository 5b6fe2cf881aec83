import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import type { Caret, CaretContext } from "./caret.ts";
import { createProblem } from "./diagnostics.ts";
import type { ExpressionContext, ReadExpression, ReadQuery } from "./expression-place.ts";
import { nameText } from "./lexer.ts";
import type { CteScopes, Name, Scope, WholeUse } from "./scopes.ts";
import type { Token } from "./token.ts";
import type { Expression } from "./tree.ts";

/** The parts of the grammar that the others need and that need them. */
export interface Grammar {
  readonly expression: (reader: TokenReader, place: ExpressionContext) => ReadExpression;
  /** A part of the expression that is being read, on from an operand where one is given. */
  readonly inner: (reader: TokenReader, place: ExpressionContext, first?: Expression) => Expression;
  /** A value without comparison and logic around it. */
  readonly arithmetic: (reader: TokenReader, place: ExpressionContext) => Expression;
  readonly query: (reader: TokenReader, parent: Scope | undefined) => ReadQuery;
}

/**
 * How deep brackets, queries and signs may nest. The engine's limit before there was one parser: nothing that ran is refused,
 * and reading and translating so deep a text takes less than half of the stack.
 */
export const deepestNesting = 200;

/** The expression that is being read. */
interface ExpressionState {
  /** Position of its first token. */
  readonly from: number;
  /** Number of CASE whose END has not come yet. */
  cases: number;
  /** Whether the operand that is awaited may be a whole predicate. */
  isPredicate: boolean;
}

/** Walks over the tokens of one statement and keeps what is found on the way. */
export class TokenReader {
  readonly problems: FixableProblem[] = [];
  /** The first token that fits no rule; the end of the text where something is missing. */
  unread: Token | undefined;
  /** Where the cursor was met. */
  caret: Caret | undefined;
  /** Common table expressions in sight, the innermost last. */
  ctes: readonly CteScopes[] = [];
  /** Names that WINDOW gives, as they are written, and where windows are named. */
  readonly windows: { readonly defined: Name[]; readonly used: Name[] } = { defined: [], used: [] };
  /** Whether something was skipped over, in which there may be names. */
  hasSkipped = false;
  /** Parameters of the functions around, in small letters. */
  locals: readonly string[] = [];
  expression: ExpressionState = { from: 0, cases: 0, isPredicate: true };
  readonly #grammar: Grammar;
  readonly #uses = new WeakMap<Expression, WholeUse>();
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #closings: ReadonlyMap<number, number> | undefined;
  #index = 0;
  /** How many of the `>` of the current token are taken. */
  #angles = 0;
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

  /** Number of tokens read: a loop that leaves it unchanged must end. */
  get position(): number {
    return this.#index;
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  isAt(...keys: readonly string[]): boolean {
    return keys.includes(this.current.key) && this.current.key !== "";
  }

  /** Whether the current and the next token are these words or signs. */
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

  advance(): Token {
    const { current } = this;
    if (current.kind !== "end") {
      this.#index++;
    }
    return current;
  }

  take(...keys: readonly string[]): Token | undefined {
    return this.isAt(...keys) ? this.advance() : undefined;
  }

  /** Takes two words that only mean something together. */
  takeBoth(first: string, second: string): boolean {
    const isThere = this.isAtBoth(first, second);
    if (isThere) {
      this.#index += 2;
    }
    return isThere;
  }

  /** Takes a word or sign that the grammar demands; what stands here instead fits no rule. */
  expect(key: string): Token | undefined {
    const token = this.take(key);
    if (!token) {
      this.markUnread();
    }
    return token;
  }

  /** Takes a `>` that closes the brackets of a type, of `>>` the first one. */
  takeAngle(): boolean {
    const { key } = this.current;
    if (!/^>+$/.test(key)) {
      return false;
    }
    this.#angles++;
    if (this.#angles === key.length) {
      this.#angles = 0;
      this.advance();
    }
    return true;
  }

  takeName(): Name {
    const token = this.advance();
    if (token.text === "``") {
      this.markUnread(token);
    }
    return { text: nameText(token), start: token.start, end: token.end };
  }

  /** Takes the cursor when it stands here. */
  takeCaret(place: CaretContext, scope: Scope | undefined): boolean {
    if (!this.isAtCaret()) {
      return false;
    }
    this.caret = { place, scope, ctes: this.ctes, locals: this.locals };
    this.advance();
    return true;
  }

  /** Says that a token, the current one unless told, fits no rule. */
  markUnread(token: Token = this.current): void {
    if (!this.unread && !this.caret) {
      this.unread = token;
    }
  }

  /** Says that something is missing behind a token, that before the current one unless told. */
  reportMissing(what: string, after: Token | undefined = this.previous): void {
    if (after) {
      this.reportMissingAt(what, after, after);
    }
  }

  reportMissingAt(what: string, place: Token, after: Token): void {
    if (!this.isTooDeep) {
      this.problems.push(createProblem("TS202", place, { what, after: after.text }));
    }
  }

  get isTooDeep(): boolean {
    return this.problems.some(({ code }) => code === "TS205");
  }

  /** Takes the closing bracket of one that was opened, or says that it is missing. */
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

  /** Runs what may nest; too deep a text is not followed any further. */
  nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > deepestNesting && this.current.kind !== "end") {
      this.problems.push(createProblem("TS205", this.current));
      this.#index = Math.max(0, this.#tokens.length - 1);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  readExpression(place: ExpressionContext): ReadExpression {
    return this.#grammar.expression(this, place);
  }

  readInner(place: ExpressionContext, first?: Expression): Expression {
    return this.#grammar.inner(this, place, first);
  }

  readArithmetic(place: ExpressionContext): Expression {
    return this.#grammar.arithmetic(this, place);
  }

  readQuery(parent: Scope | undefined): ReadQuery {
    return this.#grammar.query(this, parent);
  }

  /** Keeps which use of a name an expression is. */
  recordUse<Node extends Expression>(node: Node, use: WholeUse): Node {
    this.#uses.set(node, use);
    return node;
  }

  useOf(node: Expression): WholeUse | undefined {
    return this.#uses.get(node);
  }

  /** Where the bracket that is opened so many tokens ahead is closed; the end where it is not. */
  aheadOfClosing(open: number): number {
    this.#closings ??= closingsOf(this.#tokens);
    return (this.#closings.get(this.#index + open) ?? this.#tokens.length - 1) - this.#index;
  }

  /** Leaves what cannot be read, up to the bracket that closes what is around. */
  skipRest(): void {
    while (!this.isAt(")") && !this.isAtEnd()) {
      if (this.takeCaret({ kind: "words" }, undefined)) {
        continue;
      }
      this.markUnread();
      this.hasSkipped = true;
      if (this.isAt("(")) {
        this.skipBrackets();
      } else {
        this.advance();
      }
    }
  }

  /** Skips to the bracket that closes the current one, and over it. */
  skipBrackets(): void {
    let depth = 0;
    do {
      depth += this.isAt("(") ? 1 : this.isAt(")") ? -1 : 0;
      if (!this.takeCaret({ kind: "words" }, undefined)) {
        this.advance();
      }
    } while (depth > 0 && !this.isAtEnd());
  }
}

/** The index of the closing bracket for that of each opening one. */
function closingsOf(tokens: readonly Token[]): Map<number, number> {
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
