import type { ChartData, ChartFileType, ChartRequest, ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";

export interface ChartViewOptions {
  readonly container: HTMLElement;
  readonly strings: ResultsStrings;
  readonly columns: readonly ResultColumn[];
  readonly language: string;
  /** What was chosen before. */
  readonly request: ChartRequest | undefined;
  /** The user's own spec, if there is one. */
  readonly file: ChartSpecFile;
  readData(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  announce(text: string): void;
  /** Something else was chosen. */
  onDidChange(request: ChartRequest): void;
  editSpec(text: string): void;
  save(type: ChartFileType, data: string): void;
  /** Text for the clipboard. */
  copy(text: string): void;
}

export interface ChartView {
  /** Takes a spec that was changed in an editor. */
  setFile(file: ChartSpecFile): void;
  /** Reads the data again: other rows are shown. */
  refresh(): void;
  editSpec(): void;
  copy(): void;
  saveAs(): void;
  dispose(): void;
}

/** How the chart's own bundle, loaded when the first chart is shown, reaches the page that loaded it. */
export interface ChartGlobal {
  workforceCharts?: { readonly create: (options: ChartViewOptions) => ChartView };
}
