import type * as vscode from "vscode";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { loadActions } from "./load-actions.ts";
import { readDisplaySettings } from "./result-display-settings.ts";
import { type BridgedPage, type BridgeParts, ResultsBridge } from "./results-bridge.ts";

/** Results that are shown in another place than the results' own, such as the outputs of a notebook. */
export class ResultsElsewhere {
  readonly #parts: BridgeParts;
  readonly #restore: () => Promise<void>;
  readonly #reveal: () => Promise<void>;

  constructor(parts: BridgeParts, restore: () => Promise<void>, reveal: () => Promise<void>) {
    this.#parts = parts;
    this.#restore = restore;
    this.#reveal = reveal;
  }

  /** Answers what a page asks about results, until what it gives is disposed. */
  connect(page: BridgedPage): vscode.Disposable {
    return new ResultsBridge(page, this.#parts);
  }

  /** What a page is drawn with. */
  async pageLooks(): Promise<{ readonly looks: ResultDisplaySettings; readonly strings: ResultsStrings }> {
    const { translatedStrings } = await loadActions();
    return { looks: readDisplaySettings(), strings: translatedStrings() };
  }

  find(resultId: string): ShownResult | undefined {
    return this.#parts.results.find(resultId);
  }

  /** A result of this window or of before; undefined when its rows are gone. */
  async bringBack(resultId: string): Promise<ShownResult | undefined> {
    await this.#restore();
    return (await this.#parts.keeper.bringBack(resultId)) ? this.find(resultId) : undefined;
  }

  /** Results whose rows can be shown. */
  async storedIds(): Promise<ReadonlySet<string>> {
    await this.#restore();
    return await this.#parts.keeper.storedIds();
  }

  /** Shows a result among the results; false when its rows are gone. */
  async open(resultId: string): Promise<boolean> {
    const isThere = await this.#parts.keeper.reopen(resultId);
    if (isThere) {
      await this.#reveal();
    }
    return isThere;
  }

  /** Closes what nobody looks at any more; a result that was opened among the results stays. */
  async release(resultId: string): Promise<void> {
    const result = this.find(resultId);
    if (result && !this.#parts.results.isListed(result)) {
      await this.#parts.keeper.close(resultId);
    }
  }

  readRows(
    params: DataWorkerRequests["window"]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests["window"]["result"]> {
    return this.#parts.worker.request("window", params, signal);
  }

  readCell(
    params: DataWorkerRequests["cell"]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests["cell"]["result"]> {
    return this.#parts.worker.request("cell", params, signal);
  }
}
