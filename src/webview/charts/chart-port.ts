import type { ChartData, ChartFileType, ChartRequest, ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ValueCounts } from "./chart-roles.ts";

export interface ChartViewOptions {
  readonly container: HTMLElement;
  readonly strings: ResultsStrings;
  readonly columns: readonly ResultColumn[];
  readonly language: string;
  /** Numbers of different values if the rows are a list; undefined for an aggregate, or if they are unknown. */
  readonly counts: ValueCounts | undefined;
  /** Previously chosen chart. */
  readonly request: ChartRequest | undefined;
  /** The user's chart spec; its text is undefined if there is none. */
  readonly file: ChartSpecFile;
  readData(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  announce(text: string): void;
  /** Called when another chart was chosen. */
  onDidChange(request: ChartRequest): void;
  editSpec(text: string): void;
  save(type: ChartFileType, data: string): void;
  /** Copies text to the clipboard. */
  copy(text: string): void;
}

export interface ChartView {
  /** Applies a chart spec that was changed in an editor. */
  setFile(file: ChartSpecFile): void;
  /** Reads the data again, because the filter changed. */
  refresh(): void;
  editSpec(): void;
  copy(): void;
  saveAs(): void;
  dispose(): void;
}

/** Global through which the separately loaded chart bundle offers its API to the page. */
export interface ChartGlobal {
  workforceCharts?: { readonly create: (options: ChartViewOptions) => ChartView };
}
