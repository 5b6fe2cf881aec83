import type { Channel } from "../../protocol/channel.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultsViewAsks, ResultsViewTells, ResultViewState } from "../../protocol/results-view.ts";

type Nothing = Record<never, never>;

export type HostChannel = Channel<ResultsViewAsks, Nothing, Nothing, ResultsViewTells>;

/** What every part of the page uses. */
export interface PageContext {
  readonly channel: HostChannel;
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly rowHeight: number;
  readonly chartUri: string;
  readonly nonce: string;
  formatNumber(value: number): string;
  /** Says it in the live region. */
  announce(text: string): void;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
}
