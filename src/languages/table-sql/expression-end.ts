import type { Progress } from "./expression-progress.ts";
import type { TokenReader } from "./token-reader.ts";
import { binaryWords, byClauseWords, hardClauseWords, sideWords, softClauseWords, suffixWords } from "./words.ts";

/** Whether the current token belongs to what is around the expression. */
export function endsExpression({ reader, isOpen, caseDepth }: Progress): boolean {
  const { current } = reader;
  const { key } = current;
  if (current.kind === "end" || key === "," || key === ")" || key === "]" || key === "}") {
    return true;
  }
  if (current.kind !== "word") {
    return current.kind === "quotedName" && !isOpen;
  }
  const isCaseWord = key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END";
  if (isCaseWord && caseDepth > 0) {
    return false;
  }
  if (hardClauseWords.has(key) || (byClauseWords.has(key) && (!isOpen || reader.peek(1).key === "BY"))) {
    return true;
  }
  if (sideWords.has(key) && reader.peek(1).key !== "(") {
    return true;
  }
  return !isOpen && !continuesExpression(reader, key);
}

function continuesExpression(reader: TokenReader, key: string): boolean {
  if (softClauseWords.has(key)) {
    return false;
  }
  const next = reader.peek(1).key;
  return (
    binaryWords.has(key) ||
    suffixWords.has(key) ||
    key === "NOT" ||
    key === "IS" ||
    key === "OVER" ||
    (key === "FILTER" && next === "(") ||
    (key === "WITHIN" && next === "GROUP") ||
    ((key === "IGNORE" || key === "RESPECT") && next === "NULLS")
  );
}
