import { type ClauseBody, findClauseAt } from "./format-clauses.ts";
import { spaceBetweenTokens } from "./format-spacing.ts";
import type { Token } from "./syntax/lexer.ts";

const lineWidth = 100;
const shortQueryWidth = 60;
const step = 2;

/** A range of token indexes; `to` is exclusive. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Computes the formatting of one SQL statement: the white space before each of its tokens. */
export class StatementLayout {
  /**
   * White space before each token, by token index. A string is the white space within a line; a number is the
   * indentation of a new line.
   */
  readonly gaps: (string | number)[] = [];
  readonly #tokens: readonly Token[];
  readonly #spaces: string[] = [];
  /** Token index of each closing bracket or END, by the index of the matching opening bracket or CASE. */
  readonly #partners: ReadonlyMap<number, number>;
  readonly #typeTokens: ReadonlySet<number>;

  constructor(tokens: readonly Token[], partners: ReadonlyMap<number, number>, typeTokens: ReadonlySet<number>) {
    this.#tokens = tokens;
    this.#partners = partners;
    this.#typeTokens = typeTokens;
    this.#query({ from: 0, to: tokens.length }, 0);
  }

  /** Formats a SQL statement or subquery, with each clause on a new line. */
  #query({ from, to }: TokenRange, indent: number): void {
    const verb = this.#verb(from, to);
    let start = from;
    let index = from;
    while (index < to) {
      const clause = this.#clauseAt(index, from, to, verb);
      if (clause && index > from) {
        this.#clause({ from: start, to: index }, indent, verb, from);
        start = index;
      }
      index = clause ? index + clause.length : this.#next(index);
    }
    this.#clause({ from: start, to }, indent, verb, from);
  }

  #clause({ from, to }: TokenRange, indent: number, verb: string, queryFrom: number): void {
    const clause = this.#clauseAt(from, queryFrom, to, verb);
    const head = clause?.length ?? 0;
    this.#line(from, indent);
    for (let index = from + 1; index < Math.min(to, from + head); index++) {
      this.#inline(index);
    }
    const body = { from: from + head, to };
    if (body.from < body.to) {
      this.#body(body, clause?.body ?? "plain", indent, head === 0);
    }
  }

  #body(range: TokenRange, kind: ClauseBody, indent: number, isFirstGapSet: boolean): void {
    const fits = this.#width({ from: range.from, to: range.to }) + indent + 10 <= lineWidth;
    const breaks = fits ? [] : this.#breaks(range, kind);
    const isList = kind === "list" && breaks.length > 0 && !this.#staysInLine(range);
    if (!isFirstGapSet) {
      if (isList) {
        this.#line(range.from, indent + step);
      } else {
        this.#inline(range.from);
      }
    }
    const starts = [range.from, ...breaks, range.to];
    const innerIndent = indent + (this.#tokens[range.from - 1]?.key === "WITH" ? 0 : step);
    for (const [index, start] of starts.entries()) {
      const end = starts[index + 1];
      if (end !== undefined) {
        if (index > 0) {
          this.#line(start, innerIndent);
        }
        this.#run({ from: start, to: end }, isList || index > 0 ? innerIndent : indent);
      }
    }
  }

  /** Whether the first element of a list stays on the line of the clause's keyword, as for FROM and WITH. */
  #staysInLine({ from }: TokenRange): boolean {
    return this.#tokens[from - 1]?.key === "FROM" || this.#tokens[from - 1]?.key === "WITH";
  }

  /** Formats tokens on one line. The white space before the first token is already set. */
  #run({ from, to }: TokenRange, indent: number): void {
    let index = from;
    while (index < to) {
      if (index > from) {
        this.#inline(index);
      }
      const partner = this.#partners.get(index);
      if (partner !== undefined && partner < to) {
        this.#group({ from: index, to: partner + 1 }, indent);
        index = partner + 1;
      } else {
        index++;
      }
    }
  }

  /** Formats brackets or a CASE with their content. The white space before the first token is already set. */
  #group({ from, to }: TokenRange, indent: number): void {
    const inside = { from: from + 1, to: to - 1 };
    const first = this.#tokens[inside.from]?.key ?? "";
    const isQuery = this.#tokens[from]?.key === "(" && ["SELECT", "WITH", "VALUES", "FROM"].includes(first);
    const width = this.#width({ from, to });
    if (isQuery && (width > shortQueryWidth || width + indent > lineWidth)) {
      this.#query(inside, indent + step);
      this.#line(to - 1, indent);
    } else if (width + indent <= lineWidth || inside.from >= inside.to) {
      this.#run({ from: from + 1, to }, indent);
      this.#inline(from + 1);
    } else if (this.#tokens[from]?.key === "CASE") {
      this.#broken({ from: from + 1, to: to - 1 }, this.#caseBreaks(inside), indent);
      this.#line(to - 1, indent);
    } else {
      this.#line(from + 1, indent + step);
      this.#broken(inside, this.#breaks(inside, "list"), indent);
      this.#line(to - 1, indent);
    }
  }

  #broken(range: TokenRange, breaks: readonly number[], indent: number): void {
    const starts = [range.from, ...breaks.filter((index) => index > range.from), range.to];
    const isCase = this.#tokens[range.from - 1]?.key === "CASE";
    if (isCase && breaks.includes(range.from)) {
      this.#line(range.from, indent + step);
    } else if (isCase) {
      this.#inline(range.from);
    }
    for (const [index, start] of starts.entries()) {
      const end = starts[index + 1];
      if (end !== undefined) {
        if (index > 0) {
          this.#line(start, indent + step);
        }
        this.#run({ from: start, to: end }, indent + step);
      }
    }
  }

  /**
   * Returns the indexes of tokens that begin a new line: the token after each comma of a list, and AND and OR in a
   * condition.
   */
  #breaks({ from, to }: TokenRange, kind: ClauseBody): number[] {
    const breaks: number[] = [];
    let isRange = false;
    for (let index = from; index < to; index = this.#next(index)) {
      const { key, kind: token } = this.#tokens[index] ?? { key: "", kind: "end" };
      if (kind === "list" && key === "," && index + 1 < to) {
        breaks.push(index + 1);
      } else if (kind === "condition" && token === "word") {
        const isBreak = key === "OR" || (key === "AND" && !isRange);
        isRange = key === "BETWEEN" || (isRange && key !== "AND");
        if (isBreak && index > from) {
          breaks.push(index);
        }
      }
    }
    return breaks;
  }

  #caseBreaks({ from, to }: TokenRange): number[] {
    const breaks: number[] = [];
    for (let index = from; index < to; index = this.#next(index)) {
      if (["WHEN", "ELSE"].includes(this.#tokens[index]?.key ?? "")) {
        breaks.push(index);
      }
    }
    return breaks;
  }

  /** Returns the index of the next token at the same nesting level. The content of brackets and CASE is skipped. */
  #next(index: number): number {
    return (this.#partners.get(index) ?? index) + 1;
  }

  #clauseAt(index: number, from: number, to: number, verb: string): ReturnType<typeof findClauseAt> {
    const tokenAt = (distance: number) => {
      const position = index + distance;
      return position < from || position >= to ? undefined : this.#tokens[position];
    };
    return findClauseAt(tokenAt, verb);
  }

  #verb(from: number, to: number): string {
    for (let index = from; index < to; index = this.#next(index)) {
      const key = this.#tokens[index]?.key ?? "";
      if (["SELECT", "INSERT", "UPDATE", "DELETE", "MERGE"].includes(key)) {
        return key;
      }
    }
    return "";
  }

  #line(index: number, indent: number): void {
    this.gaps[index] = index === 0 ? "" : indent;
  }

  #inline(index: number): void {
    this.gaps[index] ??= this.#space(index);
  }

  #space(index: number): string {
    const left = this.#tokens[index - 1];
    const right = this.#tokens[index];
    this.#spaces[index] ??=
      left && right ? spaceBetweenTokens(left, right, this.#tokens[index - 2], this.#typeTokens.has(index)) : "";
    return this.#spaces[index];
  }

  /** Returns the width in characters of tokens formatted on one line. Infinite if a token contains a line end. */
  #width({ from, to }: TokenRange): number {
    let width = 0;
    // Stops at the width of a line, because long ranges are measured again for each bracket in them.
    for (let index = from; index < to && width <= lineWidth; index++) {
      const text = this.#tokens[index]?.text ?? "";
      width += text.includes("\n") ? Number.POSITIVE_INFINITY : text.length;
      width += index > from ? this.#space(index).length : 0;
    }
    return width;
  }
}
