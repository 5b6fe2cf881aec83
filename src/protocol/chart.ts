import { isCount, isRecord } from "../base/guards.ts";
import { isSmallGroupGuard, type SmallGroupGuard } from "../base/small-group.ts";
import type { RequestGuards } from "./channel.ts";
import { type Cell, hasResultId } from "./data-worker.ts";
import { type PivotFunction, pivotFunctions } from "./pivot.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const chartKinds = ["line", "bars", "stackedBars", "heatMap", "histogram", "box"] as const;

export type ChartKind = (typeof chartKinds)[number];

/** Specification of a chart. Columns are zero-based positions in the query result. */
export interface ChartRequest {
  readonly kind: ChartKind;
  /** Column of the x axis. A histogram has none, and for a box plot it is optional. */
  readonly x: number | undefined;
  /** Column of the numbers that the chart shows. */
  readonly y: number;
  /**
   * Column whose values distinguish the lines, bar segments or heat map rows of a chart. Ignored for a histogram and a
   * box plot.
   */
  readonly series: number | undefined;
  /**
   * Aggregate function that combines the rows with equal `x` and `series` into one number. Ignored for a histogram and
   * a box plot.
   */
  readonly function: PivotFunction;
}

/** Names of the five marks of a box plot, used as values of the mark's field `series`. */
export const boxParts = ["minimum", "lowerQuartile", "median", "upperQuartile", "maximum"] as const;

/**
 * One number of a chart with its position. In a histogram, `x` and `series` are the ends of a bin and `y` is its count.
 * A box plot has five marks for each `x`, whose `series` is one of `boxParts`.
 */
export interface ChartMark {
  readonly x: Cell;
  readonly series: Cell;
  /** Number of the chart mark as decimal text; null if it is missing. */
  readonly y: Cell;
  /** Whether the number comes from a small group of people, or was computed from a row that does. */
  readonly isSmall?: boolean;
}

export interface ChartData {
  readonly marks: readonly ChartMark[];
  /** Whether the chart was truncated after `maximumChartMarks` marks. */
  readonly isCut: boolean;
  /** Whether at least one mark of the chart is computed from several rows. */
  readonly isComputed: boolean;
  /** Number of rows of the chart that come from small groups of people. Undefined if group sizes are unknown. */
  readonly small?: { readonly guard: SmallGroupGuard; readonly rowCount: number };
}

export const maximumChartMarks = 5000;

const chartFileTypes = ["svg", "png"] as const;

export type ChartFileType = (typeof chartFileTypes)[number];

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about charts to the data worker. */
export type ChartWorkerRequests = {
  chartData: { params: WithResultId<ChartRequest & { readonly view: RowView }>; result: ChartData };
};

/** Requests about charts from the page to the extension. */
export type ChartViewRequests = ChartWorkerRequests & {
  /**
   * Reads the chart specification file beside the query file. The returned text is undefined if there is no such file.
   */
  chartSpec: { params: WithResultId<unknown>; result: ChartSpecFile };
  /**
   * Opens the chart specification file in an editor. If the file does not exist, the editor shows `text` and the file
   * is created when the user saves.
   */
  editChartSpec: { params: WithResultId<{ readonly text: string }>; result: undefined };
  /**
   * Asks the user for a location and writes an image of the chart. `data` is SVG text or a PNG in base64. `isWritten`
   * is false if the user cancelled.
   */
  saveChart: {
    params: WithResultId<{ readonly type: ChartFileType; readonly data: string }>;
    result: { readonly isWritten: boolean };
  };
};

export interface ChartSpecFile {
  /** JSON text of the chart specification, as written by the user. Undefined if there is no file. */
  readonly text: string | undefined;
  /** Name of the chart specification file. */
  readonly name: string;
}

/** Events about charts from the extension to the page. */
export type ChartEvents = {
  /** Sent when the user changed the chart specification of a result in an editor. */
  chartSpecChanged: { readonly resultId: string } & ChartSpecFile;
};

/** VS Code commands for the chart of the active result. */
export const chartCommands = ["showPivot", "copyChart", "saveChart", "editChartSpec"] as const;

export type ChartCommand = (typeof chartCommands)[number];

/** Maximum length of a chart image, counted in characters of SVG or base64 text. Longer images are rejected. */
const maximumImageCharacters = 64 * 1024 * 1024;
const maximumSpecCharacters = 1024 * 1024;

/** Guards for the parameters of chart requests that a page sends. */
export const chartGuards: RequestGuards<ChartViewRequests> = {
  chartData: (params): params is ChartViewRequests["chartData"]["params"] =>
    hasResultId(params) && isChartRequest(params) && isRowView((params as Record<string, unknown>)["view"]),
  chartSpec: (params): params is ChartViewRequests["chartSpec"]["params"] => hasResultId(params),
  editChartSpec: (params): params is ChartViewRequests["editChartSpec"]["params"] =>
    hasResultId(params) && isText(params["text"], maximumSpecCharacters),
  saveChart: (params): params is ChartViewRequests["saveChart"]["params"] =>
    hasResultId(params) &&
    chartFileTypes.some((known) => known === params["type"]) &&
    isText(params["data"], maximumImageCharacters),
};

/** Whether a message is the event that reports a changed chart specification. */
export function isChartSpecChanged(value: unknown): value is ChartEvents["chartSpecChanged"] {
  return hasResultId(value) && isChartSpecFile(value);
}

export function isChartSpecFile(value: unknown): value is ChartSpecFile {
  return (
    isRecord(value) &&
    (value["text"] === undefined || value["text"] === null || typeof value["text"] === "string") &&
    typeof value["name"] === "string"
  );
}

/** Whether a value from another process or from storage is a chart specification. */
export function isChartRequest(value: unknown): value is ChartRequest {
  return (
    isRecord(value) &&
    chartKinds.some((known) => known === value["kind"]) &&
    isOptionalPosition(value["x"]) &&
    isPosition(value["y"]) &&
    isOptionalPosition(value["series"]) &&
    pivotFunctions.some((known) => known === value["function"])
  );
}

export function isChartData(value: unknown): value is ChartData {
  return (
    isRecord(value) &&
    typeof value["isCut"] === "boolean" &&
    typeof value["isComputed"] === "boolean" &&
    Array.isArray(value["marks"]) &&
    value["marks"].every(
      (mark) => isRecord(mark) && isCell(mark["x"]) && isCell(mark["series"]) && isCell(mark["y"]),
    ) &&
    (value["small"] === undefined || isSmall(value["small"]))
  );
}

function isSmall(value: unknown): boolean {
  return isRecord(value) && isSmallGroupGuard(value["guard"]) && isCount(value["rowCount"]);
}

function isText(value: unknown, maxCharacters: number): boolean {
  return typeof value === "string" && value.length <= maxCharacters;
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === "string";
}

/** Whether a column position is valid or absent. Null counts as absent, because JSON may turn undefined into null. */
function isOptionalPosition(value: unknown): boolean {
  return value === undefined || value === null || isPosition(value);
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
