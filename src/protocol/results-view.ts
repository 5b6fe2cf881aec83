import type { RecordsQuery } from "../base/cell-members.ts";
import { isCount, isRecord, isStringArray } from "../base/guards.ts";
import { type ConnectionRemedy, isConnectionRemedy } from "../base/refused-credentials.ts";
import { isSmallGroupGuard } from "../base/small-group.ts";
import type { RequestGuards } from "./channel.ts";
import {
  type ChartCommand,
  type ChartEvents,
  type ChartRequest,
  type ChartViewRequests,
  chartCommands,
  chartGuards,
  isChartSpecChanged,
} from "./chart.ts";
import {
  type Cell,
  type CopyFormat,
  copyFormats,
  hasResultId,
  type ResultColumn,
  type ResultSummary,
  type RowBlock,
  type RowRange,
} from "./data-worker.ts";
import { isPivotParams, type PivotRequest, type PivotRequests } from "./pivot.ts";
import {
  type ColumnArrangement,
  type ColumnCommand,
  type ColumnViewRequests,
  columnCommands,
  columnGuards,
  isResultDisplaySettings,
  type ResultDisplaySettings,
} from "./result-columns.ts";
import { isRowView, type RowView, type TreeView } from "./row-view.ts";
import { type StoredResultViewRequests, storedResultGuards } from "./stored-results.ts";
import { isRange, type ViewCommand, type ViewWorkerRequests, viewCommands, viewGuards } from "./view-requests.ts";

/** Labels of the origin of a query result. They do not change when the active connection changes. */
export interface ResultOriginLabels {
  /** Title of the result: the first comment of the query or a short name. Never the text of the query. */
  readonly title: string;
  readonly query: string;
  /** URI of the file that contains the query. */
  readonly file?: string | undefined;
  /** VS Code language id of the query. Undefined if the query cannot be run again. */
  readonly language?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly connection: string;
  readonly tenant: string | undefined;
  /** Whether the query did not name a tenant, so that `tenant` is the tenant of the sign-in. */
  readonly isSignInTenant?: boolean | undefined;
  readonly project: string | undefined;
  /** Numbers of the data versions that the query read. Undefined if the service does not say them. */
  readonly dataVersion?: string | undefined;
  /**
   * Name of the open transaction in which the query ran. The result may include uncommitted changes of that
   * transaction.
   */
  readonly transaction?: string | undefined;
  /** Whether the result belongs to a notebook cell. The results view shows it only after the user opens it there. */
  readonly isInNotebook?: boolean | undefined;
  /** Whether the rows of the result are the differences between two other results. */
  readonly isComparison?: boolean | undefined;
  /**
   * Whether the rows of the result were read from a local data file of the user. The chart of such a result is shown
   * first.
   */
  readonly isFile?: boolean | undefined;
  /** Sentence with which the assistant answered the question of the query. Its chart is shown first. */
  readonly answer?: string | undefined;
  /** Whether the rows of the result were read from a notebook file instead of being produced on this machine. */
  readonly isSaved?: boolean | undefined;
}

/** Metadata and origin of a result, as shown in the results view. */
export interface ShownResult {
  readonly summary: ResultSummary;
  readonly origin: ResultOriginLabels;
  /** Start time of the query in epoch milliseconds, by the clock of the extension host. */
  readonly startedAtMs: number;
  /** Duration of the query in milliseconds. Undefined while the result is loading. */
  readonly elapsedMs: number | undefined;
  /**
   * Ids of earlier results of the same statement that this result replaces. They are closed when this result is
   * complete.
   */
  readonly replacedIds?: readonly string[] | undefined;
  /** Way to repair the connection that caused the result to fail. */
  readonly remedy?: ConnectionRemedy;
}

/**
 * State of one result in the results view, such as scroll position and selection. Survives a reload of the VS Code
 * window.
 */
