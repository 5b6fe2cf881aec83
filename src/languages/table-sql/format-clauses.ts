import type { Token } from "./syntax/token.ts";
import { byClauseWords, joinWords } from "./syntax/words.ts";

/** How the body of a clause is broken when it does not fit in a line. */
export type ClauseBody = "list" | "condition" | "plain";

interface ClauseStart {
  /** Number of tokens of the phrase: `GROUP BY` has two. */
  readonly length: number;
  readonly body: ClauseBody;
}

const single: Readonly<Record<string, ClauseBody>> = {
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

/** The tokens of one level by their distance from one of them; nothing beyond the level. */
type TokensAround = (distance: number) => Token | undefined;

/** The clause that begins at a token of one level, which `verb` began. */
export function clauseAt(around: TokensAround, verb: string): ClauseStart | undefined {
  const keyAt = (distance: number) => around(distance)?.key ?? "";
  const key = keyAt(0);
  const before = keyAt(-1);
  if (before === "." || before === "AS" || around(0)?.kind !== "word") {
    return undefined;
  }
  if (["UNION", "EXCEPT", "MINUS", "INTERSECT"].includes(key)) {
    return { length: ["ALL", "DISTINCT"].includes(keyAt(1)) ? 2 : 1, body: "plain" };
  }
  if (byClauseWords.has(key) && keyAt(1) === "BY") {
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
  return joinAt(keyAt) ?? singleAt(around, verb);
}

function singleAt(around: TokensAround, verb: string): ClauseStart | undefined {
  const key = around(0)?.key ?? "";
  const before = around(-1)?.key ?? "";
  const body = single[key];
  const isPartOfAnother =
    (key === "FROM" && (before === "DISTINCT" || before === "DELETE")) ||
    (key === "VALUES" && (verb === "MERGE" || before === "FROM" || before === "JOIN")) ||
    (key === "WITH" && around(-1) !== undefined && verb !== "INSERT") ||
    (key === "WINDOW" && around(2)?.key !== "AS");
  return body === undefined || isPartOfAnother ? undefined : { length: 1, body };
}

/** The words up to JOIN. */
function joinAt(keyAt: (distance: number) => string): ClauseStart | undefined {
  for (let length = 0; joinWords.has(keyAt(length)); length++) {
    if (keyAt(length) === "JOIN") {
      return { length: length + 1, body: "condition" };
    }
  }
  return undefined;
}
