/** Request that cannot be answered; the message tells its author what is wrong and what to do. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/**
 * Maximum number of columns of an answer, axes included; our choice: far more than anybody reads, and their rows fit in
 * memory.
 */
const maxColumns = 4_096;

/** Throws QueryError if a query has too many columns, before anything is computed. */
export function checkColumnCount(count: number): void {
  if (count > maxColumns) {
    throw new QueryError(`The query has ${count} columns, but at most ${maxColumns} are allowed; split it.`);
  }
}

/** Checks an option against its known values; the first one when left out or empty. Throws QueryError. */
export function choose<Value extends string>(
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

/** Like `choose`, for values with several spellings: returns the meaning of the given one. */
export function chooseMeaning<Meaning>(
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
