import { isCount, isRecord } from "../base/guards.ts";
import { isSmallGroupGuard, type SmallGroupGuard } from "../base/small-group.ts";
import type { RequestGuards } from "./channel.ts";
import { type Cell, hasResultId } from "./data-worker.ts";
import { type PivotFunction, pivotFunctions } from "./pivot.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const chartKinds = ["line", "bars", "stackedBars", "heatMap", "histogram", "box"] as const;

export type ChartKind = (typeof chartKinds)[number];

/** Specifies a chart; columns are zero-based positions in the result. */
export interface ChartRequest {
  readonly kind: ChartKind;
  /** Column of the x axis. A histogram has none; a box plot can do without. */
  readonly x: number | undefined;
  /** Column of the numbers. */
  readonly y: number;
  /** Column of the lines, bar segments or heat map rows. Ignored for a histogram and a box plot. */
  readonly series: number | undefined;
  /** Combines rows with equal `x` and `series` into one number. Ignored for a histogram and a box plot. */
  readonly function: PivotFunction;
}

/** Values of `series` for the marks of a box plot. */
export const boxParts = ["minimum", "lowerQuartile", "median", "upperQuartile", "maximum"] as const;

/**
 * One number of a chart. In a histogram, `x` and `series` are the ends of a bin and `y` is its count; a box plot has
 * five marks for each `x`, one for each of `boxParts`.
 */
export interface ChartMark {
  readonly x: Cell;
  readonly series: Cell;
  /** Decimal text. */
  readonly y: Cell;
  /** Whether the mark comes from a small group, or was computed from a row that does. */
  readonly isSmall?: boolean;
}

export interface ChartData {
  readonly marks: readonly ChartMark[];
  /** Whether marks beyond `maximumChartMarks` were left out. */
  readonly isCut: boolean;
  /** Whether a mark is computed from several rows. */
  readonly isComputed: boolean;
  /** Number of rows that come from small groups; undefined if group sizes are unknown. */
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
  /** Reads the chart spec file beside the query file; its text is undefined if there is none. */
  chartSpec: { params: WithResultId<unknown>; result: ChartSpecFile };
  /**
   * Opens the chart spec in an editor, filled with `text` if there is no file yet. The file is created when the user
   * saves.
   */
  editChartSpec: { params: WithResultId<{ readonly text: string }>; result: undefined };
  /**
   * Asks the user for a location and writes the image; `data` is SVG text or a PNG in base64. `isWritten` is false if
   * the user cancelled.
   */
  saveChart: {
    params: WithResultId<{ readonly type: ChartFileType; readonly data: string }>;
    result: { readonly isWritten: boolean };
  };
};

export interface ChartSpecFile {
  /** JSON text as written by the user. */
  readonly text: string | undefined;
  /** File name. */
  readonly name: string;
}

/** Events about charts from the extension to the page. */
export type ChartEvents = {
  /** Sent when the chart spec of a result was changed in an editor. */
  chartSpecChanged: { readonly resultId: string } & ChartSpecFile;
};

/** Commands of VS Code for the chart of the active result. */
export const chartCommands = ["showPivot", "copyChart", "saveChart", "editChartSpec"] as const;

export type ChartCommand = (typeof chartCommands)[number];

/** Maximum length of a saved image as text; longer ones are rejected. */
const maximumImageCharacters = 64 * 1024 * 1024;
const maximumSpecCharacters = 1024 * 1024;

/** Guards for requests from the page. */
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

/** Guards the event of a changed chart spec, for the page. */
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

/** Guards a chart request that was received from another process or read from storage. */
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

/** Accepts null, too, because JSON may turn undefined into null. */
function isOptionalPosition(value: unknown): boolean {
  return value === undefined || value === null || isPosition(value);
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
