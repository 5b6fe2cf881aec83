import type { QueryOptions } from "../../languages/core/text/option-comments.ts";

/**
 * Options of a request: our defaults, overridden by those of the query itself. Column names are always requested, since
 * a result has no columns without them.
 */
export function requestOptions(queryOptions: QueryOptions, rowLimit: number): QueryOptions {
  const { omitHeader, ...list } = queryOptions.listQueryOptions ?? {};
  const limit = limitOf(list, rowLimit);
  return {
    aggregateQueryOptions: { memberDisplayMode: "COMPACT", ...queryOptions.aggregateQueryOptions },
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...list, ...(limit !== undefined && { limit }) },
  };
}

/**
 * Limit to request: one row more than is shown, to detect that there are more. The limit of a page belongs to its
 * offset and stays unchanged.
 */
function limitOf({ limit, page }: NonNullable<QueryOptions["listQueryOptions"]>, rowLimit: number): number | undefined {
  if (rowLimit <= 0 || page !== undefined) {
    return limit;
  }
  return typeof limit === "number" ? Math.min(limit, rowLimit + 1) : rowLimit + 1;
}