export interface ResultViewState {
  readonly topRow: number;
  readonly left: number;
  readonly view: RowView;
  /** Whether the table shows its row of filter fields. */
  readonly isFilterShown?: boolean;
  /** Column widths in pixels, by column position in the result. */
  readonly widths: Readonly<Record<number, number>>;
  /** Order and visibility of the columns. Undefined if the user has not changed them. */
  readonly columns: ColumnArrangement | undefined;
  readonly tab: ResultTab;
  readonly pivot?: PivotState | undefined;
  readonly chart?: ChartState | undefined;
  readonly cell: { readonly row: number; readonly column: number };
  /** Selected range of cells with inclusive ends. Columns are indexes among the visible columns. */
  readonly selected?: {
    readonly firstRow: number;
    readonly lastRow: number;
    readonly firstColumn: number;
    readonly lastColumn: number;
  };
}

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests from the results view to the extension. */
export type RequestsFromResultsView = ColumnViewRequests &
  StoredResultViewRequests &
  ViewWorkerRequests &
  PivotRequests &
  ChartViewRequests & {
    /** First request of the results view. No events are sent to the view before it. */
    ready: {
      params: unknown;
      result: {
        readonly results: readonly ShownResult[];
        readonly activeId: string | undefined;
        readonly displaySettings: ResultDisplaySettings;
      };
    };
    rows: { params: WithResultId<RowRange>; result: RowBlock };
    cell: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: Cell;
    };
    /** Returns the list query of the records behind a cell, or why there is none. */
    recordsQuery: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: RecordsQuery;
    };
    /** Runs a query that `recordsQuery` returned. */
    runRecordsQuery: { params: WithResultId<{ readonly text: string }>; result: undefined };
    arrange: { params: WithResultId<{ readonly view: RowView }>; result: { readonly rowCount: number } };
    columnTypes: { params: WithResultId<unknown>; result: { readonly columns: readonly ResultColumn[] } };
    /** Copies cells. The extension host formats them and writes the clipboard. */
    copy: { params: WithResultId<RowRange & { readonly format: CopyFormat }>; result: undefined };
    /** Cancels the query run that produces a result. The rows received so far are kept. */
    cancel: { params: WithResultId<unknown>; result: undefined };
    rerun: { params: WithResultId<unknown>; result: undefined };
    /** Moves the cursor to a one-based line and column of the query, in the editor of the query file. */
    /** Opens the page of a result's connection at the field of its remedy, or signs in to it. */
    correctConnection: {
      params: WithResultId<{ readonly action: "edit" | "signIn" }>;
      result: undefined;
    };
    goTo: { params: WithResultId<{ readonly line: number; readonly column: number }>; result: undefined };
    close: { params: WithResultId<unknown>; result: undefined };
    /** Reports which result is visible. VS Code commands act on that result, and a recreated page shows it again. */
    setActive: { params: WithResultId<unknown>; result: undefined };
    /**
     * Reports that the user changed or used a result, so that the next run of the same statement does not replace it.
     */
    touch: { params: WithResultId<unknown>; result: undefined };
    /** Asks the user for a new title of a result. */
    rename: { params: WithResultId<unknown>; result: undefined };
    /** Shows the differences between a result and the previous result of the same statement. */
    compareWithPrevious: { params: WithResultId<unknown>; result: undefined };
    /** Moves the focus from the results view to the text editor. */
    focusEditor: { params: unknown; result: undefined };
    /** Copies a text that is not in a cell, such as a value in the header of the results view. */
    copyText: { params: { readonly text: string }; result: undefined };
    /** Opens the complete value of a cell in an editor. */
    openValue: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: undefined;
    };
  };

/** Name of a VS Code command that acts on the active result. */
export type ResultsViewCommand =
  | CopyFormat
  | ColumnCommand
  | ViewCommand
  | ChartCommand
  | "exportCsv"
  | "export"
  | "focusGrid"
  | "showTable"
  | "showChart"
  | "nextResult"
  | "previousResult";

