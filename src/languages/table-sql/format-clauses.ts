import { byClauseKeywords, joinKeywords } from "./syntax/keywords.ts";
import type { Token } from "./syntax/lexer.ts";

/** Layout of the body of a SQL clause that does not fit in one line. */
export type ClauseBody = "list" | "condition" | "plain";

interface ClauseStart {
  /** Number of tokens of the clause's keywords: 2 for `GROUP BY`. */
  readonly length: number;
  readonly body: ClauseBody;
}

const singleKeywordClauses: Readonly<Record<string, ClauseBody>> = {
  SELECT: "list",
  FROM: "list",
  WHERE: "condition",
  HAVING: "condition",
  QUALIFY: "condition",
  LIMIT: "plain",
  VALUES: "list",
  WITH: "list",
  WINDOW: "list",
};

/** Returns the token at a distance from the current one. Undefined outside of the current query. */
type TokenAt = (distance: number) => Token | undefined;

/**
 * Returns the SQL clause that begins at the current token. `verb` is the main keyword of the statement, such as MERGE.
 */
export function findClauseAt(tokenAt: TokenAt, verb: string): ClauseStart | undefined {
  const keyAt = (distance: number) => tokenAt(distance)?.key ?? "";
  const key = keyAt(0);
  const before = keyAt(-1);
  if (before === "." || before === "AS" || tokenAt(0)?.kind !== "word") {
    return undefined;
  }
  if (["UNION", "EXCEPT", "MINUS", "INTERSECT"].includes(key)) {
    return { length: ["ALL", "DISTINCT"].includes(keyAt(1)) ? 2 : 1, body: "plain" };
  }
  if (byClauseKeywords.has(key) && keyAt(1) === "BY") {
    return { length: 2, body: "list" };
  }
  if (key === "LATERAL" && keyAt(1) === "VIEW") {
    return { length: 2, body: "plain" };
  }
  if (verb === "MERGE" && ["USING", "ON", "WHEN"].includes(key)) {
    return { length: 1, body: key === "USING" ? "plain" : "condition" };
  }
  if (key === "SET" && verb === "UPDATE") {
    return { length: 1, body: "list" };
  }
  return joinAt(keyAt) ?? singleKeywordClauseAt(tokenAt, verb);
}

function singleKeywordClauseAt(tokenAt: TokenAt, verb: string): ClauseStart | undefined {
  const key = tokenAt(0)?.key ?? "";
  const before = tokenAt(-1)?.key ?? "";
  const body = singleKeywordClauses[key];
  const isPartOfAnother =
    (key === "FROM" && (before === "DISTINCT" || before === "DELETE")) ||
    (key === "VALUES" && (verb === "MERGE" || before === "FROM" || before === "JOIN")) ||
    (key === "WITH" && tokenAt(-1) !== undefined && verb !== "INSERT") ||
    (key === "WINDOW" && tokenAt(2)?.key !== "AS");
  return body === undefined || isPartOfAnother ? undefined : { length: 1, body };
}

/** Returns the clause of a join if the current tokens are its keywords, such as LEFT OUTER JOIN. */
function joinAt(keyAt: (distance: number) => string): ClauseStart | undefined {
  for (let length = 0; joinKeywords.has(keyAt(length)); length++) {
    if (keyAt(length) === "JOIN") {
      return { length: length + 1, body: "condition" };
    }
  }
  return undefined;
}
