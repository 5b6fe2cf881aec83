import type { ChartRequest } from "./chart.ts";
import type { PivotRequest } from "./pivot.ts";
import type { TreeView } from "./row-view.ts";

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
