import type { Cell, ChartData, ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsViewAsks } from "../../protocol/results-view.ts";

/** What the page asks for by name. Rows are checked by the window loader, which knows the range they must hold. */
export type CheckedAsk = Exclude<keyof ResultsViewAsks, "rows">;

const kinds = ["text", "number", "date", "boolean"];

/** Guards for what the extension answers. */
export const isResultsAnswer: {
  readonly [Name in CheckedAsk]: (value: unknown) => value is ResultsViewAsks[Name]["result"];
} = {
  // Each result is looked at by itself, so that a bad one does not take the others with it.
  ready: (value): value is ResultsViewAsks["ready"]["result"] =>
    isRecord(value) &&
    Array.isArray(value["results"]) &&
    (value["activeId"] === undefined || typeof value["activeId"] === "string") &&
    isCount(value["rowHeight"]) &&
    value["rowHeight"] > 0,
  cell: isCell,
  sort: (value): value is ResultsViewAsks["sort"]["result"] => isRecord(value) && isCount(value["rowCount"]),
  columnTypes: (value): value is ResultsViewAsks["columnTypes"]["result"] =>
    isRecord(value) && Array.isArray(value["columns"]) && value["columns"].every(isColumn),
  copy: isNothing,
  exportCsv: (value): value is ResultsViewAsks["exportCsv"]["result"] =>
    isRecord(value) && typeof value["isWritten"] === "boolean" && isCount(value["rowCount"]),
  chartData: isChartData,
  cancel: isNothing,
  rerun: isNothing,
  close: isNothing,
  copyText: isNothing,
  openValue: isNothing,
};

function isChartData(value: unknown): value is ChartData {
  return (
    isRecord(value) &&
    typeof value["isCut"] === "boolean" &&
    typeof value["isSum"] === "boolean" &&
    Array.isArray(value["marks"]) &&
    value["marks"].every((mark) => isRecord(mark) && isCell(mark["x"]) && isCell(mark["series"]) && isCell(mark["y"]))
  );
}

function isColumn(value: unknown): value is ResultColumn {
  return isRecord(value) && typeof value["name"] === "string" && kinds.includes(String(value["kind"]));
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value === "string";
}

/** On its way as JSON nothing may have become null. */
function isNothing(value: unknown): value is undefined {
  return value === undefined || value === null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
