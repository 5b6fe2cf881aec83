/** Error for a query that the engine cannot run. The message says what is wrong and how to correct it. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/** Returns what is wrong with what a function checks, as its QueryError says it. Undefined if it throws none. */
export function queryProblemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof QueryError) {
      return error.message;
    }
    throw error;
  }
}

/**
 * Maximum number of columns of an answer, axes included; our choice: far more than anybody reads, and their rows fit in
 * memory.
 */
const maxColumns = 4_096;

/** Throws QueryError if a query has too many columns. Call it before the query runs. */
export function checkColumnCount(count: number): void {
  if (count > maxColumns) {
    throw new QueryError(`The query has ${count} columns, but at most ${maxColumns} are allowed; split it.`);
  }
}

/**
 * Checks that the value of an option is allowed. Returns the first allowed value if the option is missing or empty.
 * Throws QueryError.
 */
export function readOption<Value extends string>(
  given: string | undefined,
  known: readonly [Value, ...Value[]],
  name: string,
): Value {
  const found = given === undefined || given === "" ? known[0] : known.find((value) => value === given);
  if (found === undefined) {
    throw new QueryError(`The option ${name} is "${given}"; use ${known.join(", ")}.`);
  }
  return found;
}

/**
 * Like `readOption`, for an option whose values have several spellings. Returns the value that the spelling stands for.
 */
export function readOptionMeaning<Meaning>(
  given: string | undefined,
  meanings: ReadonlyMap<string, Meaning>,
  name: string,
): Meaning {
  const [first] = meanings.values();
  const found = given === undefined || given === "" ? first : meanings.get(given);
  if (found === undefined) {
    throw new QueryError(`The option ${name} is "${given}"; use ${[...meanings.keys()].join(", ")}.`);
  }
  return found;
}
