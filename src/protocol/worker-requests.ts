import type { ResultAdditivity } from "../base/additivity.ts";
import type { CellMembers } from "../base/cell-members.ts";
import type { ColumnMemberNames, ColumnMembers } from "../base/member-names.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { CellSetLayout } from "./cell-set-layout.ts";
import type { ChannelFailure } from "./channel.ts";
import type { ChartWorkerRequests } from "./chart.ts";
import type {
  BodyFormat,
  Cell,
  ColumnKind,
  CopyRequest,
  ResultColumn,
  ResultSummary,
  RowBlock,
  RowRange,
} from "./data-worker.ts";
import type { LoadCheckRequests } from "./load-check.ts";
import type { PivotRequests } from "./pivot.ts";
import type { ColumnWorkerRequests } from "./result-columns.ts";
import type { RowView } from "./row-view.ts";
import type { StoredResultWorkerRequests } from "./stored-results.ts";
import type { ViewWorkerRequests } from "./view-requests.ts";

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests from the extension host to the data worker. */
export type DataWorkerRequests = ColumnWorkerRequests &
  PivotRequests &
  ViewWorkerRequests &
  ChartWorkerRequests &
  LoadCheckRequests &
  StoredResultWorkerRequests & {
    open: {
      params: WithResultId<{
        readonly format: BodyFormat;
        /** Types of the result columns by column name, as far as the analytics model defines them. */
        readonly kinds: Readonly<Record<string, ColumnKind>>;
        readonly label: string;
        /** Treatment of small groups in the cell sets of the response. Undefined if group sizes are unknown. */
        readonly smallGroups?: SmallGroupGuard | undefined;
        /** Layout of the table to build, if the response body consists of one cell set for each metric. */
        readonly cellSets?: CellSetLayout | undefined;
        /**
         * Whether the response is the result of an aggregate query. Its numbers must not be added up until their
         * additivity is known.
         */
        readonly isAggregate?: boolean | undefined;
      }>;
      result: ResultSummary;
    };
    /**
     * Resolves when the complete response body is stored and all rows can be read. `additivity` replaces the additivity
     * that was given to `open`.
     */
    finish: { params: WithResultId<{ readonly additivity?: ResultAdditivity | undefined }>; result: ResultSummary };
    /**
     * Returns the different texts in the columns of a result that may have dimension members. Columns with more than
     * `maximumNamedMembers` are omitted.
     */
    members: { params: WithResultId<unknown>; result: { readonly members: ColumnMembers } };
    /** Stores the display names of the members in a result. They change neither its rows nor its state. */
    nameMembers: { params: WithResultId<{ readonly names: ColumnMemberNames }>; result: ResultSummary };
    /** Ends a result whose response body failed or was cancelled. The rows received so far are kept. */
    abort: {
      params: WithResultId<{ readonly state: "partial" | "failed" | "cancelled"; readonly message: string }>;
      result: ResultSummary;
    };
    window: { params: WithResultId<RowRange>; result: RowBlock };
    cell: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: Cell;
    };
    /**
     * Returns the members at which a cell of an aggregate or of its pivot stands. Throws `badRequest` with the reason if
     * the records behind it cannot be listed.
     */
    cellMembers: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: CellMembers;
    };
    /** Sorts and filters the rows of a result in advance, so that reading them is fast. Returns the number of rows. */
    arrange: { params: WithResultId<{ readonly view: RowView }>; result: { readonly rowCount: number } };
    /** Infers the types of the columns that the analytics model does not define, by reading all of their values. */
    columnTypes: { params: WithResultId<unknown>; result: { readonly columns: readonly ResultColumn[] } };
    copy: { params: WithResultId<CopyRequest>; result: { readonly text: string } };
    close: { params: WithResultId<unknown>; result: undefined };
    list: { params: unknown; result: { readonly results: readonly ResultSummary[] } };
  };

/** Events from the data worker to the extension host. */
export type DataWorkerEvents = {
  /** Sent when the data worker is ready. Earlier requests wait for this event. */
  ready: { readonly results: readonly ResultSummary[] };
  progress: ResultSummary;
  exportProgress: { readonly resultId: string; readonly rowCount: number };
  /** Sent before the data worker exits because of a fatal error. */
  broken: ChannelFailure;
};
