import { lex } from "../syntax/lexer.ts";
import type { Token } from "../syntax/token.ts";

/** An argument as far as it stands before the cursor. */
export interface OpenArgument {
  /** Of `name = value`. */
  readonly name: string | undefined;
  readonly isString: boolean;
  readonly isEmpty: boolean;
}

/** A call whose brackets are open at a place. */
export interface OpenCall {
  readonly name: string;
  /** The last one is the one that the place is in. */
  readonly arguments: readonly OpenArgument[];
}

interface Bracket {
  /** Absent for brackets that are no call's. */
  readonly name: string | undefined;
  readonly arguments: Token[][];
}

/** The calls that a place of a text is in, the innermost last. Tokens are read, not the tree, which ends where the text breaks off. */
export function openCallsAt(text: string, offset: number): OpenCall[] {
  const brackets: Bracket[] = [];
  let last: Token | undefined;
  for (const token of lex(text).tokens) {
    if (token.kind === "end" || token.start >= offset) {
      break;
    }
    advance(brackets, token, last);
    last = token;
  }
  return brackets.flatMap(({ name, arguments: tokens }) =>
    name === undefined ? [] : [{ name, arguments: tokens.map(readArgument) }],
  );
}

function advance(brackets: Bracket[], token: Token, last: Token | undefined): void {
  const isClause = token.kind === "word" && ["SELECT", "FROM", "WHERE"].includes(token.text);
  if (isClause || isSign(token, ";")) {
    brackets.length = 0;
  } else if (isSign(token, "(")) {
    brackets.at(-1)?.arguments.at(-1)?.push(token);
    brackets.push({ name: last?.kind === "name" ? last.text : undefined, arguments: [[]] });
  } else if (isSign(token, ")")) {
    brackets.pop();
  } else if (isSign(token, ",")) {
    brackets.at(-1)?.arguments.push([]);
  } else {
    brackets.at(-1)?.arguments.at(-1)?.push(token);
  }
}

function readArgument(tokens: readonly Token[]): OpenArgument {
  const [first, second] = tokens;
  const isNamed = first?.kind === "name" && second !== undefined && isSign(second, "=");
  const value = isNamed ? tokens[2] : first;
  return {
    name: isNamed ? first.text : undefined,
    isString: value?.kind === "string",
    isEmpty: value === undefined,
  };
}

function isSign(token: Token, sign: string): boolean {
  return token.kind === "sign" && token.text === sign;
}
