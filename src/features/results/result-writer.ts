import { randomUUID } from "node:crypto";
import type { ColumnAdditivity } from "../../base/additivity.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";
import type { ResultOriginFacts } from "../../protocol/results-view.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultControls, ResultListModel } from "./result-list-model.ts";

/** An answer as it is stored. */
export interface ResultAnswer {
  readonly format: BodyFormat;
  readonly body: AsyncIterable<Uint8Array>;
  /** By column name, as far as the model knows them. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** What it was asked with; what the connection says now when left out. */
  readonly smallGroups?: SmallGroupGuard;
  /** The table that the cell sets of the body become. */
  readonly cellSets?: CellSetLayout;
  /** How far metrics may be added up; called when the body has come. */
  readonly findAdditivity?: () => Promise<ColumnAdditivity>;
  /** Hears how many rows are stored of a body that was whole. */
  readonly onStored?: (rowCount: number) => void;
}

/** One result as its run fills it. */
export class ResultWriter {
  readonly resultId = randomUUID();
  readonly #results: ResultListModel;
  readonly #worker: DataWorkerProcess;
  readonly #guard: SmallGroupGuard | undefined;
  #label: string;
  #isOpen = false;
  /** Rows of a body that broke off. */
  #cameEarly = 0;

  /** `guard` is what the connection of the origin says of small groups. */
  constructor(
    results: ResultListModel,
    worker: DataWorkerProcess,
    origin: ResultOriginFacts,
    controls: ResultControls,
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

  /** Takes the whole body; resolves when every row can be asked for. */
  async write(
    { format, body, kinds, cellSets, findAdditivity, onStored, ...answer }: ResultAnswer,
    signal: AbortSignal,
  ): Promise<void> {
    const resultId = this.resultId;
    const { smallGroups = this.#guard } = answer;
    const params = { resultId, format, kinds, label: this.#label, smallGroups, cellSets };
    await this.#worker.ask("open", params, signal);
    this.#isOpen = true;
    try {
      await this.#worker.send(resultId, body, signal);
    } catch (error) {
      // The rows that came are still on their way in the pipe; ending the result before they arrive would drop them.
      this.#cameEarly = (await this.#worker.ask("finish", { resultId }).catch(() => undefined))?.rowCount ?? 0;
      throw error;
    }
    const additivity = await findAdditivity?.();
    const summary = await this.#worker.ask("finish", { resultId, additivity }, signal);
    this.#results.update(summary);
    onStored?.(summary.rowCount);
  }

  /** Ends the result as partial by intent: its body threw when it had given enough. */
  cut(message: string): Promise<void> {
    return this.#end("partial", message);
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
        this.#results.update(await this.#worker.ask("abort", { resultId: this.resultId, state, message }));
        return;
      } catch {
        // The worker is gone, and that is why the run ends: say so in the list below.
      }
    }
    this.#results.fail(this.resultId, state, message || undefined);
  }
}