/** Events from the extension to the results view. */
export type EventsToResultsView = ChartEvents & {
  /** Sent when a result was added or changed. */
  changed: ShownResult;
  closed: { readonly resultId: string };
  activate: { readonly resultId: string };
  exportProgress: { readonly resultId: string; readonly rowCount: number };
  command: { readonly command: ResultsViewCommand };
  /** Sent when the user changed the display settings for results. */
  displaySettings: ResultDisplaySettings;
};

const states = ["loading", "done", "partial", "failed", "cancelled"];

/** Guards for the parameters of requests that the results view sends. */
export const resultsGuards: RequestGuards<RequestsFromResultsView> = {
  ...columnGuards,
  ...storedResultGuards,
  ...viewGuards,
  ...chartGuards,
  ready: (params): params is unknown => true,
  rows: (params): params is RequestsFromResultsView["rows"]["params"] => isRange(params),
  cell: (params): params is RequestsFromResultsView["cell"]["params"] => isPlace(params),
  recordsQuery: (params): params is RequestsFromResultsView["recordsQuery"]["params"] => isPlace(params),
  runRecordsQuery: (params): params is RequestsFromResultsView["runRecordsQuery"]["params"] =>
    hasResultId(params) && typeof params["text"] === "string",
  arrange: (params): params is RequestsFromResultsView["arrange"]["params"] =>
    hasResultId(params) && isRowView(params["view"]),
  columnTypes: (params): params is RequestsFromResultsView["columnTypes"]["params"] => hasResultId(params),
  copy: (params): params is RequestsFromResultsView["copy"]["params"] =>
    isRange(params) && copyFormats.some((known) => known === (params as unknown as Record<string, unknown>)["format"]),
  pivot: (params): params is RequestsFromResultsView["pivot"]["params"] => hasResultId(params) && isPivotParams(params),
  suggestPivot: (params): params is RequestsFromResultsView["suggestPivot"]["params"] => hasResultId(params),
  cancel: (params): params is RequestsFromResultsView["cancel"]["params"] => hasResultId(params),
  rerun: (params): params is RequestsFromResultsView["rerun"]["params"] => hasResultId(params),
  correctConnection: (params): params is RequestsFromResultsView["correctConnection"]["params"] =>
    hasResultId(params) && (params["action"] === "edit" || params["action"] === "signIn"),
  goTo: (params): params is RequestsFromResultsView["goTo"]["params"] =>
    hasResultId(params) && isCount(params["line"]) && isCount(params["column"]),
  close: (params): params is RequestsFromResultsView["close"]["params"] => hasResultId(params),
  setActive: (params): params is RequestsFromResultsView["setActive"]["params"] => hasResultId(params),
  touch: (params): params is RequestsFromResultsView["touch"]["params"] => hasResultId(params),
  rename: (params): params is RequestsFromResultsView["rename"]["params"] => hasResultId(params),
  compareWithPrevious: (params): params is RequestsFromResultsView["compareWithPrevious"]["params"] =>
    hasResultId(params),
  focusEditor: (params): params is unknown => true,
  copyText: (params): params is RequestsFromResultsView["copyText"]["params"] =>
    isRecord(params) && typeof params["text"] === "string",
  openValue: (params): params is RequestsFromResultsView["openValue"]["params"] => isPlace(params),
};

/** Guards for events from the extension to the results view. */
export const isResultsEvent: {
  readonly [Name in keyof EventsToResultsView]: (value: unknown) => value is EventsToResultsView[Name];
} = {
  changed: (value): value is EventsToResultsView["changed"] => isShownResult(value),
  closed: (value): value is EventsToResultsView["closed"] => hasResultId(value),
  activate: (value): value is EventsToResultsView["activate"] => hasResultId(value),
  exportProgress: (value): value is EventsToResultsView["exportProgress"] =>
    hasResultId(value) && isCount(value["rowCount"]),
  chartSpecChanged: (value): value is EventsToResultsView["chartSpecChanged"] => isChartSpecChanged(value),
  displaySettings: (value): value is ResultDisplaySettings => isResultDisplaySettings(value),
  command: (value): value is EventsToResultsView["command"] =>
    isRecord(value) &&
    [
      ...copyFormats,
      ...columnCommands,
      ...viewCommands,
      ...chartCommands,
      "exportCsv",
      "export",
      "focusGrid",
      "showTable",
      "showChart",
      "nextResult",
      "previousResult",
    ].includes(String(value["command"])),
};

