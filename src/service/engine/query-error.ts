/** A request that cannot be answered, said in words for who wrote it: what is wrong and what to do. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}
