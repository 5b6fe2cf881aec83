import { displayNameOf, type MemberNames } from "../../base/member-names.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ColumnValues } from "../../protocol/view-requests.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";

const searchDelayMs = 200;

export interface ValueListOptions {
  readonly strings: ResultsStrings;
  /** Values that are chosen at the start. */
  readonly chosen: readonly Cell[];
  /** Display names of the values that are dimension members. */
  readonly names: MemberNames | undefined;
  /** Called with all chosen values when the user chooses or deselects one. */
  onDidChoose(chosen: readonly Cell[]): void;
  formatNumber(value: number): string;
  read(search: string, signal: AbortSignal): Promise<ColumnValues>;
}

/** List of a column's values with their frequency. The user can choose several. */
export class ValueList {
  readonly element = element("div", { class: "value-list" });
  readonly #options: ValueListOptions;
  readonly #search: HTMLInputElement;
  readonly #list = element("ul", { class: "value-items" });
  readonly #note = element("p", { class: "value-note", role: "status" });
  readonly #chosen: Set<Cell>;
  #timer = 0;
  #reading: AbortController | undefined;

  constructor(options: ValueListOptions) {
    this.#options = options;
    this.#chosen = new Set(options.chosen);
    const { filterSearch, filterValues } = options.strings;
    this.#search = element("input", {
      class: "input",
      type: "search",
      "aria-label": filterSearch,
      placeholder: filterSearch,
    });
    this.#list.setAttribute("aria-label", filterValues);
    this.#search.addEventListener("input", () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#read(), searchDelayMs);
    });
    this.element.append(this.#search, this.#list, this.#note);
  }

  /** Deselects all values. */
  clear(): void {
    this.#chosen.clear();
    for (const box of this.#list.querySelectorAll("input")) {
      box.checked = false;
    }
  }

  focus(): void {
    this.#search.focus();
  }

  get chosen(): readonly Cell[] {
    return [...this.#chosen];
  }

  /** Reads the most frequent values of the column. */
  start(): void {
    void this.#read();
  }

  dispose(): void {
    window.clearTimeout(this.#timer);
    this.#reading?.abort();
  }

  async #read(): Promise<void> {
    const { strings, read } = this.#options;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#note.textContent = strings.loadingValues;
    try {
      const search = this.#search.value;
      const { values, isCut } = await read(search, reading.signal);
      if (reading.signal.aborted) {
        return;
      }
      // Chosen values stay in the list, so that they can be deselected.
      const others = search === "" ? this.chosen.filter((cell) => !values.some(({ value }) => value === cell)) : [];
      this.#list.replaceChildren(
        ...others.map((value) => this.#item(value, undefined)),
        ...values.map(({ value, rowCount }) => this.#item(value, rowCount)),
      );
      this.#note.textContent = isCut ? strings.filterMoreValues : values.length === 0 ? strings.filterNoValues : "";
    } catch (error) {
      if (!reading.signal.aborted) {
        this.#note.textContent = failureMessageOf(error);
      }
    }
  }

  #item(value: Cell, rowCount: number | undefined): HTMLElement {
    const { strings, formatNumber, names } = this.#options;
    const box = element("input", { type: "checkbox", checked: this.#chosen.has(value) });
    box.addEventListener("change", () => {
      if (box.checked) {
        this.#chosen.add(value);
      } else {
        this.#chosen.delete(value);
      }
      this.#options.onDidChoose(this.chosen);
    });
    const name = value === null ? undefined : displayNameOf(names, value);
    const shown = value === null ? strings.missing : value === "" ? strings.emptyText : (name ?? value);
    const text = element(
      "span",
      { class: value === null || value === "" ? "value-text is-missing" : "value-text" },
      shown,
    );
    const count = element("span", { class: "value-count" }, rowCount === undefined ? "" : formatNumber(rowCount));
    const label = element("label", { class: "value-item" }, box, text, count);
    if (name !== undefined && value !== null) {
      label.title = value;
    }
    return element("li", {}, label);
  }
}
