import { randomUUID } from "node:crypto";
import { connectionRemedyFor } from "../../base/refused-credentials.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { ResultAnswer, ResultWriter, RunControls } from "../../protocol/result-sink.ts";
import type { ResultOriginLabels } from "../../protocol/results-view.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Subset of the data worker's functions that storing a result needs. */
export interface ResultWorker {
  request<Name extends "open" | "finish" | "members" | "nameMembers" | "abort">(
    name: Name,
    params: DataWorkerRequests[Name]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests[Name]["result"]>;
  send(resultId: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** Writer that stores one result while its query runs. */
export class StoredResultWriter implements ResultWriter {
  readonly resultId = randomUUID();
  readonly #results: ResultListModel;
  readonly #worker: ResultWorker;
  readonly #guard: SmallGroupGuard | undefined;
  #label: string;
  #isOpen = false;
  #findMemberNames: ResultAnswer["findMemberNames"];
  /** Number of rows received from a response that ended early. */
  #receivedRows = 0;

  /** `guard` is the small-group setting of the connection on which the query runs. */
  constructor(
    results: ResultListModel,
    worker: ResultWorker,
    origin: ResultOriginLabels,
    controls: RunControls,
    guard: SmallGroupGuard | undefined,
  ) {
    this.#results = results;
    this.#worker = worker;
    this.#guard = guard;
    this.#label = results.begin(this.resultId, origin, controls).label;
  }

  setTenant(tenant: string): void {
    this.#label = this.#results.setTenant(this.resultId, tenant)?.label ?? this.#label;
  }

  async write(
    { format, body, kinds, cellSets, isAggregate, findAdditivity, findMemberNames, onStored, ...answer }: ResultAnswer,
    signal: AbortSignal,
  ): Promise<void> {
    const resultId = this.resultId;
    const { smallGroups = this.#guard, dataVersion } = answer;
    if (dataVersion !== undefined) {
      this.#label = this.#results.setDataVersion(resultId, dataVersion)?.label ?? this.#label;
    }
    const params = { resultId, format, kinds, label: this.#label, smallGroups, cellSets, isAggregate };
    await this.#worker.request("open", params, signal);
    this.#isOpen = true;
    this.#findMemberNames = findMemberNames;
    try {
      await this.#worker.send(resultId, body, signal);
    } catch (error) {
      const additivity = signal.aborted ? undefined : await findAdditivity?.();
      // The received rows are still in the pipe. Ending the result before they arrive would drop them.
      const summary = await this.#worker.request("finish", { resultId, additivity }).catch(() => undefined);
      this.#receivedRows = summary?.rowCount ?? 0;
      throw error;
    }
    const additivity = await findAdditivity?.();
    const summary = await this.#worker.request("finish", { resultId, additivity }, signal);
    this.#results.update(summary);
    onStored?.(summary.rowCount);
    this.#nameMembers();
  }

  async cut(message: string): Promise<void> {
    await this.#end("partial", message);
    this.#nameMembers();
  }

  fail(message: string, error?: unknown): Promise<void> {
    this.#results.setRemedy(this.resultId, connectionRemedyFor(error));
    return this.#end(this.#receivedRows > 0 ? "partial" : "failed", message);
  }

  cancelled(): Promise<void> {
    return this.#end("cancelled", "");
  }

  /** Replaces the members in the shown rows by display names once these are found. Nobody waits for them. */
  #nameMembers(): void {
    const name = async () => {
      const { resultId } = this;
      const { members } = await this.#worker.request("members", { resultId });
      const names = (Object.keys(members).length > 0 && (await this.#findMemberNames?.(members))) || {};
      if (Object.keys(names).length > 0) {
        this.#results.update(await this.#worker.request("nameMembers", { resultId, names }));
      }
    };
    if (this.#findMemberNames) {
      // The result may be closed by now; without names, members are shown as the rows have them.
      name().catch(() => undefined);
    }
  }

  async #end(state: "failed" | "partial" | "cancelled", message: string): Promise<void> {
    if (this.#isOpen) {
      try {
        this.#results.update(await this.#worker.request("abort", { resultId: this.resultId, state, message }));
        return;
      } catch {
        // The worker has exited, which is why the run ends; the list below still has to show the failure.
      }
    }
    this.#results.fail(this.resultId, state, message || undefined);
  }
}
