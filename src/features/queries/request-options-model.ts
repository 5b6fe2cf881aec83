import type { QueryOptions } from "../../languages/core/text/option-comments.ts";

/**
 * Returns the options of a query request: default options, overridden by those in the query text. Column names are
 * always requested, because a result has no columns without them.
 */
export function createRequestOptions(queryOptions: QueryOptions, rowLimit: number): QueryOptions {
  const { omitHeader, ...list } = queryOptions.listQueryOptions ?? {};
  const limit = limitOf(list, rowLimit);
  return {
    aggregateQueryOptions: { memberDisplayMode: "COMPACT", ...queryOptions.aggregateQueryOptions },
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...list, ...(limit !== undefined && { limit }) },
  };
}

/**
 * Returns the row limit to request: one row more than is shown, which reveals whether there are more. The limit of a
 * query with a page offset stays unchanged.
 */
function limitOf({ limit, page }: NonNullable<QueryOptions["listQueryOptions"]>, rowLimit: number): number | undefined {
  if (rowLimit <= 0 || page !== undefined) {
    return limit;
  }
  return typeof limit === "number" ? Math.min(limit, rowLimit + 1) : rowLimit + 1;
}
