import type { Progress } from "./expression-progress.ts";
import type { TokenReader } from "./token-reader.ts";
import {
  binarySigns,
  binaryWords,
  byClauseWords,
  hardClauseWords,
  sideWords,
  softClauseWords,
  suffixWords,
} from "./words.ts";

/** Whether the current token belongs to what is around the expression. */
export function endsExpression({ reader, isOpen, cases }: Progress): boolean {
  const { current } = reader;
  const { key } = current;
  if (current.kind === "end" || key === "," || key === ")" || key === "]" || key === "}") {
    return true;
  }
  if (current.kind !== "word") {
    return current.kind === "quotedName" && !isOpen;
  }
  const isCaseWord = key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END";
  if (isCaseWord && cases.length > 0) {
    return false;
  }
  if (isOpen && isNameByPlace(reader)) {
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

/** `end` and `limit` are usual names of columns, and Spark reserves neither. */
function isNameByPlace(reader: TokenReader): boolean {
  const { key } = reader.current;
  const next = reader.peek(1).key;
  return key === "END" || (key === "LIMIT" && (afterName.has(next) || binarySigns.has(next) || binaryWords.has(next)));
}

const afterName: ReadonlySet<string> = new Set([",", ")", ".", "FROM", "AS", "IS", "NOT", "ASC", "DESC"]);

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
