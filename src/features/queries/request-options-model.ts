import type { QueryOptions } from "../../languages/core/text/option-comments.ts";

/**
 * The options that a query is asked with: ours, then those that it carries itself. Names of columns are always asked for, since
 * a result has no columns without them.
 */
export function requestOptions(own: QueryOptions, rowLimit: number): QueryOptions {
  const { omitHeader, ...list } = own.listQueryOptions ?? {};
  const limit = limitOf(list, rowLimit);
  return {
    aggregateQueryOptions: { memberDisplayMode: "COMPACT", ...own.aggregateQueryOptions },
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...list, ...(limit !== undefined && { limit }) },
  };
}

/** One row more than is shown tells whether there are more. The limit of a page says where it begins and stays as it is. */
function limitOf({ limit, page }: NonNullable<QueryOptions["listQueryOptions"]>, rowLimit: number): number | undefined {
  if (rowLimit <= 0 || page !== undefined) {
    return limit;
  }
  return typeof limit === "number" ? Math.min(limit, rowLimit + 1) : rowLimit + 1;
}
