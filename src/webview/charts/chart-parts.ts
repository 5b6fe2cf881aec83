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
  /** Formats a number of the data. The number is given as its exact text. */
  formatNumber(text: string): string;
}

/** Height in pixels below which a chart has no axis titles. The select fields above the chart have the same names. */
export const minimumHeightForAxisTitles = 260;

/** Size in pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}
