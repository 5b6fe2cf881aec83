import { nameText } from "./lexer.ts";
import type { TokenReader } from "./token-reader.ts";
import { binarySigns, binaryWords, byClauseWords, hardClauseWords, sideWords, softClauseWords } from "./words.ts";

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

/** Whether names in brackets stand here and nothing else: `(a, b)`. */
export function isNameListAhead(reader: TokenReader): boolean {
  for (let ahead = 0; ; ahead += 2) {
    const name = reader.peek(ahead + 1);
    const isName = name.kind === "word" || name.kind === "quotedName";
    if (reader.peek(ahead).key !== (ahead === 0 ? "(" : ",") || !isName) {
      return false;
    }
    if (reader.peek(ahead + 2).key === ")") {
      return true;
    }
  }
}

/** Whether the word where an operand is expected belongs to what is around the expression. */
export function isWordAfterExpression(reader: TokenReader): boolean {
  const { key } = reader.current;
  if (isNameByPlace(reader)) {
    return false;
  }
  const isBy = byClauseWords.has(key) && reader.peek(1).key === "BY";
  return hardClauseWords.has(key) || isBy || (sideWords.has(key) && reader.peek(1).key !== "(");
}

/** `end` and `limit` are usual names of columns, and Spark reserves neither. */
function isNameByPlace(reader: TokenReader): boolean {
  const { key } = reader.current;
  const next = reader.peek(1).key;
  if (key === "END") {
    return reader.expression.cases === 0 || next === "." || binarySigns.has(next);
  }
  return key === "LIMIT" && (afterName.has(next) || binarySigns.has(next) || binaryWords.has(next));
}

const afterName: ReadonlySet<string> = new Set([",", ")", ".", "FROM", "AS", "IS", "NOT", "ASC", "DESC"]);

const afterQuery: ReadonlySet<string> = new Set(
  ") UNION EXCEPT MINUS INTERSECT ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET".split(" "),
);

/** Whether a query without brackets around it begins so many tokens ahead. */
export function startsQuery(reader: TokenReader, ahead = 0): boolean {
  const next = reader.peek(ahead + 1);
  const isNameNext = next.kind === "word" || next.kind === "quotedName" || next.kind === "caret";
  switch (reader.peek(ahead).key) {
    case "SELECT":
      return true;
    case "FROM":
      return isNameNext || next.key === "(" || next.kind === "end";
    case "WITH":
    case "TABLE":
      return isNameNext;
    case "VALUES":
      return next.key !== ")" && next.key !== "," && next.key !== ".";
    default:
      return false;
  }
}

/**
 * Whether the bracket so many tokens ahead holds a query: `(SELECT ...)`, `((SELECT ...) UNION ...)`. `((SELECT ...) a JOIN b)`
 * holds sources, and `((SELECT ...) + 1)` a value.
 */
export function holdsQuery(reader: TokenReader, ahead = 0): boolean {
  let inner = ahead;
  while (reader.peek(inner).key === "(") {
    inner++;
  }
  if (inner === ahead || !startsQuery(reader, inner)) {
    return false;
  }
  // Each bracket around the first query holds one itself only if what follows the one within goes on with a query.
  for (let open = inner - 1; open > ahead; open--) {
    const after = reader.peek(reader.aheadOfClosing(open) + 1);
    if (after.kind !== "end" && after.kind !== "caret" && !afterQuery.has(after.key)) {
      return false;
    }
  }
  return true;
}

/** The names in `(a, b) -> ...`, when that is what begins here. */
export function lambdaParameters(reader: TokenReader): string[] | undefined {
  const names: string[] = [];
  for (let ahead = 1; ; ahead += 2) {
    const name = reader.peek(ahead);
    const next = reader.peek(ahead + 1);
    if (name.kind !== "word" && name.kind !== "quotedName") {
      return undefined;
    }
    names.push(nameText(name));
    if (next.key === ")") {
      return reader.peek(ahead + 2).key === "->" ? names : undefined;
    }
    if (next.key !== ",") {
      return undefined;
    }
  }
}
