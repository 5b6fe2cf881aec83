import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import type { HeaderSummaries } from "../grid/header-summary.ts";
import type { PaneContent } from "./pane-content.ts";
import type { ResultsHost } from "./results-host.ts";

/** Delay after scrolling before summaries are requested. */
const restMs = 250;

/** Loads the summaries of the columns in the viewport, one column at a time, so that requests for rows do not wait. */
export class ColumnSummaries implements HeaderSummaries {
  readonly #host: ResultsHost;
  readonly #content: Readonly<PaneContent>;
  readonly #onDidFind: () => void;
  readonly #known = new Map<number, ColumnSummary | undefined>();
  #wanted: readonly number[] = [];
  #pending: { readonly position: number; readonly controller: AbortController } | undefined;
  #timer = 0;
  #isOn = false;

  constructor(host: ResultsHost, content: Readonly<PaneContent>, onDidFind: () => void) {
    this.#host = host;
    this.#content = content;
    this.#onDidFind = onDidFind;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts or stops loading column summaries. It must not be started before the result is complete. */
  setEnabled(isOn: boolean): void {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      this.#pending?.controller.abort();
      this.#pending = undefined;
      this.#rest();
    }
  }

  get(position: number): ColumnSummary | undefined {
    return this.#isOn ? this.#known.get(position) : undefined;
  }

  load(positions: readonly number[]): void {
    if (positions.join() === this.#wanted.join()) {
      return;
    }
    this.#wanted = positions;
    if (this.#pending && !positions.includes(this.#pending.position)) {
      this.#pending.controller.abort();
      this.#pending = undefined;
    }
    this.#rest();
  }

  dispose(): void {
    this.setEnabled(false);
    window.clearTimeout(this.#timer);
  }

  #rest(): void {
    window.clearTimeout(this.#timer);
    if (this.#isOn) {
      this.#timer = window.setTimeout(() => void this.#loadNext(), restMs);
    }
  }

  async #loadNext(): Promise<void> {
    const position = this.#wanted.find((one) => !this.#known.has(one));
    if (this.#pending || position === undefined || !this.#isOn) {
      return;
    }
    const pending = { position, controller: new AbortController() };
    this.#pending = pending;
    const { resultId } = this.#content;
    const params = { resultId, column: position };
    // A failed summary is not reported; the header stays without one.
    const summary = await this.#host.request("columnSummary", params, pending.controller.signal).catch(() => undefined);
    if (this.#pending !== pending) {
      return;
    }
    this.#pending = undefined;
    this.#known.set(position, summary);
    this.#onDidFind();
    await this.#loadNext();
  }
}

/** Maximum length of a value in a header summary, as set by the data worker. */
const longestValue = 60;

/** Creates the filter for the rows that a bar in a column header stands for. */
export function createFilterOfBar(column: number, bar: SummaryBar, { shape, bars }: ColumnSummary): ColumnFilter {
  const { from, to } = bar;
  if (shape === "values") {
    // A value that was truncated for the header is matched by its beginning.
    return { column, operator: from.length < longestValue ? "equals" : "startsWith", values: [from] };
  }
  if (from === to) {
    return { column, operator: "equals", values: [from] };
  }
  // The outer ends are rounded, so the filter is open there.
  if (bar === bars[0]) {
    return { column, operator: "atMost", values: [to] };
  }
  return bar === bars.at(-1)
    ? { column, operator: "atLeast", values: [from] }
    : { column, operator: "between", values: [from, to] };
}
