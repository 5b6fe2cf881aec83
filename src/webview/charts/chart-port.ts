import type { ChartData, ChartRequest, ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";

export interface ChartViewOptions {
  readonly container: HTMLElement;
  readonly strings: ResultsStrings;
  readonly columns: readonly ResultColumn[];
  readonly language: string;
  readData(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  announce(text: string): void;
}

export interface ChartView {
  dispose(): void;
}

/** How the chart's own bundle, loaded when the first chart is shown, reaches the page that loaded it. */
export interface ChartGlobal {
  workforceCharts?: { readonly create: (options: ChartViewOptions) => ChartView };
}
