import type { Cell } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { iconButton } from "./toolbar.ts";

/** More than this is for an editor: a page lays out no megabytes of text in good time. */
const mostCharacters = 100_000;

export interface ValueViewerEvents {
  openInEditor(): void;
  copy(): void;
  close(): void;
}

/** The whole value of one cell, beside the grid. */
export class ValueViewer {
  readonly element = element("aside", { class: "viewer", hidden: true });
  readonly #strings: ResultsStrings;
  readonly #title = element("h2", { class: "viewer-title" });
  readonly #text = element("pre", { class: "viewer-text", tabindex: 0 });

  constructor(strings: ResultsStrings, events: ValueViewerEvents) {
    this.#strings = strings;
    this.element.setAttribute("aria-label", strings.value);
    this.element.append(
      element(
        "div",
        { class: "viewer-bar" },
        this.#title,
        iconButton("copy", strings.copyValue, () => events.copy()),
        iconButton("go-to-file", strings.openInEditor, () => events.openInEditor()),
        iconButton("close", strings.close, () => events.close()),
      ),
      this.#text,
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        events.close();
      }
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(column: string, row: string, value: Cell): void {
    this.#title.textContent = fillText(this.#strings.valueOf, column, row);
    this.#text.classList.toggle("is-missing", value === null);
    this.#text.setAttribute("aria-label", this.#title.textContent);
    const text = value ?? this.#strings.missing;
    this.#text.textContent = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
    this.element.hidden = false;
    this.#text.focus({ preventScroll: true });
  }

  hide(): void {
    this.element.hidden = true;
    this.#text.textContent = "";
  }
}
