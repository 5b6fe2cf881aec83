import { EventSource } from "../../base/event.ts";
import type { ConnectionRemedy } from "../../base/refused-credentials.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { RunControls } from "../../protocol/result-sink.ts";
import type { ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";

/** Id of the connection to the embedded service, which has nothing to correct. */
const localConnectionId = "local";

/** Metadata that is stored as a text label with the rows of a result. It restores the result after a window reload. */
interface StoredMetadata {
  readonly origin: ResultOriginLabels;
  readonly startedAtMs: number;
}

/** State of results that is stored across window reloads, separately from their rows. */
export interface RememberedResults {
  /** Durations of the query runs in milliseconds, by result id. */
  readonly times: Readonly<Record<string, number>>;
  /** Ids of notebook results that were also opened in the results view. */
  readonly openedIds: readonly string[];
  /** Result ids in the order of the tabs. */
  readonly order?: readonly string[];
  /** Ids of the results that the user worked on, which a new run does not replace. */
  readonly touchedIds?: readonly string[];
  /** Titles that the user gave to results, by result id. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** List of the results of a window, with their origin and loading state. One of them is the active result. */
export class ResultListModel {
  /** Results by id, in the order of their tabs. */
  #results = new Map<string, ShownResult>();
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
  readonly #touchedIds: Set<string>;
  readonly #titles: Map<string, string>;
  readonly #order: readonly string[];
  readonly #now: () => number;
  readonly #times: Readonly<Record<string, number>>;
  #activeId: string | undefined;

  constructor(now: () => number, remembered: RememberedResults = { times: {}, openedIds: [] }) {
    this.#now = now;
    this.#times = remembered.times;
    this.#openedIds = new Set(remembered.openedIds);
    this.#touchedIds = new Set(remembered.touchedIds);
    this.#titles = new Map(Object.entries(remembered.titles ?? {}));
    this.#order = remembered.order ?? [];
  }

  /** Id of the active result. Undefined after a window reload, until the results page reports the visible result. */
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

  isTouched(resultId: string): boolean {
    return this.#touchedIds.has(resultId);
  }

  /** Records that the user worked on a result, so that the next run of the same statement does not replace it. */
  touch(resultId: string): void {
    const result = this.#results.get(resultId);
    if (result && !this.isTouched(resultId)) {
      this.#touchedIds.add(resultId);
      this.#changed.fire(result);
    }
  }

  /** Changes the title of a result. */
  rename(resultId: string, title: string): void {
    const result = this.#results.get(resultId);
    if (result) {
      this.#titles.set(resultId, title);
      this.#touchedIds.add(resultId);
      this.#put({ ...result, origin: { ...result.origin, title } });
    }
  }

  /** Returns the title that the user gave to a result, or undefined. */
  givenTitle(resultId: string): string | undefined {
    return this.#titles.get(resultId);
  }

  /** Returns the ids of the earlier results that a result replaces. Empty until that result is complete. */
  replacedBy(resultId: string): readonly string[] {
    const result = this.#results.get(resultId);
    const isComplete = result?.summary.state === "done" || result?.summary.state === "partial";
    return isComplete ? (result.replacedIds ?? []).filter((id) => this.#isReplaceable(this.#results.get(id))) : [];
  }

  controlsOf(resultId: string): RunControls | undefined {
    return this.#controls.get(resultId);
  }

  /** Adds a result in the loading state. Returns the text label to store with its rows. */
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
    const replacedIds = this.#findReplaced(origin);
    const result: ShownResult = {
      summary,
      origin,
      startedAtMs,
      elapsedMs: undefined,
      ...(replacedIds.length > 0 && { replacedIds }),
    };
    this.#insert(result, ([id]) => replacedIds.includes(id));
    if (origin.isInNotebook !== true) {
      this.activate(resultId);
    }
    return { label };
  }

  /**
   * Sets the tenant of a result whose tenant was unknown when its run began. Returns the new text label to store with
   * its rows.
   */
  setTenant(resultId: string, tenant: string): { label: string } | undefined {
    return this.#changeOrigin(resultId, { tenant, isSignInTenant: true });
  }

  /** Sets the data versions that a query read. Returns the new text label to store with its rows. */
  setDataVersion(resultId: string, dataVersion: string): { label: string } | undefined {
    return this.#changeOrigin(resultId, { dataVersion });
  }

  #changeOrigin(resultId: string, change: Partial<ResultOriginLabels>): { label: string } | undefined {
    const known = this.#results.get(resultId);
    if (!known) {
      return undefined;
    }
    const origin = { ...known.origin, ...change };
    const label = labelOf({ origin, startedAtMs: known.startedAtMs });
    this.#put({ ...known, origin, summary: { ...known.summary, label } });
    return { label };
  }

  /**
   * Applies the metadata that the data worker reports for a result. A result that is not in the list was created before
   * a window reload.
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
    const title = this.#titles.get(summary.resultId) ?? metadata.origin.title;
    const result: ShownResult = {
      summary,
      origin: { ...metadata.origin, title },
      startedAtMs: metadata.startedAtMs,
      elapsedMs: hasEnded ? (elapsedMs ?? 0) : undefined,
      ...(known?.replacedIds && { replacedIds: known.replacedIds }),
      ...(known?.remedy && { remedy: known.remedy }),
    };
    const place = this.#order.indexOf(summary.resultId);
    if (known || place < 0) {
      this.#put(result);
    } else {
      this.#insert(result, ([id]) => this.#order.indexOf(id) > place || !this.#order.includes(id));
    }
  }

  /** Sets what helps with a result that fails because of its connection. Shown with its final state. */
  setRemedy(resultId: string, remedy: ConnectionRemedy | undefined): void {
    const known = this.#results.get(resultId);
    if (known && remedy && ![undefined, localConnectionId].includes(known.origin.connectionId)) {
      this.#results.set(resultId, { ...known, remedy });
    }
  }

  /** Sets the final state of a result for which the data worker cannot report one. */
  fail(resultId: string, state: "failed" | "partial" | "cancelled", message: string | undefined): void {
    const known = this.#results.get(resultId);
    if (known) {
      this.update({ ...known.summary, state, message });
    }
  }

  /** Makes a result active. Afterwards the results view also lists it if it belongs to a notebook. */
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

  /** Records which result a page shows. Does not notify the pages. */
  setShown(resultId: string): void {
    if (this.#results.has(resultId)) {
      this.#activeId = resultId;
    }
  }

  /** Adds a closed result to the list again. */
  reopen(summary: ResultSummary): void {
    this.#closedIds.delete(summary.resultId);
    this.update(summary);
  }

  close(resultId: string): void {
    if (this.#results.delete(resultId)) {
      this.#closedIds.add(resultId);
      this.#controls.delete(resultId);
      this.#openedIds.delete(resultId);
      this.#touchedIds.delete(resultId);
      if (this.#activeId === resultId) {
        this.#activeId = this.list().findLast((result) => this.isListed(result))?.summary.resultId;
      }
      this.#closed.fire(resultId);
    }
  }

  /** Returns the ids of earlier results of the same statement, which its next result replaces. */
  #findReplaced(origin: ResultOriginLabels): readonly string[] {
    if (origin.isInNotebook || origin.isComparison) {
      return [];
    }
    const earlier = this.list().filter((result) => statementKey(result.origin) === statementKey(origin));
    return earlier.filter((result) => this.#isReplaceable(result)).map(({ summary }) => summary.resultId);
  }

  #isReplaceable(result: ShownResult | undefined): boolean {
    if (!result) {
      return false;
    }
    const { summary, origin } = result;
    const isUntouched = !this.isTouched(summary.resultId) && summary.isPinned !== true;
    return isUntouched && summary.state !== "loading" && !origin.isInNotebook && !origin.isSaved;
  }

  /** Inserts a result before the first one for which `isNext` returns true, or at the end of the list. */
  #insert(result: ShownResult, isNext: (entry: readonly [string, ShownResult]) => boolean): void {
    const entries = [...this.#results];
    const place = entries.findIndex(isNext);
    const added = [result.summary.resultId, result] as const;
    this.#results = new Map(place < 0 ? [...entries, added] : entries.toSpliced(place, 0, [...added]));
    this.#changed.fire(result);
  }

  #put(result: ShownResult): void {
    this.#results.set(result.summary.resultId, result);
    this.#changed.fire(result);
  }
}

/** Returns a key for a statement in a file, together with the connection, tenant and project on which it ran. */
function statementKey(origin: ResultOriginLabels): string {
  const { title, query, file, connectionId, tenant, isSignInTenant, project } = origin;
  return JSON.stringify([title, query, file, connectionId, isSignInTenant ? undefined : tenant, project]);
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
