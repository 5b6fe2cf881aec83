/** A request that cannot be answered, said in words for who wrote it: what is wrong and what to do. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/** One of the known values of an option, the first when it is left out or empty. */
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

/** The same for values with several spellings: what the one given means, the first meaning when it is left out or empty. */
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
