import type { Disposable } from "../../base/disposable.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** How long and how much is kept, by the user's settings. */
interface KeepLimits {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** Decides what stays of results that are closed or old. */
export class ResultRetention {
  readonly #results: ResultListModel;
  readonly #worker: DataWorkerProcess;
  readonly #limits: () => KeepLimits;
  readonly #windowSpools: string;

  /** `windowSpools` holds the folders of windows without a workspace. */
  constructor(results: ResultListModel, worker: DataWorkerProcess, limits: () => KeepLimits, windowSpools: string) {
    this.#results = results;
    this.#worker = worker;
    this.#limits = limits;
    this.#windowSpools = windowSpools;
  }

  get keepDays(): number {
    return this.#limits().keepDays;
  }

  /** Closes a result; its rows stay on disk for the history, where any came and any are kept. */
  async close(resultId: string): Promise<void> {
    const known = this.#results.find(resultId);
    this.#results.controlsOf(resultId)?.cancel();
    this.#results.close(resultId);
    const { keepDays, keepMegabytes } = this.#limits();
    const isKept = keepDays > 0 && keepMegabytes > 0 && known?.summary.state !== "loading" && !known?.origin.isSaved;
    if (isKept && (known?.summary.rowCount ?? 0) > 0) {
      await this.#worker.request("shelve", { resultId });
      await this.prune();
    } else {
      await this.#worker.request("close", { resultId });
    }
  }

  async pin(resultId: string, isPinned: boolean): Promise<void> {
    this.#results.update(await this.#worker.request("pin", { resultId, isPinned }));
  }

  /** Shows a result of the past again; false when its rows are gone. */
  async reopen(resultId: string): Promise<boolean> {
    const isThere = await this.bringBack(resultId);
    if (isThere) {
      this.#results.activate(resultId);
    }
    return isThere;
  }

  /** Opens a result of the past without looking at it; false when its rows are gone. */
  async bringBack(resultId: string): Promise<boolean> {
    if (!this.#results.find(resultId)) {
      if (!(await this.#shelvedIds()).includes(resultId)) {
        return false;
      }
      this.#results.reopen(await this.#worker.request("reopen", { resultId }));
    }
    return true;
  }

  /** Results whose rows can be shown. */
  async storedIds(): Promise<ReadonlySet<string>> {
    const open = this.#results.list().map(({ summary }) => summary.resultId);
    return new Set([...open, ...(await this.#shelvedIds())]);
  }

  /** Removes the rows of a result that is closed; an open one stays. */
  async forget(resultId: string): Promise<void> {
    if (!this.#results.find(resultId)) {
      await this.#worker.request("close", { resultId });
    }
  }

  async forgetShelved(): Promise<void> {
    for (const resultId of await this.#shelvedIds()) {
      await this.#worker.request("close", { resultId });
    }
  }

  /** Removes what is too old or too much. */
  async prune(): Promise<void> {
    const { keepDays, keepMegabytes } = this.#limits();
    const windowSpools = this.#windowSpools;
    const { removed } = await this.#worker.request("prune", { keepDays, keepMegabytes, windowSpools });
    for (const resultId of removed) {
      this.#results.close(resultId);
    }
  }

  /** Looks whether something must go whenever a run has ended. */
  watch(onFailure: (error: unknown) => void): Disposable {
    const ended = new Set<string>();
    return this.#results.onDidChange(({ summary: { resultId, state } }) => {
      if (state !== "loading" && !ended.has(resultId)) {
        ended.add(resultId);
        this.prune().catch(onFailure);
      }
    });
  }

  async #shelvedIds(): Promise<string[]> {
    const { results } = await this.#worker.request("shelved", {});
    return results.map(({ resultId }) => resultId);
  }
}
