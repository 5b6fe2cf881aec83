const listOf = (words: string): readonly string[] => words.split(/[\s]+/).map((word) => word.replaceAll("_", " "));

/** What a job may run (sql-like-language 13.1). */
export const statementWords: readonly string[] = ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE"];

/** For the grammar a statement may follow any other without a `;`, so that its first words are always allowed. */
const starters: ReadonlySet<string> = new Set(
  listOf(`ADD ALTER ANALYZE CACHE CLEAR COMMENT COMMIT CREATE DECLARE DELETE DESC DESCRIBE DFS DROP EXPLAIN EXPORT GRANT IMPORT
  INSERT LIST LOAD LOCK MAP MERGE MSCK OPTIMIZE REDUCE REFRESH REPAIR REPLACE RESET REVOKE ROLLBACK SET SHOW START TRUNCATE
  UNCACHE UNLOCK UPDATE USE SELECT VALUES TABLE`),
);

/** Words of other systems that have the grammar. */
const foreign: ReadonlySet<string> = new Set(listOf("X SYSTEM_VERSION SYSTEM_TIME IDENTIFIER UNPIVOT MAP REDUCE"));

/** Keywords without those that only begin another statement. */
export function withoutStarters(words: readonly string[]): string[] {
  return words.filter((word) => !starters.has(word.split(" ")[0] ?? "") && !foreign.has(word));
}

const usual = listOf(
  `FROM WHERE GROUP GROUP_BY ORDER_BY JOIN LEFT ON AS AND OR NOT IN BETWEEN LIKE IS HAVING LIMIT UNION INNER USING WHEN THEN
  MATCHED NOT_MATCHED NULL SELECT VALUES SET BY`,
);

/** The words that people use most first; the others keep their order. */
export function preferWords(words: readonly string[]): string[] {
  const rank = (word: string) => (usual.includes(word) ? usual.indexOf(word) : usual.length);
  return [...new Set(words)].sort((one, other) => rank(one) - rank(other));
}

/** Words that continue an expression. */
const operatorWords = listOf("AND OR NOT IN BETWEEN LIKE ILIKE RLIKE IS DIV");

/** Words that begin an operand. */
export const operandWords = listOf("CASE NOT EXISTS CAST TRY_CAST NULL TRUE FALSE INTERVAL DATE TIMESTAMP").map(
  (word) => (word === "TRY CAST" ? "TRY_CAST" : word),
);

const afterSources = listOf("WHERE GROUP_BY HAVING ORDER_BY LIMIT UNION UNION_ALL EXCEPT INTERSECT");
const joins = listOf(
  "JOIN LEFT_JOIN INNER_JOIN RIGHT_JOIN FULL_JOIN CROSS_JOIN LEFT_SEMI_JOIN LEFT_ANTI_JOIN LATERAL_VIEW",
);

/** Words that go on in a CASE. */
export const caseWords = listOf("THEN WHEN ELSE END");

/** Words that may follow a complete expression, by its clause. */
export const wordsAfterOperand = {
  select: [...operatorWords, ...listOf("AS FROM OVER")],
  on: [...operatorWords, ...joins, ...afterSources, ...listOf("WHEN USING")],
  where: [...operatorWords, ...afterSources.slice(1)],
  group: [...listOf("HAVING ORDER_BY LIMIT UNION"), ...operatorWords],
  having: [...operatorWords, ...listOf("ORDER_BY LIMIT UNION")],
  order: [...listOf("ASC DESC NULLS_FIRST NULLS_LAST LIMIT"), ...operatorWords],
  set: [...listOf("WHERE WHEN"), ...operatorWords],
  values: listOf("OFFSET UNION"),
} as const;

/** Words that may follow a table, by the statement it stands in. */
export const wordsAfterTable = {
  from: [...listOf("AS ON USING"), ...joins, ...afterSources, ...listOf("TABLESAMPLE PIVOT")],
  insert: listOf("SELECT VALUES WITH TABLE PARTITION BY_NAME"),
  update: listOf("SET AS"),
  delete: listOf("WHERE AS"),
  merge: listOf("USING AS"),
} as const;

/** Types that a value may be cast to. */
export const typeWords = listOf(
  "STRING INT BIGINT DOUBLE DECIMAL(38,_18) BOOLEAN DATE TIMESTAMP BINARY FLOAT SMALLINT TINYINT ARRAY<STRING> MAP<STRING,_STRING>",
);
