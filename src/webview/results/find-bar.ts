import { fillText } from "../../protocol/fill-text.ts";
import type { FindAnswer, FindRequest, MatchRequest } from "../../protocol/view-requests.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import type { PageContext } from "./page-context.ts";
import { ProgressLine } from "./progress-line.ts";
import { createIconButton } from "./toolbar.ts";

const typingMs = 200;

interface FindBarEvents {
  /** Returns what to search: the view, the visible columns and the active cell. */
  scope(): Pick<FindRequest, "view" | "columns" | "from"> & { readonly resultId: string };
  /** Shows a match, or none if undefined; `text` is highlighted in the cells. */
  show(found: FoundPlace | undefined, text: string, isCaseSensitive: boolean): void;
  onDidClose(): void;
}

/** Bar for finding a text in all cells of the view. The search starts at the active cell. */
export class FindBar {
  readonly element = element("div", { class: "find-bar", role: "search", hidden: true });
  readonly #context: PageContext;
  readonly #events: FindBarEvents;
  readonly #input: HTMLInputElement;
  readonly #case: HTMLButtonElement;
  readonly #note = element("span", { class: "find-note", role: "status" });
  readonly #busy: ProgressLine;
  #timer = 0;
  #pending: AbortController | undefined;

  constructor(context: PageContext, events: FindBarEvents) {
    this.#context = context;
    this.#events = events;
    const { strings } = context;
    this.#input = element("input", {
      class: "input",
      type: "text",
      "aria-label": strings.findText,
      spellcheck: "false",
    });
    this.#input.placeholder = strings.find;
    this.#case = createIconButton("case-sensitive", strings.matchCase, () => {
      this.#case.setAttribute("aria-pressed", String(!this.#isCaseSensitive));
      this.#search();
    });
    this.#case.setAttribute("aria-pressed", "false");
    this.#busy = new ProgressLine(strings, context.language);
    this.element.setAttribute("aria-label", strings.find);
    this.element.append(
      this.#input,
      this.#case,
      this.#note,
      this.#busy.element,
      createIconButton("arrow-up", strings.findPrevious, () => void this.#find("previous", false)),
      createIconButton("arrow-down", strings.findNext, () => void this.#find("next", false)),
      createIconButton("close", strings.close, () => this.close()),
    );
    this.#input.addEventListener("input", () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#search(), typingMs);
    });
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(): void {
    this.element.hidden = false;
    this.#input.focus();
    this.#input.select();
    if (this.#input.value !== "") {
      this.#search();
    }
  }

  close(): void {
    this.#stop();
    this.element.hidden = true;
    this.#events.show(undefined, "", false);
    this.#events.onDidClose();
  }

  /** Goes to the next or previous match. Opens the bar if there is no search text. */
  go(direction: FindRequest["direction"]): void {
    if (this.isOpen && this.#input.value !== "") {
      void this.#find(direction, false);
    } else {
      this.open();
    }
  }

  dispose(): void {
    this.#stop();
  }

  get #isCaseSensitive(): boolean {
    return this.#case.getAttribute("aria-pressed") === "true";
  }

  /** Searches from the active cell, inclusive. */
  #search(): void {
    window.clearTimeout(this.#timer);
    void this.#find("next", true);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#busy.end();
  }

  async #find(direction: FindRequest["direction"], isFromHere: boolean): Promise<void> {
    this.#stop();
    const text = this.#input.value;
    const isCaseSensitive = this.#isCaseSensitive;
    this.#note.textContent = "";
    if (text === "") {
      this.#events.show(undefined, "", false);
      return;
    }
    const { host, strings } = this.#context;
    const pending = new AbortController();
    this.#pending = pending;
    this.#busy.start(strings.finding, () => this.#stop());
    const { from, ...where } = this.#events.scope();
    const request = { ...where, text, isCaseSensitive };
    try {
      const start = isFromHere ? { ...from, column: from.column - 1 } : from;
      let answer = await host.request("find", { ...request, from: start, direction }, pending.signal);
      this.#showAnswer(answer, request);
      if (answer.cell && answer.ordinal === undefined) {
        await host.request("countMatches", request, pending.signal);
        const back = { row: answer.cell.row, column: answer.cell.column - 1 };
        answer = await host.request("find", { ...request, from: back, direction: "next" }, pending.signal);
        this.#note.textContent = this.#noteOf(answer);
      }
    } catch (error) {
      if (!pending.signal.aborted) {
        this.#note.textContent = failureMessageOf(error);
      }
    } finally {
      if (this.#pending === pending) {
        this.#busy.end();
      }
    }
  }

  #showAnswer(answer: FindAnswer, request: MatchRequest): void {
    this.#note.textContent = this.#noteOf(answer);
    const { cell } = answer;
    const position = cell && request.columns[cell.column];
    const found = cell && position !== undefined ? { row: cell.row, column: cell.column, position } : undefined;
    this.#events.show(found, request.text, request.isCaseSensitive);
  }

  #noteOf({ cell, ordinal, count }: FindAnswer): string {
    const { strings, formatNumber } = this.#context;
    if (!cell) {
      return strings.noMatches;
    }
    return ordinal === undefined || count === undefined
      ? ""
      : fillText(strings.matches, formatNumber(ordinal), formatNumber(count));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if ((event.key === "Enter" && event.target === this.#input) || event.key === "F3") {
      event.preventDefault();
      void this.#find(event.shiftKey ? "previous" : "next", false);
    }
  }
}

/** A cell with a match. */
interface FoundPlace {
  readonly row: number;
  /** Index among the visible columns. */
  readonly column: number;
  /** Position of the column in the result. */
  readonly position: number;
}
