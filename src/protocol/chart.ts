import { isCount, isRecord } from "../base/guards.ts";
import { isSmallGroupGuard, type SmallGroupGuard } from "../base/small-group.ts";
import type { RequestGuards } from "./channel.ts";
import type { Cell } from "./data-worker.ts";
import { isFor } from "./guards.ts";
import { type PivotFunction, pivotFunctions } from "./pivot.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const chartKinds = ["line", "bars", "stackedBars", "heatMap", "histogram", "box"] as const;

export type ChartKind = (typeof chartKinds)[number];

/** What a chart draws. Columns are positions in the result. */
export interface ChartRequest {
  readonly kind: ChartKind;
  /** The axis; a histogram has none, a box plot may do without. */
  readonly x: number | undefined;
  /** The numbers. */
  readonly y: number;
  /** The lines, the parts of bars, the rows of a heat map; of no meaning to a histogram and a box plot. */
  readonly series: number | undefined;
  /** How rows of the same place become one number; of no meaning to a histogram and a box plot. */
  readonly function: PivotFunction;
}

/** Names of the marks of a box, in `series`. */
export const boxParts = ["minimum", "lowerQuartile", "median", "upperQuartile", "maximum"] as const;

/**
 * One number of a chart. A histogram has `x` and `series` for the ends of a bin and `y` for its count; a box plot has five marks for
 * each place, one for each of `boxParts`.
 */
export interface ChartMark {
  readonly x: Cell;
  readonly series: Cell;
  /** Decimal text. */
  readonly y: Cell;
  /** A small group stands behind it, or behind a row that it was computed from. */
  readonly isSmall?: boolean;
}

export interface ChartData {
  readonly marks: readonly ChartMark[];
  /** Whether there were more marks than a chart takes. */
  readonly isCut: boolean;
  /** Whether a mark is computed from several rows. */
  readonly isComputed: boolean;
  /** Rows whose number a small group stands behind; absent where nothing is known of groups. */
  readonly small?: { readonly guard: SmallGroupGuard; readonly rowCount: number };
}

export const maximumChartMarks = 5000;

const chartFileTypes = ["svg", "png"] as const;

export type ChartFileType = (typeof chartFileTypes)[number];

type For<Params> = Params & { readonly resultId: string };

/** What is asked of the data worker about charts. */
export type ChartWorkerRequests = {
  chartData: { params: For<ChartRequest & { readonly view: RowView }>; result: ChartData };
};

/** What the page asks of the extension about charts. */
export type ChartViewRequests = ChartWorkerRequests & {
  /** The spec that stands beside the query; undefined where there is none. */
  chartSpec: { params: For<unknown>; result: ChartSpecFile };
  /** Opens the spec in an editor, with `text` where there is none yet; it is a file when the user saves it. */
  editChartSpec: { params: For<{ readonly text: string }>; result: undefined };
  /** Asks where to and writes the picture; `data` is the text of an SVG or a PNG in base64. False when the user did not say. */
  saveChart: {
    params: For<{ readonly type: ChartFileType; readonly data: string }>;
    result: { readonly isWritten: boolean };
  };
};

export interface ChartSpecFile {
  /** JSON as the user wrote it. */
  readonly text: string | undefined;
  /** Of the file. */
  readonly name: string;
}

/** What the extension tells the page about charts. */
export type ChartEvents = {
  /** The spec of a result was changed in an editor. */
  chartSpecChanged: { readonly resultId: string } & ChartSpecFile;
};

/** Commands of VS Code about the chart of the active result. */
export const chartCommands = ["showPivot", "copyChart", "saveChart", "editChartSpec"] as const;

export type ChartCommand = (typeof chartCommands)[number];

/** Rejects images whose text is longer than this. */
const mostPictureCharacters = 64 * 1024 * 1024;
const mostSpecCharacters = 1024 * 1024;

/** Guards for what the extension hears from the page. */
export const chartGuards: RequestGuards<ChartViewRequests> = {
  chartData: (params): params is ChartViewRequests["chartData"]["params"] =>
    isFor(params) && isChartRequest(params) && isRowView((params as Record<string, unknown>)["view"]),
  chartSpec: (params): params is ChartViewRequests["chartSpec"]["params"] => isFor(params),
  editChartSpec: (params): params is ChartViewRequests["editChartSpec"]["params"] =>
    isFor(params) && isText(params["text"], mostSpecCharacters),
  saveChart: (params): params is ChartViewRequests["saveChart"]["params"] =>
    isFor(params) &&
    chartFileTypes.some((known) => known === params["type"]) &&
    isText(params["data"], mostPictureCharacters),
};

/** Guard for what the page hears from the extension. */
export function isChartSpecChanged(value: unknown): value is ChartEvents["chartSpecChanged"] {
  return isFor(value) && isChartSpecFile(value);
}

export function isChartSpecFile(value: unknown): value is ChartSpecFile {
  return (
    isRecord(value) &&
    (value["text"] === undefined || value["text"] === null || typeof value["text"] === "string") &&
    typeof value["name"] === "string"
  );
}

/** Guard for what another process sent or kept. */
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

function isText(value: unknown, mostCharacters: number): boolean {
  return typeof value === "string" && value.length <= mostCharacters;
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === "string";
}

/** On its way as JSON what is undefined may have become null. */
function isOptionalPosition(value: unknown): boolean {
  return value === undefined || value === null || isPosition(value);
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
