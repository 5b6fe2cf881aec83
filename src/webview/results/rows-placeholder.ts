import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { elapsedOf, formatDuration } from "./result-header.ts";
import { stateView } from "./state-view.ts";

interface PlaceholderActions {
  cancel(): void;
  rerun(): void;
}

/** Shown instead of rows: that they are loading, that there are none, or why they failed. */
export class RowsPlaceholder {
  readonly element = element("div", { class: "state-host" });
  readonly #strings: ResultsStrings;
  readonly #language: string;
  readonly #actions: PlaceholderActions;

  constructor(strings: ResultsStrings, language: string, actions: PlaceholderActions) {
    this.#strings = strings;
    this.#language = language;
    this.#actions = actions;
  }

  show(result: ShownResult): void {
    const { state, message, rowCount } = result.summary;
    this.element.hidden = rowCount > 0;
    if (rowCount > 0) {
      return;
    }
    const { failed, cancelled, empty, emptyHint, rerun } = this.#strings;
    const action = { label: rerun, run: () => this.#actions.rerun() };
    if (state === "loading") {
      this.#showWaiting(fillText(this.#strings.waiting, formatDuration(elapsedOf(result), this.#language)));
    } else if (state === "failed") {
      this.element.replaceChildren(stateView("error", failed, message, action));
    } else if (state === "cancelled") {
      this.element.replaceChildren(stateView("circle-slash", cancelled, message, action));
    } else if (result.origin.isComparison) {
      this.element.replaceChildren(
        stateView("check", this.#noDifferences(result.summary.sameCount), undefined, action),
      );
    } else {
      this.element.replaceChildren(stateView("info", empty, emptyHint, action));
    }
  }

  /** Formats the message of an empty comparison; the count is unknown after a reload of the window. */
  #noDifferences(sameCount: number | undefined): string {
    const { noDifferences, noDifferencesOf, noDifferencesOfOne } = this.#strings;
    if (sameCount === undefined) {
      return noDifferences;
    }
    return sameCount === 1 ? noDifferencesOfOne : fillText(noDifferencesOf, sameCount.toLocaleString(this.#language));
  }

  /** Updates the time in place, so that the button keeps the focus. */
  #showWaiting(text: string): void {
    const title = this.element.querySelector(".is-waiting .state-title");
    if (title) {
      title.textContent = text;
      return;
    }
    const cancel = { label: this.#strings.cancel, run: () => this.#actions.cancel() };
    const waiting = stateView("loading", text, undefined, cancel);
    waiting.classList.add("is-waiting");
    this.element.replaceChildren(waiting);
  }
}
