import type { Disposable } from "../../base/disposable.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Limits on the age and size of stored results, from the user's settings. */
interface RetentionLimits {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** Manager of stored results, which decides how long the rows of closed and old results are kept. */
export class ResultRetention {
  readonly #results: ResultListModel;
  readonly #worker: DataWorkerProcess;
  readonly #limits: () => RetentionLimits;
  readonly #windowSpools: string;

  /** `windowSpools` is the folder that contains the folders of windows without a workspace. */
  constructor(
    results: ResultListModel,
    worker: DataWorkerProcess,
    limits: () => RetentionLimits,
    windowSpools: string,
  ) {
    this.#results = results;
    this.#worker = worker;
    this.#limits = limits;
    this.#windowSpools = windowSpools;
  }

  get keepDays(): number {
    return this.#limits().keepDays;
  }

  /** Closes a result. Its rows stay on disk if the history contains it and the settings allow it. */
  async close(resultId: string): Promise<void> {
    const known = this.#results.find(resultId);
    this.#results.controlsOf(resultId)?.cancel();
    this.#results.close(resultId);
    const { keepDays, keepMegabytes } = this.#limits();
    const isRetained =
      keepDays > 0 && keepMegabytes > 0 && known?.summary.state !== "loading" && !known?.origin.isSaved;
    if (isRetained && (known?.summary.rowCount ?? 0) > 0) {
      await this.#worker.request("shelve", { resultId });
      await this.prune();
    } else {
      await this.#worker.request("close", { resultId });
    }
  }

  async pin(resultId: string, isPinned: boolean): Promise<void> {
    this.#results.update(await this.#worker.request("pin", { resultId, isPinned }));
  }

  /** Reopens a closed result and shows it. Returns false if its rows are no longer stored. */
  async reopen(resultId: string): Promise<boolean> {
    const isAvailable = await this.bringBack(resultId);
    if (isAvailable) {
      this.#results.activate(resultId);
    }
    return isAvailable;
  }

  /** Reopens a closed result without making it active. Returns false if its rows are no longer stored. */
  async bringBack(resultId: string): Promise<boolean> {
    if (!this.#results.find(resultId)) {
      if (!(await this.#shelvedIds()).includes(resultId)) {
        return false;
      }
      this.#results.reopen(await this.#worker.request("reopen", { resultId }));
    }
    return true;
  }

  /** Returns the ids of results whose rows are still stored. */
  async storedIds(): Promise<ReadonlySet<string>> {
    const open = this.#results.list().map(({ summary }) => summary.resultId);
    return new Set([...open, ...(await this.#shelvedIds())]);
  }

  /** Deletes the rows of a closed result. Does nothing for an open result. */
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

  /** Deletes stored results beyond the limits on age and size. */
  async prune(): Promise<void> {
    const { keepDays, keepMegabytes } = this.#limits();
    const windowSpools = this.#windowSpools;
    const { removed } = await this.#worker.request("prune", { keepDays, keepMegabytes, windowSpools });
    for (const resultId of removed) {
      this.#results.close(resultId);
    }
  }

  /**
   * Subscribes to the end of query runs. After each run, closes the earlier results that it replaces and deletes stored
   * results beyond the limits.
   */
  watch(onFailure: (error: unknown) => void): Disposable {
    const ended = new Set<string>();
    return this.#results.onDidChange(({ summary: { resultId, state } }) => {
      if (state !== "loading" && !ended.has(resultId)) {
        ended.add(resultId);
        this.#closeReplaced(resultId)
          .then(() => this.prune())
          .catch(onFailure);
      }
    });
  }

  async #closeReplaced(resultId: string): Promise<void> {
    for (const replacedId of this.#results.replacedBy(resultId)) {
      await this.close(replacedId);
    }
  }

  async #shelvedIds(): Promise<string[]> {
    const { results } = await this.#worker.request("shelved", {});
    return results.map(({ resultId }) => resultId);
  }
}
