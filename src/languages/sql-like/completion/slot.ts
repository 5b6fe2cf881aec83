import { findBuiltInFunction } from "../syntax/functions.ts";
import { foreignClauses } from "../syntax/keywords.ts";
import { comparisons } from "../syntax/operators.ts";
import { isSignToken, isWordToken, type Token } from "../syntax/token.ts";

/**
 * Syntactic position of an offset in a query, which determines the completion items (sql-like-language 10). `path`
 * fields contain the path before the offset.
 */
export type CompletionSlot =
  | { readonly kind: "start" }
  | { readonly kind: "item" }
  | { readonly kind: "afterItem"; readonly hasLabel: boolean }
  | { readonly kind: "label" }
  | { readonly kind: "from" }
  | { readonly kind: "afterFrom" }
  /** Start of a condition. `isConjunct` is true if the condition is joined to WHERE by AND alone. */
  | { readonly kind: "condition"; readonly isConjunct: boolean }
  | { readonly kind: "afterCondition" }
  | { readonly kind: "afterTime" }
  | { readonly kind: "timePeriods" }
  | { readonly kind: "timeEnd" }
  /** Position after the lower limit of BETWEEN, where AND is expected. */
  | { readonly kind: "rangeAnd" }
  | { readonly kind: "afterOperand"; readonly path: readonly string[]; readonly isNegated: boolean }
  | { readonly kind: "nullTest"; readonly isNegated: boolean }
  /** Value that an attribute is compared with. `list` tells whether the value is in the brackets of IN. */
  | {
      readonly kind: "value";
      readonly path: readonly string[];
      readonly list: "none" | "missing" | "inside";
      readonly given: readonly string[];
    }
  /** Position after a dot, where names on the object at the end of `path` are expected. */
  | { readonly kind: "path"; readonly path: readonly string[]; readonly use: "item" | "level" | "condition" }
  /**
   * Position after a complete argument or after a value in the brackets of IN. `takesMore` is true if another one may
   * follow.
   */
  | { readonly kind: "afterValue"; readonly takesMore: boolean }
  | { readonly kind: "dateText" }
  | ArgumentSlot
  | { readonly kind: "nothing" };

export interface ArgumentSlot {
  readonly kind: "argument";
  /** Name of the called function or metric, as written. */
  readonly call: string;
  readonly index: number;
  /** Path in the first argument of the call. */
  readonly first: readonly string[];
  /** Names of the named arguments before this one. */
  readonly names: readonly string[];
  /** Name of this argument; undefined for a positional argument. */
  readonly name: string | undefined;
}

/**
 * Number of arguments by built-in function (sql-like-language 7). Metrics are not listed, since they accept any number.
 */
const argumentCounts: Readonly<Record<string, number>> = { date: 1, period: 2, periods: 3, level: 2 };

interface Bracket {
  /** Content of the bracket: the arguments of a call, the values of IN, or a group of conditions. */
  readonly kind: "call" | "in" | "group";
  readonly call: string;
  index: number;
  first: readonly string[];
  readonly names: string[];
  name: string | undefined;
  readonly given: string[];
}

type Clause = "none" | "select" | "from" | "where" | "foreign";

/** Reads the tokens before an offset from left to right, and keeps only the state that determines what may follow. */
class PlaceReader {
  #clause: Clause = "none";
  #brackets: Bracket[] = [];
  /** Path that was read last. */
  #path: string[] = [];
  /** Path of the left operand in the current condition. */
  #left: readonly string[] = [];
  #operator: "none" | "compare" | "in" | "between" | "is" = "none";
  #isConjunct = true;
  #between: "none" | "low" | "high" = "none";
  #hasLabel = false;
  #last: Token | undefined;
  readonly #isTime: (name: string) => boolean;

  constructor(isTime: (name: string) => boolean) {
    this.#isTime = isTime;
  }

  read(token: Token): void {
    switch (token.kind) {
      case "name":
        this.#readName(token.text);
        break;
      case "word":
        this.#readWord(token.text);
        break;
      case "sign":
        this.#readSign(token);
        break;
      case "string":
        this.#brackets.at(-1)?.given.push(token.value);
        break;
      default:
    }
    this.#last = token;
  }

