import { isSameWord, WordMap } from "../../core/text/same-word.ts";

/** Reserved words, never names in any letter case (sql-like-language 2.5). */
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

const reserved = new WordMap<ReservedWord>(reservedWords.map((word) => [word, word]));

export function findReservedWord(text: string): ReservedWord | undefined {
  return reserved.get(text);
}

/** Whether a text is a reserved word, spelled as in the list. */
export function isReservedWord(text: string): text is ReservedWord {
  return findReservedWord(text) === text;
}

/** Reserved words by the code of their first letter in either case, which rules out most names at once. */
const reservedByFirst: readonly (readonly ReservedWord[])[] = Array.from({ length: 128 }, (_, code) =>
  reservedWords.filter((word) => word.charAt(0) === String.fromCharCode(code).toUpperCase()),
);

/** Reserved word in a span of a text, ignoring case. */
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

/** SQL clause that this language does not have. */
interface ForeignClause {
  /** Name of the clause in messages. */
  readonly title: string;
  /** Advice on what to use instead, as one sentence (sql-like-language 9). */
  readonly substitute: string;
  /** Whether the clause extends to the end of the statement, further SELECTs included. */
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

/** Foreign clauses by their first word, which remains a name wherever a name is allowed. */
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

/** Foreign clauses by first word, ignoring case. */
export const foreignClauseNames = new WordMap(Object.entries(foreignClauses));

/** Words that continue a foreign clause instead of starting another. */
export const clauseContinuations: Readonly<Record<string, readonly string[]>> = {
  JOIN: ["ON", "USING"],
  INNER: ["JOIN", "ON", "USING"],
  LEFT: ["JOIN", "ON", "USING"],
  RIGHT: ["JOIN", "ON", "USING"],
  FULL: ["JOIN", "ON", "USING"],
  CROSS: ["JOIN"],
};

/** SQL predicates that this language does not have, by the word after their first operand. */
export const foreignPredicates: readonly string[] = ["LIKE", "ILIKE", "RLIKE", "REGEXP"];

/**
 * SQL aggregate functions; a call with a column is reported, a metric of the same name is not (sql-like-language 6.1).
 */
const foreignAggregates: readonly string[] = ["AVG", "COUNT", "MAX", "MEDIAN", "MIN", "STDDEV", "SUM"];

export function isForeignAggregate(name: string): boolean {
  return foreignAggregates.some((aggregate) => isSameWord(aggregate, name));
}

/** Name of the time column in an earlier edition (sql-like-language 5.2). */
export const obsoleteTimeColumn = "effectiveInstant";
export const obsoletePeriods = "intervalFrom";
