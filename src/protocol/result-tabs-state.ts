import type { ChartRequest } from "./chart.ts";
import type { PivotRequest } from "./pivot.ts";
import type { TreeView } from "./row-view.ts";

const resultTabs = ["table", "pivot", "chart", "profile"] as const;

/** How a result is looked at. */
export type ResultTab = (typeof resultTabs)[number];

/** What the view keeps of a result's pivot. */
export interface PivotState {
  readonly request: PivotRequest;
  /** How many levels of the rows are drilled into. */
  readonly depth: number;
  /** Which members are open where the rows are a tree. */
  readonly tree?: TreeView;
  /** Whether the fields show; undefined while the size of the view says it. */
  readonly hasFields?: boolean;
}

/** What the view keeps of a result's chart. */
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

/** What chooses how the active result is looked at, whatever it is looked at now. */
export type TabCommand = (typeof tabCommands)[number];

export function isTabCommand(command: string): command is TabCommand {
  return tabCommands.some((known) => known === command);
}
