const keywordList = (words: string): readonly string[] => words.split(/[\s]+/).map((word) => word.replaceAll("_", " "));

/** First keywords of the SQL statements that a job can run (sql-like-language 13.1). */
export const statementKeywords: readonly string[] = ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE"];

/**
 * First keywords of SQL statements. They are removed from suggestions within a statement, where the grammar allows them
 * because it requires no `;` between statements.
 */
const statementStarters: ReadonlySet<string> = new Set(
  keywordList(`ADD ALTER ANALYZE CACHE CLEAR COMMENT COMMIT CREATE DECLARE DELETE DESC DESCRIBE DFS DROP EXPLAIN EXPORT GRANT IMPORT
  INSERT LIST LOAD LOCK MAP MERGE MSCK OPTIMIZE REDUCE REFRESH REPAIR REPLACE RESET REVOKE ROLLBACK SET SHOW START TRUNCATE
  UNCACHE UNLOCK UPDATE USE SELECT VALUES TABLE`),
);

/** Keywords of the grammar that other systems than Spark use, and that are therefore not suggested. */
const foreignKeywords: ReadonlySet<string> = new Set(
  keywordList("X SYSTEM_VERSION SYSTEM_TIME IDENTIFIER UNPIVOT MAP REDUCE"),
);

/** Removes keywords that begin a new statement, and keywords of systems other than Spark. */
export function removeStatementStarters(words: readonly string[]): string[] {
  return words.filter((word) => !statementStarters.has(word.split(" ")[0] ?? "") && !foreignKeywords.has(word));
}

const mostUsed = keywordList(
  `FROM WHERE GROUP GROUP_BY ORDER_BY JOIN LEFT ON AS AND OR NOT IN BETWEEN LIKE IS HAVING LIMIT UNION INNER USING WHEN THEN
  MATCHED NOT_MATCHED NULL SELECT VALUES SET BY`,
);

/** Removes duplicate keywords and moves frequently used ones to the front. The others keep their order. */
export function sortKeywordsByUsage(words: readonly string[]): string[] {
  const rank = (word: string) => (mostUsed.includes(word) ? mostUsed.indexOf(word) : mostUsed.length);
  return [...new Set(words)].sort((one, other) => rank(one) - rank(other));
}

/** Keyword operators that continue a SQL expression. */
const operatorKeywords = keywordList("AND OR NOT IN BETWEEN LIKE ILIKE RLIKE IS DIV");

/** Keywords that begin an operand of a SQL expression. */
export const operandKeywords = keywordList("CASE NOT EXISTS CAST TRY_CAST NULL TRUE FALSE INTERVAL DATE TIMESTAMP").map(
  (word) => (word === "TRY CAST" ? "TRY_CAST" : word),
);

const afterSources = keywordList("WHERE GROUP_BY HAVING ORDER_BY LIMIT UNION UNION_ALL EXCEPT INTERSECT");
const joins = keywordList(
  "JOIN LEFT_JOIN INNER_JOIN RIGHT_JOIN FULL_JOIN CROSS_JOIN LEFT_SEMI_JOIN LEFT_ANTI_JOIN LATERAL_VIEW",
);

/** Keywords that continue a CASE expression, such as WHEN. */
export const caseKeywords = keywordList("THEN WHEN ELSE END");

/** Keywords that can follow a complete expression, by the SQL clause that contains the expression. */
export const keywordsAfterOperand = {
  select: [...operatorKeywords, ...keywordList("AS FROM OVER")],
  on: [...operatorKeywords, ...joins, ...afterSources, ...keywordList("WHEN USING")],
  where: [...operatorKeywords, ...afterSources.slice(1)],
  group: [...keywordList("HAVING ORDER_BY LIMIT UNION"), ...operatorKeywords],
  having: [...operatorKeywords, ...keywordList("ORDER_BY LIMIT UNION")],
  order: [...keywordList("ASC DESC NULLS_FIRST NULLS_LAST LIMIT"), ...operatorKeywords],
  set: [...keywordList("WHERE WHEN"), ...operatorKeywords],
  values: keywordList("OFFSET UNION"),
} as const;

/** Keywords that can follow a table's name, by the kind of SQL statement or clause. */
export const keywordsAfterTable = {
  from: [...keywordList("AS ON USING"), ...joins, ...afterSources, ...keywordList("TABLESAMPLE PIVOT")],
  insert: keywordList("SELECT VALUES WITH TABLE PARTITION BY_NAME"),
  update: keywordList("SET AS"),
  delete: keywordList("WHERE AS"),
  merge: keywordList("USING AS"),
} as const;

/** Data types suggested as the target type of a cast. */
export const typeNames = keywordList(
  "STRING INT BIGINT DOUBLE DECIMAL(38,_18) BOOLEAN DATE TIMESTAMP BINARY FLOAT SMALLINT TINYINT ARRAY<STRING> MAP<STRING,_STRING>",
);