  #readName(name: string): void {
    this.#path = isSignToken(this.#last, ".") ? [...this.#path, name] : [name];
    if (this.#isAfterCondition() && Object.hasOwn(foreignClauses, name.toUpperCase())) {
      this.#clause = "foreign";
    } else if (this.#operator === "none" && this.#brackets.at(-1)?.kind !== "call") {
      this.#left = this.#path;
    }
  }

  #readWord(word: string): void {
    switch (word) {
      case "SELECT":
      case "FROM":
      case "WHERE":
        this.#clause = word.toLowerCase() as Clause;
        this.#brackets = [];
        this.#hasLabel = false;
        this.#endCondition();
        this.#isConjunct = true;
        break;
      case "AS":
        this.#hasLabel = true;
        break;
      case "IN":
        this.#operator = "in";
        break;
      case "BETWEEN":
        this.#operator = "between";
        this.#between = "low";
        break;
      case "IS":
        this.#operator = "is";
        break;
      case "AND":
        if (this.#between === "low") {
          this.#between = "high";
        } else {
          this.#endCondition();
        }
        break;
      case "OR":
        this.#endCondition();
        this.#isConjunct = false;
        break;
      default:
    }
  }

  #readSign(token: Token): void {
    const bracket = this.#brackets.at(-1);
    if (isSignToken(token, "(")) {
      this.#open();
    } else if (isSignToken(token, ")")) {
      this.#brackets.pop();
    } else if (isSignToken(token, ",")) {
      if (bracket) {
        this.#nextArgument(bracket);
      }
      this.#hasLabel = false;
    } else if (bracket?.kind === "call" && isSignToken(token, "=")) {
      bracket.name = this.#path.at(-1);
    } else if (token.kind === "sign" && comparisons[token.text]) {
      this.#operator = "compare";
    }
  }

  #open(): void {
    const isCall = this.#last?.kind === "name";
    const isIn = isWordToken(this.#last, "IN");
    const call = isCall ? (this.#path.at(-1) ?? "") : "";
    this.#brackets.push({
      kind: isCall ? "call" : isIn ? "in" : "group",
      call: findBuiltInFunction(call)?.name ?? call,
      index: 0,
      first: [],
      names: [],
      name: undefined,
      given: [],
    });
  }

  #nextArgument(bracket: Bracket): void {
    if (bracket.index === 0) {
      bracket.first = this.#path;
    }
    if (bracket.name !== undefined) {
      bracket.names.push(bracket.name);
    }
    bracket.index++;
    bracket.name = undefined;
  }

  #endCondition(): void {
    this.#left = [];
    this.#operator = "none";
    this.#between = "none";
  }

  /** Whether the tokens read so far end with a complete condition or with the FROM object. */
  #isAfterCondition(): boolean {
    const last = this.#last;
    if (this.#clause === "from") {
      return last?.kind === "name";
    }
    if (this.#clause !== "where") {
      return false;
    }
    const isValue = last?.kind === "string" || last?.kind === "number" || isWordToken(last, "TRUE", "FALSE", "NULL");
    return isValue || isSignToken(last, ")") || (last?.kind === "name" && this.#operator !== "none");
  }

  slot(isInString: boolean): CompletionSlot {
    const bracket = this.#brackets.at(-1);
    if (isSignToken(this.#last, ".")) {
      return isInString ? nothing : { kind: "path", path: this.#path, use: this.#pathUse(bracket) };
    }
    if (bracket?.kind === "call") {
      return this.#placeInCall(bracket, isInString);
    }
    switch (this.#clause) {
      case "none":
        return isInString || this.#last ? nothing : { kind: "start" };
      case "select":
        return this.#placeInItems(isInString);
      case "from":
        return this.#placeInFrom(isInString);
      case "where":
        return this.#placeInCondition(bracket, isInString);
      case "foreign":
        return nothing;
    }
  }

  #pathUse(bracket: Bracket | undefined): "item" | "level" | "condition" {
    if (bracket?.kind === "call") {
      return bracket.call === "level" ? "level" : "item";
    }
    return this.#clause === "where" ? "condition" : "item";
  }

  #placeInCall(bracket: Bracket, isInString: boolean): CompletionSlot {
    const { call, index, first, names, name } = bracket;
    if (!isSignToken(this.#last, "(", ",") && !(name !== undefined && isSignToken(this.#last, "="))) {
      return isInString
        ? nothing
        : { kind: "afterValue", takesMore: index + 1 < (argumentCounts[call] ?? Number.POSITIVE_INFINITY) };
    }
    if (call === "date") {
      return index === 0 ? { kind: "dateText" } : nothing;
    }
    const takesText = call === "level" ? index === 1 : findBuiltInFunction(call) === undefined;
    return isInString && !takesText ? nothing : { kind: "argument", call, index, first, names, name };
  }

  #placeInItems(isInString: boolean): CompletionSlot {
    if (isWordToken(this.#last, "AS")) {
      return { kind: "label" };
    }
    if (isInString) {
      return nothing;
    }
    return isWordToken(this.#last, "SELECT") || isSignToken(this.#last, ",", "(")
      ? { kind: "item" }
      : { kind: "afterItem", hasLabel: this.#hasLabel };
  }

  #placeInFrom(isInString: boolean): CompletionSlot {
    if (isInString) {
      return nothing;
    }
    return isWordToken(this.#last, "FROM") ? { kind: "from" } : { kind: "afterFrom" };
  }

  #placeInCondition(bracket: Bracket | undefined, isInString: boolean): CompletionSlot {
    const last = this.#last;
    const path = this.#left;
    const isTime = path.length === 1 && this.#isTime(path[0] ?? "");
    const given = bracket?.kind === "in" ? bracket.given : [];
    const value = (list: "none" | "missing" | "inside"): CompletionSlot =>
      path.length === 0 ? nothing : { kind: "value", path, list, given };
    if (bracket?.kind === "in") {
      if (isTime || (isInString && !isSignToken(last, "(", ","))) {
        return nothing;
      }
      return isSignToken(last, "(", ",") ? value("inside") : { kind: "afterValue", takesMore: true };
    }
    if (last?.kind === "sign" && comparisons[last.text]) {
      return isTime ? nothing : value("none");
    }
    if (isWordToken(last, "BETWEEN") || (isWordToken(last, "AND") && this.#between === "high")) {
      return isTime ? (isInString ? nothing : { kind: "timeEnd" }) : value("none");
    }
    if (isInString) {
      return nothing;
    }
    if (isWordToken(last, "WHERE", "AND", "OR") || isSignToken(last, "(")) {
      return { kind: "condition", isConjunct: this.#isConjunct && !bracket };
    }
    if (isWordToken(last, "IN")) {
      return isTime ? { kind: "timePeriods" } : value("missing");
    }
    if (isWordToken(last, "IS")) {
      return { kind: "nullTest", isNegated: false };
    }
    if (isWordToken(last, "NOT")) {
      if (this.#operator === "is") {
        return { kind: "nullTest", isNegated: true };
      }
      return path.length > 0 && this.#operator === "none"
        ? { kind: "afterOperand", path, isNegated: true }
        : { kind: "condition", isConjunct: false };
    }
    if (this.#between === "low") {
      return { kind: "rangeAnd" };
    }
    if (last?.kind === "name" && this.#operator === "none") {
      return isTime ? { kind: "afterTime" } : { kind: "afterOperand", path, isNegated: false };
    }
    return { kind: "afterCondition" };
  }
}

const nothing: CompletionSlot = { kind: "nothing" };

/** Returns the syntactic position after the given tokens of a statement. */
export function findSlotAfter(
  tokens: readonly Token[],
  isTime: (name: string) => boolean,
  isInString: boolean,
): CompletionSlot {
  const reader = new PlaceReader(isTime);
  for (const token of tokens) {
    reader.read(token);
  }
  return reader.slot(isInString);
}
