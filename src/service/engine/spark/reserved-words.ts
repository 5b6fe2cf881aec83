import type { TokenStream } from "./token-stream.ts";

/** Words after an expression or a relation that go on with the statement, so that they are no alias. */
const continuing: ReadonlySet<string> = new Set(
  (
    "FROM WHERE GROUP HAVING ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET WINDOW UNION INTERSECT EXCEPT MINUS SETMINUS " +
    "JOIN INNER CROSS LEFT RIGHT FULL SEMI ANTI NATURAL LATERAL ON USING PIVOT UNPIVOT TABLESAMPLE WHEN SET VALUES " +
    "SELECT AND OR NOT IS IN LIKE ILIKE RLIKE REGEXP BETWEEN THEN ELSE END ASC DESC NULLS DIV FOR VERSION TIMESTAMP_AS"
  ).split(" "),
);

/** Whether a name comes next that may be an alias without AS. */
export function isAliasWord(tokens: TokenStream): boolean {
  const { kind } = tokens.current;
  return kind === "quoted" || (kind === "word" && !tokens.isAtAny(continuing));
}
