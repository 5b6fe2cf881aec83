import type * as vscode from "vscode";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { loadResultActions } from "./load-actions.ts";
import { type BridgedPage, type BridgeParts, ResultsBridge, readDisplaySettings } from "./results-bridge.ts";

/** Access to results for pages outside the results view, such as notebook outputs. */
export class EmbeddedResults {
  readonly #parts: BridgeParts;
  readonly #restore: () => Promise<void>;
  readonly #reveal: () => Promise<void>;

  constructor(parts: BridgeParts, restore: () => Promise<void>, reveal: () => Promise<void>) {
    this.#parts = parts;
    this.#restore = restore;
    this.#reveal = reveal;
  }

  /** Connects a page, so that its requests about results are handled until the returned disposable is disposed of. */
  connect(page: BridgedPage): vscode.Disposable {
    return new ResultsBridge(page, this.#parts);
  }

  /** Returns the display settings and translated texts with which a page shows results. */
  async pageSettings(): Promise<{ readonly displaySettings: ResultDisplaySettings; readonly strings: ResultsStrings }> {
    const { translatedStrings } = await loadResultActions();
    return { displaySettings: readDisplaySettings(), strings: translatedStrings() };
  }

  find(resultId: string): ShownResult | undefined {
    return this.#parts.results.find(resultId);
  }

  /** Returns a result of this window or of an earlier session. Undefined if its rows are no longer stored. */
  async bringBack(resultId: string): Promise<ShownResult | undefined> {
    await this.#restore();
    return (await this.#parts.retention.bringBack(resultId)) ? this.find(resultId) : undefined;
  }

  /** Returns the ids of results whose rows are still stored. */
  async storedIds(): Promise<ReadonlySet<string>> {
    await this.#restore();
    return await this.#parts.retention.storedIds();
  }

  /** Opens a result in the results view. Returns false if its rows are no longer stored. */
  async open(resultId: string): Promise<boolean> {
    const isAvailable = await this.#parts.retention.reopen(resultId);
    if (isAvailable) {
      await this.#reveal();
    }
    return isAvailable;
  }

  /** Closes a result that is no longer shown, unless it was opened in the results view. */
  async release(resultId: string): Promise<void> {
    const result = this.find(resultId);
    if (result && !this.#parts.results.isListed(result)) {
      await this.#parts.retention.close(resultId);
    }
  }

  readRows(
    params: DataWorkerRequests["window"]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests["window"]["result"]> {
    return this.#parts.worker.request("window", params, signal);
  }

  /** Returns the text of cells in one of the clipboard formats. */
  copyText(
    params: DataWorkerRequests["copy"]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests["copy"]["result"]> {
    return this.#parts.worker.request("copy", params, signal);
  }

  readCell(
    params: DataWorkerRequests["cell"]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests["cell"]["result"]> {
    return this.#parts.worker.request("cell", params, signal);
  }
}
