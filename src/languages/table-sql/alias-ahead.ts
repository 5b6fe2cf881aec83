import type { TokenReader } from "./token-reader.ts";
import { byClauseWords, hardClauseWords, sideWords, softClauseWords } from "./words.ts";

/** Whether a name stands here that needs no AS: none of the words that may follow what is named. */
export function isAliasAhead(reader: TokenReader): boolean {
  const { kind, key } = reader.current;
  if (kind === "quotedName") {
    return true;
  }
  const next = reader.peek(1);
  const isBy =
    byClauseWords.has(key) && (key === "ORDER" || key === "GROUP" || next.key === "BY" || next.kind === "caret");
  const isWindow = key === "WINDOW" && reader.peek(2).key !== "AS";
  return (
    kind === "word" &&
    !hardClauseWords.has(key) &&
    (!softClauseWords.has(key) || isWindow) &&
    !sideWords.has(key) &&
    !isBy
  );
}
