import { CaseInsensitiveWordMap, isSameWordIgnoringCase } from "../../core/text/same-word.ts";

/** Reserved words of the language. They cannot be names, in any letter case (sql-like-language 2.5). */
const reservedWords = [
  "SELECT",
  "FROM",
  "WHERE",
  "AS",
  "AND",
  "OR",
  "NOT",
  "IN",
  "BETWEEN",
  "IS",
  "NULL",
  "TRUE",
  "FALSE",
] as const;

export type ReservedWord = (typeof reservedWords)[number];

const reserved = new CaseInsensitiveWordMap<ReservedWord>(reservedWords.map((word) => [word, word]));

export function findReservedWord(text: string): ReservedWord | undefined {
  return reserved.get(text);
}

/** Whether a text equals a reserved word, in upper and lower case as listed. */
export function isReservedWord(text: string): text is ReservedWord {
  return findReservedWord(text) === text;
}

/**
 * Reserved words by the character code of their first letter in either case. This lookup rules out most names quickly.
 */
const reservedByFirst: readonly (readonly ReservedWord[])[] = Array.from({ length: 128 }, (_, code) =>
  reservedWords.filter((word) => word.charAt(0) === String.fromCharCode(code).toUpperCase()),
);

/** Returns the reserved word in a span of a text, ignoring case, or undefined if the span contains another word. */
export function reservedWordIn(codes: Uint16Array, start: number, end: number): ReservedWord | undefined {
  const candidates = reservedByFirst[codes[start] ?? 0] ?? [];
  for (const word of candidates) {
    if (word.length === end - start && isWordIn(codes, start, word)) {
      return word;
    }
  }
  return undefined;
}

function isWordIn(codes: Uint16Array, start: number, word: string): boolean {
  for (let index = 1; index < word.length; index++) {
    // Bit that distinguishes lower case from upper case.
    if (((codes[start + index] ?? 0) | 0x20) !== (word.charCodeAt(index) | 0x20)) {
      return false;
    }
  }
  return true;
}

/** Clause of standard SQL that the SQL-like language does not support. */
interface ForeignClause {
  /** Name of the SQL clause in messages. */
  readonly title: string;
  /** Advice what to use instead of the SQL clause, as one sentence (sql-like-language 9). */
  readonly substitute: string;
  /** Whether the SQL clause extends to the end of the statement, including any further SELECT. */
  readonly takesRest?: boolean;
}

const join: ForeignClause = {
  title: "JOIN",
  substitute: "Reach the other object by a path through a reference, such as `Reference.Attribute`.",
};
const orderBy: ForeignClause = {
  title: "ORDER BY",
  substitute: "Results cannot be ordered here; the JSON query sorts axes and list columns.",
};
const limit: ForeignClause = { title: "LIMIT", substitute: "Use the list option `limit`." };
const page: ForeignClause = { title: "OFFSET", substitute: "Use the list options `limit` and `page`." };
const union: ForeignClause = { title: "UNION", substitute: "Send the queries one by one.", takesRest: true };
const write: ForeignClause = {
  title: "a statement that writes",
  substitute: "Load data through the data intake operations.",
  takesRest: true,
};

/** Unsupported SQL clauses by their first word. The word is still valid as a name wherever a name is allowed. */
export const foreignClauses: Readonly<Record<string, ForeignClause>> = {
  GROUP: { title: "GROUP BY", substitute: "Remove it: the items that are not metrics already group the result." },
  HAVING: { title: "HAVING", substitute: "Filter the result after it has arrived." },
  ORDER: orderBy,
  LIMIT: limit,
  OFFSET: page,
  FETCH: { ...page, title: "FETCH" },
  TOP: { ...limit, title: "TOP" },
  DISTINCT: { title: "DISTINCT", substitute: "Remove it: the rows of an aggregate query are distinct already." },
  JOIN: join,
  INNER: join,
  LEFT: join,
  RIGHT: join,
  FULL: join,
  CROSS: join,
  ON: join,
  USING: join,
  UNION: union,
  INTERSECT: { ...union, title: "INTERSECT" },
  EXCEPT: { ...union, title: "EXCEPT" },
  WITH: { title: "WITH", substitute: "Write the query as one SELECT." },
  INSERT: write,
  UPDATE: write,
  DELETE: write,
  CREATE: write,
};

/** Lookup of unsupported SQL clauses by first word, ignoring case. */
export const foreignClauseNames = new CaseInsensitiveWordMap(Object.entries(foreignClauses));

/** Words that continue an unsupported SQL clause instead of starting another one, by the clause's first word. */
export const clauseContinuations: Readonly<Record<string, readonly string[]>> = {
  JOIN: ["ON", "USING"],
  INNER: ["JOIN", "ON", "USING"],
  LEFT: ["JOIN", "ON", "USING"],
  RIGHT: ["JOIN", "ON", "USING"],
  FULL: ["JOIN", "ON", "USING"],
  CROSS: ["JOIN"],
};

/** Operator words of unsupported SQL predicates, which follow the first operand. */
export const foreignPredicates: readonly string[] = ["LIKE", "ILIKE", "RLIKE", "REGEXP"];

/**
 * SQL aggregate functions. A call with a column as argument is reported as unsupported, but a metric may have the same
 * name (sql-like-language 6.1).
 */
const foreignAggregates: readonly string[] = ["AVG", "COUNT", "MAX", "MEDIAN", "MIN", "STDDEV", "SUM"];

export function isForeignAggregate(name: string): boolean {
  return foreignAggregates.some((aggregate) => isSameWordIgnoringCase(aggregate, name));
}

/** Name of the time column in an earlier edition of the language (sql-like-language 5.2). */
export const obsoleteTimeColumn = "effectiveInstant";
export const obsoletePeriods = "intervalFrom";
