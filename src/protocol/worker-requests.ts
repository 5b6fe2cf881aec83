import type { ColumnAdditivity } from "../base/additivity.ts";
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
import type { ViewWorkerRequests } from "./view-questions.ts";

type For<Params> = Params & { readonly resultId: string };

/** What the host may ask of the data worker. */
export type DataWorkerRequests = ColumnWorkerRequests &
  PivotRequests &
  ViewWorkerRequests &
  ChartWorkerRequests &
  WorkRequests & {
    open: {
      params: For<{
        readonly format: BodyFormat;
        /** By column name, as far as the model knows them. */
        readonly kinds: Readonly<Record<string, ColumnKind>>;
        readonly label: string;
        /** What becomes of small groups in the cell sets of the body. */
        readonly smallGroups?: SmallGroupGuard | undefined;
        /** The body is a cell set for each metric, a part each, and becomes this table. */
        readonly cellSets?: CellSetLayout | undefined;
      }>;
      result: ResultSummary;
    };
    /** `additivity` is that of metrics in an aggregate, where it is known. Answers when the end of the body has been taken from the pipe and every row can be asked for. */
    finish: { params: For<{ readonly additivity?: ColumnAdditivity | undefined }>; result: ResultSummary };
    /** Ends a result whose body will not come or not go on; the rows that came stay. */
    abort: {
      params: For<{ readonly state: "partial" | "failed" | "cancelled"; readonly message: string }>;
      result: ResultSummary;
    };
    window: { params: For<RowRange>; result: RowBlock };
    cell: {
      params: For<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: Cell;
    };
    /** Builds the view, so that windows of it are quick; gives how many rows it has. */
    arrange: { params: For<{ readonly view: RowView }>; result: { readonly rowCount: number } };
    /** Looks at every value of the columns the model does not know. */
    columnTypes: { params: For<unknown>; result: { readonly columns: readonly ResultColumn[] } };
    copy: { params: For<CopyRequest>; result: { readonly text: string } };
    close: { params: For<unknown>; result: undefined };
    list: { params: unknown; result: { readonly results: readonly ResultSummary[] } };
  };

/** What the data worker tells the host on its own. */
export type DataWorkerEvents = {
  /** Asks may be sent earlier; they wait. */
  ready: { readonly results: readonly ResultSummary[] };
  progress: ResultSummary;
  exportProgress: { readonly resultId: string; readonly rowCount: number };
  /** The worker cannot go on; it ends. */
  broken: ChannelFailure;
};
