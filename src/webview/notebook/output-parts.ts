import type { OutputRequests } from "../../protocol/notebook-output.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultViewState } from "../../protocol/results-view.ts";
import type { ResultsHost } from "../results/results-host.ts";

/** Services shared by all outputs. */
export interface OutputParts {
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly displaySettings: ResultDisplaySettings;
  readonly host: ResultsHost;
  readonly chartUri: string;
  request<Name extends keyof OutputRequests>(
    name: Name,
    params: OutputRequests[Name]["params"],
  ): Promise<OutputRequests[Name]["result"]>;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
}
