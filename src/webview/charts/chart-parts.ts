import type { ChartData } from "../../protocol/chart.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ChartLabels } from "./chart-labels.ts";
import type { ChartTheme } from "./chart-theme.ts";

/** Input for creating a chart spec. */
export interface ChartParts {
  readonly data: ChartData;
  readonly labels: ChartLabels;
  readonly theme: ChartTheme;
  readonly size: ChartSize;
  readonly strings: ResultsStrings;
  /** Formats a number of the data, given as its exact text. */
  formatNumber(text: string): string;
}

/** Height of a chart in pixels under which it does without titles, which the fields above it say. */
export const lowChartHeight = 260;

/** Size in pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}
