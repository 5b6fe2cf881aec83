const keywordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** SQL keywords that always end an expression. */
export const reservedClauseKeywords = keywordSet(
  "SELECT FROM WHERE HAVING UNION INTERSECT EXCEPT ON JOIN INNER CROSS LIMIT THEN WHEN ELSE END",
);

/** SQL keywords that end a complete expression. Where an operand is expected, the same words are column names. */
export const softClauseKeywords = keywordSet(
  "MINUS OFFSET WINDOW LATERAL NATURAL USING SET VALUES QUALIFY PIVOT UNPIVOT TABLESAMPLE ANTI SEMI OUTER AS INSERT",
);

/** First keywords of SQL clauses such as GROUP BY. */
export const byClauseKeywords = keywordSet("GROUP ORDER SORT CLUSTER DISTRIBUTE PARTITION");

/** SQL keywords that begin a join. Before an opening bracket they are function names instead. */
export const joinSideKeywords = keywordSet("LEFT RIGHT FULL");

export const joinKeywords = keywordSet("NATURAL INNER CROSS LEFT RIGHT FULL OUTER SEMI ANTI JOIN");

/** Binary SQL operators that are words. */
export const binaryOperatorKeywords = keywordSet("AND OR IN BETWEEN LIKE ILIKE RLIKE REGEXP DIV ESCAPE");

/** SQL operators that can be negated by a preceding NOT. */
export const predicateKeywords = keywordSet("BETWEEN IN LIKE ILIKE RLIKE REGEXP");

export const binaryOperatorSigns = keywordSet("= == <> != < > <= >= <=> || & | ^ / % << >> >>> * + -");

export const prefixOperators = keywordSet("+ - ~ !");

export const constantKeywords = keywordSet("NULL TRUE FALSE");

/** SQL functions that can be called without brackets. */
export const functionsWithoutBrackets = keywordSet(
  "CURRENT_DATE CURRENT_TIMESTAMP CURRENT_USER SESSION_USER LOCALTIMESTAMP USER",
);

/** Keywords that determine the type of the string literal after them, such as DATE. */
export const literalKeywords = keywordSet("DATE TIMESTAMP TIMESTAMP_LTZ TIMESTAMP_NTZ X");

/** SQL keywords that can follow a sort expression. */
export const sortSuffixKeywords = keywordSet("ASC DESC NULLS");

export const timeUnits = keywordSet(
  `YEAR YEARS QUARTER QUARTERS MONTH MONTHS WEEK WEEKS DAY DAYS DAYOFYEAR HOUR HOURS MINUTE MINUTES SECOND SECONDS
  MILLISECOND MILLISECONDS MICROSECOND MICROSECONDS NANOSECOND NANOSECONDS`,
);

/** SQL functions whose first argument can be a unit of time. */
export const functionsWithTimeUnit = keywordSet(
  "DATEADD DATE_ADD DATEDIFF DATE_DIFF TIMESTAMPADD TIMESTAMPDIFF TIMEDIFF",
);

export const trimKeywords = keywordSet("BOTH LEADING TRAILING");

/** SQL keywords that begin a query. */
export const queryKeywords: readonly string[] = ["SELECT", "WITH", "VALUES", "TABLE", "FROM"];

/** SQL keywords that occur in the brackets of a window. */
export const windowKeywords: readonly string[] = ["PARTITION BY", "ORDER BY", "ROWS BETWEEN", "RANGE BETWEEN"];

/** Units of SQL intervals, the most frequent first. */
export const intervalUnits: readonly string[] = ["DAY", "MONTH", "YEAR", "HOUR", "MINUTE", "SECOND", "WEEK", "QUARTER"];
