import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { AggregateQueryRequest, SqlLikeQueryRequest } from "../../contract/query-schemas.ts";
import type { LoweredStatement } from "../../languages/core/requests/lowered-requests.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";

type Lowered = Extract<LoweredStatement, { kind: "aggregate" }>;
type Options = NonNullable<SqlLikeQueryRequest["aggregateQueryOptions"]>;

interface GuardedRequests {
  /** One for each metric. */
  readonly requests: readonly AggregateQueryRequest[];
  /** The table that their cell sets become. */
  readonly layout: CellSetLayout;
}

/** What is sent for an aggregate whose answer must say how many people stand behind each value. Throws where that could not hide them. */
export function guardedRequests(lowered: Lowered, options: Options, { mode }: SmallGroupGuard): GuardedRequests {
  if (mode === "hide" && (options.axesOverallValueMode ?? "NONE") !== "NONE") {
    throw new Error(
      "Small groups are hidden on this connection, and the option axesOverallValueMode adds totals from which they could be computed. Leave it out.",
    );
  }
  const isAlone = lowered.requests.length === 1;
  const layout = {
    columns: lowered.columns,
    memberDisplayMode: options.memberDisplayMode ?? "DEFAULT",
    dropsZero: !isAlone && isHidden(options.zeroVisibility, options),
    dropsMissing: !isAlone && isHidden(options.nullVisibility, options),
  };
  // A row is left out by all of its metrics together, which no request for one of them can tell.
  const sent: Options = isAlone
    ? options
    : { ...options, zeroVisibility: "SHOW", nullVisibility: "SHOW", enableSparseResults: false };
  return { requests: lowered.requests.map((request) => ({ ...request, options: sent })), layout };
}

function isHidden(visibility: string | undefined, { enableSparseResults }: Options): boolean {
  return visibility === "HIDE" || visibility === "ELIMINATE" || enableSparseResults === true;
}
