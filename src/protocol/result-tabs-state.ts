import type { ChartRequest } from "./chart.ts";
import type { PivotRequest } from "./pivot.ts";

export const resultTabs = ["table", "pivot", "chart", "profile"] as const;

/** How a result is looked at. */
export type ResultTab = (typeof resultTabs)[number];

/** What the view keeps of a result's pivot. */
export interface PivotState {
  readonly request: PivotRequest;
  /** How many levels of the rows are drilled into. */
  readonly depth: number;
}

/** What the view keeps of a result's chart. */
export interface ChartState {
  readonly request: ChartRequest;
}

/** Whether a command chooses how the active result is looked at, whatever it is looked at now. */
export function isTabCommand(command: string): boolean {
  return ["showTable", "showPivot", "showChart", "showProfile", "copyChart", "saveChart", "editChartSpec"].includes(
    command,
  );
}
