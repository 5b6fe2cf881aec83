import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { AggregateQueryRequest, SqlLikeQueryRequest } from "../../contract/query-schemas.ts";
import type { LoweredStatement } from "../../languages/core/requests/lowered-requests.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";

type Lowered = Extract<LoweredStatement, { kind: "aggregate" }>;
type Options = NonNullable<SqlLikeQueryRequest["aggregateQueryOptions"]>;

interface GuardedRequests {
  /** One request for each metric. */
  readonly requests: readonly AggregateQueryRequest[];
  /** Table into which their cell sets are combined. */
  readonly layout: CellSetLayout;
}

/**
 * Requests for an aggregate query whose answers contain the support of each value. Throws an error for options that
 * would reveal hidden small groups.
 */
export function guardedRequests(lowered: Lowered, options: Options, { mode }: SmallGroupGuard): GuardedRequests {
  if (mode === "hide" && (options.axesOverallValueMode ?? "NONE") !== "NONE") {
    throw new Error(
      "Small groups are hidden on this connection, and the option axesOverallValueMode adds totals from which they could be computed. Leave it out.",
    );
  }
  const isSingle = lowered.requests.length === 1;
  const layout = {
    columns: lowered.columns,
    memberDisplayMode: options.memberDisplayMode ?? "DEFAULT",
    dropsZero: !isSingle && isHidden(options.zeroVisibility, options),
    dropsMissing: !isSingle && isHidden(options.nullVisibility, options),
  };
  // Whether a row is left out depends on all of its metrics, so no request for a single metric can decide it.
  const sent: Options = isSingle
    ? options
    : { ...options, zeroVisibility: "SHOW", nullVisibility: "SHOW", enableSparseResults: false };
  return { requests: lowered.requests.map((request) => ({ ...request, options: sent })), layout };
}

function isHidden(visibility: string | undefined, { enableSparseResults }: Options): boolean {
  return visibility === "HIDE" || visibility === "ELIMINATE" || enableSparseResults === true;
}
