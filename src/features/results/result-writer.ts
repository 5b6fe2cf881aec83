import { randomUUID } from "node:crypto";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import type { ResultOriginFacts } from "../../protocol/results-view.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultControls, ResultListModel } from "./result-list-model.ts";

/** One result as its run fills it. */
export class ResultWriter {
  readonly #resultId = randomUUID();
  readonly #results: ResultListModel;
  readonly #worker: DataWorkerProcess;
  #label: string;
  #isOpen = false;
  /** Rows of a body that broke off. */
  #cameEarly = 0;

  constructor(
    results: ResultListModel,
    worker: DataWorkerProcess,
    origin: ResultOriginFacts,
    controls: ResultControls,
  ) {
    this.#results = results;
    this.#worker = worker;
    this.#label = results.begin(this.#resultId, origin, controls).label;
  }

  setTenant(tenant: string): void {
    this.#label = this.#results.setTenant(this.#resultId, tenant)?.label ?? this.#label;
  }

  /** Takes the whole body; resolves when every row can be asked for. */
  async write(contentType: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const format: BodyFormat =
      contentType.startsWith("application/json") && !contentType.includes("lines") ? "jsonTable" : "jsonLines";
    const resultId = this.#resultId;
    await this.#worker.ask("open", { resultId, format, kinds: {}, label: this.#label }, signal);
    this.#isOpen = true;
    try {
      await this.#worker.send(resultId, body, signal);
    } catch (error) {
      // The rows that came are still on their way in the pipe; ending the result before they arrive would drop them.
      this.#cameEarly = (await this.#worker.ask("finish", { resultId }).catch(() => undefined))?.rowCount ?? 0;
      throw error;
    }
    this.#results.update(await this.#worker.ask("finish", { resultId }, signal));
  }

  /** Ends the result as failed, or as partial when rows came before; they stay. */
  fail(message: string): Promise<void> {
    return this.#end(this.#cameEarly > 0 ? "partial" : "failed", message);
  }

  cancelled(): Promise<void> {
    return this.#end("cancelled", "");
  }

  async #end(state: "failed" | "partial" | "cancelled", message: string): Promise<void> {
    if (this.#isOpen) {
      try {
        this.#results.update(await this.#worker.ask("abort", { resultId: this.#resultId, state, message }));
        return;
      } catch {
        // The worker is gone, and that is why the run ends: say so in the list below.
      }
    }
    this.#results.fail(this.#resultId, state, message || undefined);
  }
}
