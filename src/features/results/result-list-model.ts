import { EventSource } from "../../base/event.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { RunControls } from "../../protocol/result-sink.ts";
import type { ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";

/** Kept with the rows as the worker's label, so that a result is whole again after the window was reloaded. */
interface StoredFacts {
  readonly origin: ResultOriginLabels;
  readonly startedAtMs: number;
}

/** What a window knows of results of before its reload, beside what is kept with their rows. */
export interface RememberedResults {
  /** How long they took, in milliseconds by id. */
  readonly times: Readonly<Record<string, number>>;
  /** Results of notebooks that were opened among the results too. */
  readonly openedIds: readonly string[];
}

/** The results of a window: where each comes from, how far it is, and which one is looked at. */
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
  /** Results of notebooks that were opened here too. */
  readonly #openedIds: Set<string>;
  readonly #now: () => number;
  readonly #times: Readonly<Record<string, number>>;
  #activeId: string | undefined;

  constructor(now: () => number, remembered: RememberedResults = { times: {}, openedIds: [] }) {
    this.#now = now;
    this.#times = remembered.times;
    this.#openedIds = new Set(remembered.openedIds);
  }

  /** The result that is looked at; undefined after a reload of the window, until its page says so. */
  get activeId(): string | undefined {
    return this.#activeId;
  }

  list(): readonly ShownResult[] {
    return [...this.#results.values()];
  }

  /** Whether a result is one of those that the results themselves show. */
  isListed({ summary, origin }: ShownResult): boolean {
    return origin.isInNotebook !== true || this.#openedIds.has(summary.resultId);
  }

  find(resultId: string): ShownResult | undefined {
    return this.#results.get(resultId);
  }

  controlsOf(resultId: string): RunControls | undefined {
    return this.#controls.get(resultId);
  }

  /** Adds a result that has just begun; gives the label to keep with its rows. */
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

  /** Names the tenant of a result that began before it was known; gives the label to keep with its rows. */
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

  /** Takes what the worker says of a result; one that this window does not know yet comes from before a reload. */
  update(summary: ResultSummary): void {
    const known = this.#results.get(summary.resultId);
    // What the worker says late of a result that was closed does not bring it back.
    if (this.#closedIds.has(summary.resultId)) {
      return;
    }
    // A last word is final: a late report of the load does not bring a cancelled result back.
    if (known && known.summary.state !== "loading" && summary.state === "loading") {
      return;
    }
    const facts = known ?? readLabel(summary.label);
    if (!facts) {
      return;
    }
    const isOver = summary.state !== "loading";
    const elapsedMs = known ? (known.elapsedMs ?? this.#now() - facts.startedAtMs) : this.#times[summary.resultId];
    this.#put({
      summary,
      origin: facts.origin,
      startedAtMs: facts.startedAtMs,
      elapsedMs: isOver ? (elapsedMs ?? 0) : undefined,
    });
  }

  /** Ends a result that the worker cannot say anything about. */
  fail(resultId: string, state: "failed" | "partial" | "cancelled", message: string | undefined): void {
    const known = this.#results.get(resultId);
    if (known) {
      this.update({ ...known.summary, state, message });
    }
  }

  /** Looks at a result; one of a notebook is listed from then on. */
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

  /** Takes note of which result a page shows, without telling the pages. */
  look(resultId: string): void {
    if (this.#results.has(resultId)) {
      this.#activeId = resultId;
    }
  }

  /** Takes back a result that was closed and is shown again. */
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

function labelOf(facts: StoredFacts): string {
  return JSON.stringify(facts);
}

function readLabel(label: string): StoredFacts | undefined {
  try {
    const { origin, startedAtMs } = JSON.parse(label) as Partial<StoredFacts>;
    return origin && typeof startedAtMs === "number" ? { origin, startedAtMs } : undefined;
  } catch {
    return undefined;
  }
}
