import {
  binaryOperatorKeywords,
  binaryOperatorSigns,
  byClauseKeywords,
  joinSideKeywords,
  reservedClauseKeywords,
  softClauseKeywords,
} from "./keywords.ts";
import { unquotedNameOf } from "./lexer.ts";
import type { TokenReader } from "./token-reader.ts";

/**
 * Whether the current token is an alias without AS, rather than a keyword that can follow the named expression or
 * table.
 */
export function isAliasAhead(reader: TokenReader): boolean {
  const { kind, key } = reader.current;
  if (kind === "quotedName") {
    return true;
  }
  const next = reader.peek(1);
  const isBy =
    byClauseKeywords.has(key) && (key === "ORDER" || key === "GROUP" || next.key === "BY" || next.kind === "caret");
  const isWindow = key === "WINDOW" && reader.peek(2).key !== "AS";
  return (
    kind === "word" &&
    !reservedClauseKeywords.has(key) &&
    (!softClauseKeywords.has(key) || isWindow) &&
    !joinSideKeywords.has(key) &&
    !isBy
  );
}

/** Whether the next tokens are a list of names in brackets: `(a, b)`. */
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

/** Whether the current word ends the expression, although an operand is expected. */
export function isWordAfterExpression(reader: TokenReader): boolean {
  const { key } = reader.current;
  if (isNameByContext(reader)) {
    return false;
  }
  const isBy = byClauseKeywords.has(key) && reader.peek(1).key === "BY";
  return reservedClauseKeywords.has(key) || isBy || (joinSideKeywords.has(key) && reader.peek(1).key !== "(");
}

/**
 * Whether the current word END or LIMIT is the name of a column, not a keyword. Spark reserves neither, and both are
 * common column names.
 */
function isNameByContext(reader: TokenReader): boolean {
  const { key } = reader.current;
  const next = reader.peek(1).key;
  if (key === "END") {
    return reader.expression.cases === 0 || next === "." || binaryOperatorSigns.has(next);
  }
  return (
    key === "LIMIT" && (tokensAfterName.has(next) || binaryOperatorSigns.has(next) || binaryOperatorKeywords.has(next))
  );
}

const tokensAfterName: ReadonlySet<string> = new Set([",", ")", ".", "FROM", "AS", "IS", "NOT", "ASC", "DESC"]);

const tokensAfterQuery: ReadonlySet<string> = new Set(
  ") UNION EXCEPT MINUS INTERSECT ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET".split(" "),
);

/** Whether a query without brackets begins `ahead` tokens after the current one. */
export function isQueryAhead(reader: TokenReader, ahead = 0): boolean {
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
 * Whether a query in brackets begins `ahead` tokens after the current one: `(SELECT ...)` or `((SELECT ...) UNION
 * ...)`. Joined tables as in `((SELECT ...) a JOIN b)` and values as in `((SELECT ...) + 1)` are not queries.
 */
export function isBracketedQueryAhead(reader: TokenReader, ahead = 0): boolean {
  let inner = ahead;
  while (reader.peek(inner).key === "(") {
    inner++;
  }
  if (inner === ahead || !isQueryAhead(reader, inner)) {
    return false;
  }
  // An outer bracket contains a query only if the inner one is followed by `)`, a set operator, or ORDER BY and the like.
  for (let open = inner - 1; open > ahead; open--) {
    const after = reader.peek(reader.distanceToClosing(open) + 1);
    if (after.kind !== "end" && after.kind !== "caret" && !tokensAfterQuery.has(after.key)) {
      return false;
    }
  }
  return true;
}

/** Returns the parameter names if the next tokens are a lambda function `(a, b) -> ...`. Undefined otherwise. */
export function readLambdaParametersAhead(reader: TokenReader): string[] | undefined {
  const names: string[] = [];
  for (let ahead = 1; ; ahead += 2) {
    const name = reader.peek(ahead);
    const next = reader.peek(ahead + 1);
    if (name.kind !== "word" && name.kind !== "quotedName") {
      return undefined;
    }
    names.push(unquotedNameOf(name));
    if (next.key === ")") {
      return reader.peek(ahead + 2).key === "->" ? names : undefined;
    }
    if (next.key !== ",") {
      return undefined;
    }
  }
}
