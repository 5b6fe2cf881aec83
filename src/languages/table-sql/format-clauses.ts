import type { Token } from "./token.ts";
import { byClauseWords, joinWords } from "./words.ts";

/** How the body of a clause is broken when it does not fit in a line. */
export type ClauseBody = "list" | "condition" | "plain";

export interface ClauseStart {
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

/** The clause that begins at an index of the tokens of one level, which `verb` began. */
export function clauseAt(tokens: readonly Token[], index: number, verb: string): ClauseStart | undefined {
  const at = (ahead: number) => tokens[index + ahead]?.key ?? "";
  const key = at(0);
  const before = at(-1);
  if (before === "." || before === "AS" || tokens[index]?.kind !== "word") {
    return undefined;
  }
  if (["UNION", "EXCEPT", "MINUS", "INTERSECT"].includes(key)) {
    return { length: ["ALL", "DISTINCT"].includes(at(1)) ? 2 : 1, body: "plain" };
  }
  if (byClauseWords.has(key) && at(1) === "BY") {
    return { length: 2, body: "list" };
  }
  if (key === "LATERAL" && at(1) === "VIEW") {
    return { length: 2, body: "plain" };
  }
  if (verb === "MERGE" && ["USING", "ON", "WHEN"].includes(key)) {
    return { length: 1, body: key === "USING" ? "plain" : "condition" };
  }
  if (key === "SET" && verb === "UPDATE") {
    return { length: 1, body: "list" };
  }
  return joinAt(tokens, index) ?? singleAt(tokens, index, verb);
}

function singleAt(tokens: readonly Token[], index: number, verb: string): ClauseStart | undefined {
  const key = tokens[index]?.key ?? "";
  const before = tokens[index - 1]?.key ?? "";
  const body = single[key];
  const isPartOfAnother =
    (key === "FROM" && (before === "DISTINCT" || before === "DELETE")) ||
    (key === "VALUES" && (verb === "MERGE" || before === "FROM" || before === "JOIN")) ||
    (key === "WITH" && index > 0 && verb !== "INSERT") ||
    (key === "WINDOW" && tokens[index + 2]?.key !== "AS");
  return body === undefined || isPartOfAnother ? undefined : { length: 1, body };
}

/** The words up to JOIN. */
function joinAt(tokens: readonly Token[], index: number): ClauseStart | undefined {
  let length = 0;
  while (joinWords.has(tokens[index + length]?.key ?? "")) {
    length++;
    if (tokens[index + length - 1]?.key === "JOIN") {
      return { length, body: "condition" };
    }
  }
  return undefined;
}
