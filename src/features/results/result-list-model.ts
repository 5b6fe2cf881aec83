import { EventSource } from "../../base/event.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { RunControls } from "../../protocol/result-sink.ts";
import type { ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";

/**
 * Metadata that the worker stores as a label with the rows, so that a result is complete again after a reload of the
 * window.
 */
interface StoredMetadata {
  readonly origin: ResultOriginLabels;
  readonly startedAtMs: number;
}

/** What a window remembers of results across reloads, apart from what is stored with their rows. */
export interface RememberedResults {
  /** Duration of each run in milliseconds, by result id. */
  readonly times: Readonly<Record<string, number>>;
  /** Ids of notebook results that were also opened in the results view. */
  readonly openedIds: readonly string[];
}

/** The results of a window: where each comes from, its loading state, and which one is active. */
export class ResultListModel {
  readonly #results = new Map<string, ShownResult>();
  readonly #controls = new Map<string, RunControls>();
  readonly #changed = new EventSource<ShownResult>();
  readonly onDidChange = this.#changed.event;
  readonly #closed = new EventSource<string>();
  readonly onDidClose = this.#closed.event;
  readonly #activated = new EventSource<string>();
  readonly onDidActivate = this.#activated.event;
  readonly #closedIds = new Set<string>();
  /** Ids of notebook results that were also opened in the results view. */
  readonly #openedIds: Set<string>;
  readonly #now: () => number;
  readonly #times: Readonly<Record<string, number>>;
  #activeId: string | undefined;

  constructor(now: () => number, remembered: RememberedResults = { times: {}, openedIds: [] }) {
    this.#now = now;
    this.#times = remembered.times;
    this.#openedIds = new Set(remembered.openedIds);
  }

  /** Id of the active result. Undefined after a reload of the window, until the page reports it. */
  get activeId(): string | undefined {
    return this.#activeId;
  }

  list(): readonly ShownResult[] {
    return [...this.#results.values()];
  }

  /** Whether the results view lists this result. Notebook results are listed only after they were opened there. */
  isListed({ summary, origin }: ShownResult): boolean {
    return origin.isInNotebook !== true || this.#openedIds.has(summary.resultId);
  }

  find(resultId: string): ShownResult | undefined {
    return this.#results.get(resultId);
  }

  controlsOf(resultId: string): RunControls | undefined {
    return this.#controls.get(resultId);
  }

  /** Adds a result that has just begun. Returns the label to store with its rows. */
  begin(resultId: string, origin: ResultOriginLabels, controls: RunControls): { label: string } {
    const startedAtMs = this.#now();
    const label = labelOf({ origin, startedAtMs });
    const summary: ResultSummary = {
      resultId,
      columns: [],
      rowCount: 0,
      byteCount: 0,
      state: "loading",
      message: undefined,
      label,
    };
    this.#controls.set(resultId, controls);
    this.#put({ summary, origin, startedAtMs, elapsedMs: undefined });
    if (origin.isInNotebook !== true) {
      this.activate(resultId);
    }
    return { label };
  }

  /**
   * Sets the tenant of a result that began before its tenant was known. Returns the new label to store with its rows.
   */
  setTenant(resultId: string, tenant: string): { label: string } | undefined {
    const known = this.#results.get(resultId);
    if (!known) {
      return undefined;
    }
    const origin = { ...known.origin, tenant };
    const label = labelOf({ origin, startedAtMs: known.startedAtMs });
    this.#put({ ...known, origin, summary: { ...known.summary, label } });
    return { label };
  }

  /**
   * Applies the summary that the worker reports for a result. A result unknown to this window comes from before a
   * reload.
   */
  update(summary: ResultSummary): void {
    const known = this.#results.get(summary.resultId);
    // A late report for a closed result does not bring it back.
    if (this.#closedIds.has(summary.resultId)) {
      return;
    }
    // A final state stays: a late progress report does not bring a cancelled result back.
    if (known && known.summary.state !== "loading" && summary.state === "loading") {
      return;
    }
    const metadata = known ?? readLabel(summary.label);
    if (!metadata) {
      return;
    }
    const hasEnded = summary.state !== "loading";
    const elapsedMs = known ? (known.elapsedMs ?? this.#now() - metadata.startedAtMs) : this.#times[summary.resultId];
    this.#put({
      summary,
      origin: metadata.origin,
      startedAtMs: metadata.startedAtMs,
      elapsedMs: hasEnded ? (elapsedMs ?? 0) : undefined,
    });
  }

  /** Ends a result that the worker cannot report on. */
  fail(resultId: string, state: "failed" | "partial" | "cancelled", message: string | undefined): void {
    const known = this.#results.get(resultId);
    if (known) {
      this.update({ ...known.summary, state, message });
    }
  }

  /** Makes a result active. A notebook result is listed from then on. */
  activate(resultId: string): void {
    const result = this.#results.get(resultId);
    if (result) {
      if (!this.isListed(result)) {
        this.#openedIds.add(resultId);
        this.#changed.fire(result);
      }
      this.#activeId = resultId;
      this.#activated.fire(resultId);
    }
  }

  /** Records which result a page shows, without notifying the pages. */
  setShown(resultId: string): void {
    if (this.#results.has(resultId)) {
      this.#activeId = resultId;
    }
  }

  /** Puts a closed result back into the list. */
  reopen(summary: ResultSummary): void {
    this.#closedIds.delete(summary.resultId);
    this.update(summary);
  }

  close(resultId: string): void {
    if (this.#results.delete(resultId)) {
      this.#closedIds.add(resultId);
      this.#controls.delete(resultId);
      this.#openedIds.delete(resultId);
      if (this.#activeId === resultId) {
        this.#activeId = this.list().findLast((result) => this.isListed(result))?.summary.resultId;
      }
      this.#closed.fire(resultId);
    }
  }

  #put(result: ShownResult): void {
    this.#results.set(result.summary.resultId, result);
    this.#changed.fire(result);
  }
}

function labelOf(metadata: StoredMetadata): string {
  return JSON.stringify(metadata);
}

function readLabel(label: string): StoredMetadata | undefined {
  try {
    const { origin, startedAtMs } = JSON.parse(label) as Partial<StoredMetadata>;
    return origin && typeof startedAtMs === "number" ? { origin, startedAtMs } : undefined;
  } catch {
    return undefined;
  }
}
