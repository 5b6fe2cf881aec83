import type { ChartData, ChartFileType, ChartRequest, ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ValueFacts } from "./chart-roles.ts";

export interface ChartViewOptions {
  readonly container: HTMLElement;
  readonly strings: ResultsStrings;
  readonly columns: readonly ResultColumn[];
  readonly language: string;
  readonly facts: ValueFacts;
  /** Chart that the user chose earlier, if any. */
  readonly request: ChartRequest | undefined;
  /** The user's chart spec file. Its text is undefined if there is no file. */
  readonly file: ChartSpecFile;
  readData(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  announce(text: string): void;
  /** Called when the user chose another chart. */
  onDidChange(request: ChartRequest): void;
  editSpec(text: string): void;
  save(type: ChartFileType, data: string): void;
  /** Copies text to the clipboard. */
  copy(text: string): void;
}

export interface ChartView {
  /** Uses the changed text of the user's chart spec file. */
  setFile(file: ChartSpecFile): void;
  /** Reads the data of the chart again, because the filter of the rows has changed. */
  refresh(): void;
  editSpec(): void;
  copy(): void;
  saveAs(): void;
  dispose(): void;
}

/** Functions that the separately loaded script of charts provides. */
export interface ChartScript {
  create(options: ChartViewOptions): ChartView;
}
