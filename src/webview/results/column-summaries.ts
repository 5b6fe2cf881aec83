import type { ColumnSummary } from "../../protocol/result-columns.ts";
import type { HeaderSummaries } from "../grid/header-summary.ts";
import type { PaneContent } from "./pane-content.ts";
import type { ResultsHost } from "./results-host.ts";

/** Delay after scrolling before summaries are requested. */
const restMs = 250;

/**
 * Loads the summaries of the columns in the viewport one after the other, so that requests for rows never wait long.
 */
export class ColumnSummaries implements HeaderSummaries {
  readonly #host: ResultsHost;
  readonly #content: Readonly<PaneContent>;
  readonly #onDidFind: () => void;
  readonly #known = new Map<number, ColumnSummary | undefined>();
  #wanted: readonly number[] = [];
  #asked: { readonly position: number; readonly controller: AbortController } | undefined;
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

  /** Starts or stops loading. To be started only when the result is complete. */
  turn(isOn: boolean): void {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      this.#asked?.controller.abort();
      this.#asked = undefined;
      this.#rest();
    }
  }

  of(position: number): ColumnSummary | undefined {
    return this.#isOn ? this.#known.get(position) : undefined;
  }

  want(positions: readonly number[]): void {
    if (positions.join() === this.#wanted.join()) {
      return;
    }
    this.#wanted = positions;
    if (this.#asked && !positions.includes(this.#asked.position)) {
      this.#asked.controller.abort();
      this.#asked = undefined;
    }
    this.#rest();
  }

  dispose(): void {
    this.turn(false);
    window.clearTimeout(this.#timer);
  }

  #rest(): void {
    window.clearTimeout(this.#timer);
    if (this.#isOn) {
      this.#timer = window.setTimeout(() => void this.#askNext(), restMs);
    }
  }

  async #askNext(): Promise<void> {
    const position = this.#wanted.find((one) => !this.#known.has(one));
    if (this.#asked || position === undefined || !this.#isOn) {
      return;
    }
    const asked = { position, controller: new AbortController() };
    this.#asked = asked;
    const { resultId } = this.#content;
    const params = { resultId, column: position };
    // A failed summary is not reported; the header stays without one.
    const summary = await this.#host.request("columnSummary", params, asked.controller.signal).catch(() => undefined);
    if (this.#asked !== asked) {
      return;
    }
    this.#asked = undefined;
    this.#known.set(position, summary);
    this.#onDidFind();
    await this.#askNext();
  }
}
