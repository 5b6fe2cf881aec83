import type { AnswerAdditivity } from "../base/additivity.ts";
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
import type { PivotRequests } from "./pivot.ts";
import type { ColumnWorkerRequests } from "./result-columns.ts";
import type { WorkRequests } from "./result-work.ts";
import type { RowView } from "./row-view.ts";
import type { ViewWorkerRequests } from "./view-requests.ts";

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests from the extension host to the data worker. */
export type DataWorkerRequests = ColumnWorkerRequests &
  PivotRequests &
  ViewWorkerRequests &
  ChartWorkerRequests &
  WorkRequests & {
    open: {
      params: WithResultId<{
        readonly format: BodyFormat;
        /** Column kinds by column name, as far as the model knows them. */
        readonly kinds: Readonly<Record<string, ColumnKind>>;
        readonly label: string;
        /** How small groups in the cell sets of the body are treated. */
        readonly smallGroups?: SmallGroupGuard | undefined;
        /** Table layout for a body that consists of one cell set for each metric, one in each part. */
        readonly cellSets?: CellSetLayout | undefined;
        /** Whether the numbers are those of an aggregate, which must not be added up until their additivity is known. */
        readonly isAggregate?: boolean | undefined;
      }>;
      result: ResultSummary;
    };
    /**
     * Resolves when the complete body was read from the pipe and all rows can be read. `additivity` replaces what `open`
     * said of it.
     */
    finish: { params: WithResultId<{ readonly additivity?: AnswerAdditivity | undefined }>; result: ResultSummary };
    /** Ends a result whose body will not arrive or continue; the rows received so far are kept. */
    abort: {
      params: WithResultId<{ readonly state: "partial" | "failed" | "cancelled"; readonly message: string }>;
      result: ResultSummary;
    };
    window: { params: WithResultId<RowRange>; result: RowBlock };
    cell: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: Cell;
    };
    /** Builds a view, so that reading its rows is fast; returns its number of rows. */
    arrange: { params: WithResultId<{ readonly view: RowView }>; result: { readonly rowCount: number } };
    /** Reads every value of the columns that the model does not describe, to infer their kinds. */
    columnTypes: { params: WithResultId<unknown>; result: { readonly columns: readonly ResultColumn[] } };
    copy: { params: WithResultId<CopyRequest>; result: { readonly text: string } };
    close: { params: WithResultId<unknown>; result: undefined };
    list: { params: unknown; result: { readonly results: readonly ResultSummary[] } };
  };

/** Events from the data worker to the host. */
export type DataWorkerEvents = {
  /** Sent when the worker is ready. Earlier requests wait until then. */
  ready: { readonly results: readonly ResultSummary[] };
  progress: ResultSummary;
  exportProgress: { readonly resultId: string; readonly rowCount: number };
  /** Sent before the worker exits because of a fatal error. */
  broken: ChannelFailure;
};
