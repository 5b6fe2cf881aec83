import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";
import type { Token } from "./token.ts";

export function isSignToken(token: Token | undefined, ...signs: readonly Sign[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

export function isWordToken(token: Token | undefined, ...words: readonly ReservedWord[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}
