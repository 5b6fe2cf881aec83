import type { TokenReader } from "./token-reader.ts";

const afterQuery: ReadonlySet<string> = new Set(
  ") UNION EXCEPT MINUS INTERSECT ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET".split(" "),
);

/** Whether a query without brackets around it begins so many tokens ahead. */
export function startsQuery(reader: TokenReader, ahead = 0): boolean {
  const next = reader.peek(ahead + 1);
  const isNameNext = next.kind === "word" || next.kind === "quotedName" || next.kind === "caret";
  switch (reader.peek(ahead).key) {
    case "SELECT":
    case "FROM":
      return true;
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
  if (reader.peek(ahead).key !== "(") {
    return false;
  }
  if (startsQuery(reader, ahead + 1)) {
    return true;
  }
  if (!holdsQuery(reader, ahead + 1)) {
    return false;
  }
  const after = reader.peek(reader.aheadOfClosing(ahead + 1) + 1);
  return after.kind === "end" || after.kind === "caret" || afterQuery.has(after.key);
}
