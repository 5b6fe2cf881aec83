import { isCount, isRecord, isStringArray } from "../base/guards.ts";
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
import { type WorkViewRequests, workViewRequestGuards } from "./result-work.ts";
import { isRowView, type RowView, type TreeView } from "./row-view.ts";
import { isRange, type ViewCommand, type ViewWorkerRequests, viewCommands, viewGuards } from "./view-requests.ts";

/** Labels of the origin of a result. They do not change when the active connection changes. */
export interface ResultOriginLabels {
  /** First comment of the query or a short name, never its text. */
  readonly title: string;
  readonly query: string;
  /** URI of the file that contains the query. */
  readonly file?: string | undefined;
  /** Language id of the query if its text can be run again. */
  readonly language?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly connection: string;
  readonly tenant: string | undefined;
  /** Whether the query named no tenant, and `tenant` is that of the sign-in. */
  readonly isSignInTenant?: boolean | undefined;
  readonly project: string | undefined;
  /** Name of the open transaction that the query ran in; it sees changes that are not committed. */
  readonly transaction?: string | undefined;
  /** Whether the result is shown in a notebook, and in the results view only once it is opened there. */
  readonly isInNotebook?: boolean | undefined;
  /** Whether the rows are the differences between two results. */
  readonly isComparison?: boolean | undefined;
  /** Whether the rows were read from a data file of the user. Its chart is shown first. */
  readonly isFile?: boolean | undefined;
  /** Whether the rows were read from a notebook file and not produced by a run on this machine. */
  readonly isSaved?: boolean | undefined;
}

/** Summary and origin of a result, as shown in the view. */
export interface ShownResult {
  readonly summary: ResultSummary;
  readonly origin: ResultOriginLabels;
  /** Epoch milliseconds, by the host's clock. */
  readonly startedAtMs: number;
  /** Undefined while the result is loading. */
  readonly elapsedMs: number | undefined;
  /** Earlier runs of the same statement whose tab this result takes; they close when it is complete. */
  readonly replacedIds?: readonly string[] | undefined;
}

/** State of one result in the view that survives a reload of the window. */
export interface ResultViewState {
  readonly topRow: number;
  readonly left: number;
  readonly view: RowView;
  /** Whether the row of filter fields is visible. */
  readonly isFilterShown?: boolean;
  /** Column widths in pixels, by position in the result. */
  readonly widths: Readonly<Record<number, number>>;
  /** Undefined for the original arrangement. */
  readonly columns: ColumnArrangement | undefined;
  readonly tab: ResultTab;
  readonly pivot?: PivotState | undefined;
  readonly chart?: ChartState | undefined;
  readonly cell: { readonly row: number; readonly column: number };
  /** Selected range around the cell, ends inclusive; columns are indexes among the visible ones. */
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
  WorkViewRequests &
  ViewWorkerRequests &
  PivotRequests &
  ChartViewRequests & {
    /** First request of the view; no events are sent before it. */
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
    arrange: { params: WithResultId<{ readonly view: RowView }>; result: { readonly rowCount: number } };
    columnTypes: { params: WithResultId<unknown>; result: { readonly columns: readonly ResultColumn[] } };
    /** Copies cells; the host writes the clipboard. */
    copy: { params: WithResultId<RowRange & { readonly format: CopyFormat }>; result: undefined };
    /** Cancels the run that produces the result; the rows received so far are kept. */
    cancel: { params: WithResultId<unknown>; result: undefined };
    rerun: { params: WithResultId<unknown>; result: undefined };
    /** Shows a position of the query, from 1, in the editor of its file. */
    goTo: { params: WithResultId<{ readonly line: number; readonly column: number }>; result: undefined };
    close: { params: WithResultId<unknown>; result: undefined };
    /** Reports which result is visible: commands act on it, and a recreated page shows it again. */
    setActive: { params: WithResultId<unknown>; result: undefined };
    /** Reports that the user worked on a result, so that the next run of its statement leaves its tab alone. */
    touch: { params: WithResultId<unknown>; result: undefined };
    /** Asks the user for another title. */
    rename: { params: WithResultId<unknown>; result: undefined };
    /** Shows the differences to the previous run of the same statement. */
    compareWithPrevious: { params: WithResultId<unknown>; result: undefined };
    /** Moves the focus to the text editor. */
    focusEditor: { params: unknown; result: undefined };
    /** Copies text of the view itself, such as a value in the header line. */
    copyText: { params: { readonly text: string }; result: undefined };
    /** Opens the complete value in an editor. */
    openValue: {
      params: WithResultId<{ readonly row: number; readonly column: number; readonly view: RowView }>;
      result: undefined;
    };
  };

/** Command of VS Code that acts on the active result. */
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
  /** Sent when the user's display settings changed. */
  displaySettings: ResultDisplaySettings;
};

const states = ["loading", "done", "partial", "failed", "cancelled"];

/** Guards for requests from the page. */
export const resultsGuards: RequestGuards<RequestsFromResultsView> = {
  ...columnGuards,
  ...workViewRequestGuards,
  ...viewGuards,
  ...chartGuards,
  ready: (params): params is unknown => true,
  rows: (params): params is RequestsFromResultsView["rows"]["params"] => isRange(params),
  cell: (params): params is RequestsFromResultsView["cell"]["params"] => isPlace(params),
  arrange: (params): params is RequestsFromResultsView["arrange"]["params"] =>
    hasResultId(params) && isRowView(params["view"]),
  columnTypes: (params): params is RequestsFromResultsView["columnTypes"]["params"] => hasResultId(params),
  copy: (params): params is RequestsFromResultsView["copy"]["params"] =>
    isRange(params) && copyFormats.some((known) => known === (params as unknown as Record<string, unknown>)["format"]),
  pivot: (params): params is RequestsFromResultsView["pivot"]["params"] => hasResultId(params) && isPivotParams(params),
  suggestPivot: (params): params is RequestsFromResultsView["suggestPivot"]["params"] => hasResultId(params),
  cancel: (params): params is RequestsFromResultsView["cancel"]["params"] => hasResultId(params),
  rerun: (params): params is RequestsFromResultsView["rerun"]["params"] => hasResultId(params),
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

/** Guards for events from the extension. */
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

/** Tab of a result. */
export type ResultTab = (typeof resultTabs)[number];

/** Stored state of a result's pivot. */
export interface PivotState {
  readonly request: PivotRequest;
  /** Number of row levels that are expanded. */
  readonly depth: number;
  /** Expanded members if the rows are a tree. */
  readonly tree?: TreeView;
  /** Whether the field list is visible; undefined if the size of the view decides. */
  readonly hasFields?: boolean;
}

/** Stored state of a result's chart. */
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

/** Command that selects a tab of the active result, or acts on one after selecting it. */
export type TabCommand = (typeof tabCommands)[number];

export function isTabCommand(command: string): command is TabCommand {
  return tabCommands.some((known) => known === command);
}