export function isShownResult(value: unknown): value is ShownResult {
  if (!isRecord(value) || !isRecord(value["origin"]) || !hasResultId(value["summary"])) {
    return false;
  }
  const { summary, origin } = value;
  return (
    isCount(summary["rowCount"]) &&
    isCount(summary["byteCount"]) &&
    states.includes(String(summary["state"])) &&
    Array.isArray(summary["columns"]) &&
    summary["columns"].every((column) => isRecord(column) && typeof column["name"] === "string") &&
    typeof origin["title"] === "string" &&
    typeof origin["connection"] === "string" &&
    (value["remedy"] === undefined || isConnectionRemedy(value["remedy"])) &&
    (value["replacedIds"] === undefined || isStringArray(value["replacedIds"])) &&
    (summary["smallGroups"] === undefined || isSmallGroupGuard(summary["smallGroups"]))
  );
}

export function isRowBlock(value: unknown): value is RowBlock {
  return (
    isRecord(value) &&
    isCount(value["first"]) &&
    isCount(value["rowCount"]) &&
    Array.isArray(value["rows"]) &&
    Array.isArray(value["cut"]) &&
    (value["small"] === undefined || isSmall(value["small"])) &&
    (value["totals"] === undefined || (Array.isArray(value["totals"]) && value["totals"].every(isCount))) &&
    (value["tree"] === undefined || isTreeOf(value["tree"], value["rows"].length))
  );
}

function isTreeOf(value: unknown, rowCount: number): boolean {
  return (
    Array.isArray(value) &&
    value.length === rowCount &&
    value.every(
      (node: unknown) =>
        isRecord(node) &&
        isCount(node["level"]) &&
        ["undefined", "string"].includes(typeof node["id"]) &&
        (typeof node["isOpen"] === "boolean") === (node["id"] !== undefined),
    )
  );
}

function isSmall(value: unknown): boolean {
  return isRecord(value) && isSmallGroupGuard(value["guard"]) && Array.isArray(value["cells"]);
}

function isPlace(value: unknown): boolean {
  return hasResultId(value) && isCount(value["row"]) && isCount(value["column"]) && isRowView(value["view"]);
}

const resultTabs = ["table", "pivot", "chart", "profile"] as const;

/** Tab in which a result is shown, such as table or chart. */
export type ResultTab = (typeof resultTabs)[number];

/** State of the pivot table of a result. Survives a reload of the VS Code window. */
export interface PivotState {
  readonly request: PivotRequest;
  /** Number of row levels of the pivot table that are expanded. */
  readonly depth: number;
  /** Expanded members of the pivot table. Undefined if its rows are not a tree. */
  readonly tree?: TreeView;
  /** Whether the field list of the pivot table is visible. If undefined, that depends on the size of the view. */
  readonly hasFields?: boolean;
}

/** State of the chart of a result. Survives a reload of the VS Code window. */
export interface ChartState {
  readonly request: ChartRequest;
}

const tabCommands = [
  "showTable",
  "showPivot",
  "showChart",
  "showProfile",
  "copyChart",
  "saveChart",
  "editChartSpec",
] as const;

/** VS Code command of the active result that concerns one of its tabs. The tab is selected first. */
export type TabCommand = (typeof tabCommands)[number];

export function isTabCommand(command: string): command is TabCommand {
  return tabCommands.some((known) => known === command);
}
