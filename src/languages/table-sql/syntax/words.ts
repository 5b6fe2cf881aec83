const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that end an expression wherever they stand. */
export const hardClauseWords = setOf(
  "SELECT FROM WHERE HAVING UNION INTERSECT EXCEPT ON JOIN INNER CROSS LIMIT THEN WHEN ELSE END",
);

/** Words that end an expression where it is complete, and are names where an operand is awaited. */
export const softClauseWords = setOf(
  "MINUS OFFSET WINDOW LATERAL NATURAL USING SET VALUES QUALIFY PIVOT UNPIVOT TABLESAMPLE ANTI SEMI OUTER AS INSERT",
);

/** Clauses of two words. */
export const byClauseWords = setOf("GROUP ORDER SORT CLUSTER DISTRIBUTE PARTITION");

/** Words that begin a join, but are functions before a bracket. */
export const sideWords = setOf("LEFT RIGHT FULL");

export const joinWords = setOf("NATURAL INNER CROSS LEFT RIGHT FULL OUTER SEMI ANTI JOIN");

/** Operators with an operand on either side. */
export const binaryWords = setOf("AND OR IN BETWEEN LIKE ILIKE RLIKE REGEXP DIV ESCAPE");

/** Operators that NOT may stand before. */
export const predicateWords = setOf("BETWEEN IN LIKE ILIKE RLIKE REGEXP");

export const binarySigns = setOf("= == <> != < > <= >= <=> || & | ^ / % << >> >>> * + -");

export const prefixSigns = setOf("+ - ~ !");

export const constants = setOf("NULL TRUE FALSE");

/** Functions that are called without brackets too. */
export const bareFunctions = setOf("CURRENT_DATE CURRENT_TIMESTAMP CURRENT_USER SESSION_USER LOCALTIMESTAMP USER");

/** Words before a string that make it a value of another type. */
export const literalWords = setOf("DATE TIMESTAMP TIMESTAMP_LTZ TIMESTAMP_NTZ X");

/** Words after a complete expression that belong to it. */
export const suffixWords = setOf("ASC DESC NULLS");

export const timeUnits = setOf(
  `YEAR YEARS QUARTER QUARTERS MONTH MONTHS WEEK WEEKS DAY DAYS DAYOFYEAR HOUR HOURS MINUTE MINUTES SECOND SECONDS
  MILLISECOND MILLISECONDS MICROSECOND MICROSECONDS NANOSECOND NANOSECONDS`,
);

/** Functions whose first argument may be a unit. */
export const unitFunctions = setOf("DATEADD DATE_ADD DATEDIFF DATE_DIFF TIMESTAMPADD TIMESTAMPDIFF TIMEDIFF");

export const trimWords = setOf("BOTH LEADING TRAILING");

/** Words that begin a query. */
export const queryWords: readonly string[] = ["SELECT", "WITH", "VALUES", "TABLE", "FROM"];

/** Words that say what a window is, and how far it reaches. */
export const windowWords: readonly string[] = ["PARTITION BY", "ORDER BY", "ROWS BETWEEN", "RANGE BETWEEN"];

/** Units of an interval, the usual ones first. */
export const unitWords: readonly string[] = ["DAY", "MONTH", "YEAR", "HOUR", "MINUTE", "SECOND", "WEEK", "QUARTER"];
