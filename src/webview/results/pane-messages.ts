import { splitFailureText } from "../../base/failure.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import {
  createFailureDetails,
  createFailureView,
  createRemedies,
  type Remedy,
  type TextPosition,
} from "./failure-view.ts";
import { elapsedOf, formatDuration } from "./result-header.ts";
import { createMessageBar, createStateView } from "./state-view.ts";

interface MessageActions {
  rerun(): void;
  copyText(text: string): void;
  /** Reads the rows again. */
  retry(): void;
  /** Opens the page of the connection, or signs in. */
  correctConnection(action: "edit" | "signIn"): void;
}

/**
 * Message bars above the rows of a result: how the query ended, which rows could not be read, and what a command did.
 */
export class PaneMessages {
  readonly element = element("div", { class: "messages" });
  readonly #strings: ResultsStrings;
  readonly #actions: MessageActions;
  #summary: ResultSummary | undefined;
  #remedies: readonly Remedy[] = [];
  #readFailure: string | undefined;
  #notice: string | undefined;

  constructor(strings: ResultsStrings, actions: MessageActions) {
    this.#strings = strings;
    this.#actions = actions;
  }

  show({ summary, remedy }: ShownResult): void {
    this.#summary = summary;
    this.#remedies = createRemedies(remedy, this.#strings, (action) => this.#actions.correctConnection(action));
    this.#render();
  }

  showNotice(text: string | undefined): void {
    this.#notice = text;
    this.#render();
  }

  /** Shows why rows could not be read. Undefined removes the message. */
  showReadFailure(failure: unknown): void {
    const text = failure === undefined ? undefined : failureMessageOf(failure);
    if (text !== this.#readFailure) {
      this.#readFailure = text;
      this.#render();
    }
  }

  #render(): void {
    const bars = [this.#endBar()];
    if (this.#readFailure !== undefined) {
      const retry = { label: this.#strings.retry, run: () => this.#actions.retry() };
      bars.push(createMessageBar("error", fillText(this.#strings.windowFailed, this.#readFailure), retry));
    }
    if (this.#notice !== undefined) {
      bars.push(createMessageBar("info", this.#notice));
    }
    this.element.replaceChildren(...bars.filter((bar) => bar !== undefined));
  }

  /** Returns a bar for a run that did not end successfully, if there are rows below it. */
  #endBar(): HTMLElement | undefined {
    const { partial, failed, cancelledMessage, rerun } = this.#strings;
    if (!this.#summary) {
      return undefined;
    }
    const { state, message, rowCount } = this.#summary;
    const action = { label: rerun, run: () => this.#actions.rerun() };
    if (state === "partial") {
      return this.#failureBar("warning", message ?? partial, action);
    }
    if (state === "failed" && rowCount > 0) {
      return this.#failureBar("error", message ?? failed, action);
    }
    if (state === "cancelled" && rowCount > 0) {
      return createMessageBar("info", message || cancelledMessage, action);
    }
    return undefined;
  }

  /** Shows how a run ended above its rows, with the technical details folded. */
  #failureBar(kind: "warning" | "error", text: string, action: { label: string; run(): void }): HTMLElement {
    const { message, details } = splitFailureText(text);
    const bar = createMessageBar(kind, message, action);
    for (const { label, run } of this.#remedies) {
      const button = element("button", { class: "link-button", type: "button" }, label);
      button.addEventListener("click", run);
      bar.append(button);
    }
    if (details !== "") {
      bar.append(createFailureDetails(details, this.#strings, this.#actions));
    }
    return bar;
  }
}

interface PlaceholderActions {
  cancel(): void;
  rerun(): void;
  copyText(text: string): void;
  /** Shows a position of the query in its editor. */
  goTo(place: TextPosition): void;
  /** Opens the page of the connection, or signs in. */
  correctConnection(action: "edit" | "signIn"): void;
}

/** Element shown instead of rows while they load, if there are none, or if the query failed. */
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
    const { cancelled, empty, emptyHint, rerun } = this.#strings;
    const action = { label: rerun, run: () => this.#actions.rerun() };
    if (state === "loading") {
      this.#showWaiting(fillText(this.#strings.waiting, formatDuration(elapsedOf(result), this.#language)));
    } else if (state === "failed") {
      const { file, isInNotebook } = result.origin;
      const { rerun: run, copyText, goTo, correctConnection } = this.#actions;
      const remedies = createRemedies(result.remedy, this.#strings, correctConnection);
      const canGoTo = file !== undefined && isInNotebook !== true;
      const actions = { rerun: run, copyText, goTo: canGoTo ? goTo : undefined, remedies };
      this.element.replaceChildren(createFailureView(message, this.#strings, actions));
    } else if (state === "cancelled") {
      this.element.replaceChildren(createStateView("circle-slash", cancelled, message, action));
    } else if (result.origin.isComparison) {
      this.element.replaceChildren(
        createStateView("check", this.#noDifferences(result.summary.sameCount), undefined, action),
      );
    } else {
      this.element.replaceChildren(createStateView("info", empty, emptyHint, action));
    }
  }

  /** Formats the message of an empty comparison; the count is unknown after a reload of the window. */
  #noDifferences(sameCount: number | undefined): string {
    const { noDifferences, noDifferencesOf, noDifferencesOfOne } = this.#strings;
    if (sameCount === undefined) {
      return noDifferences;
    }
    return fillCount(sameCount, [noDifferencesOfOne, noDifferencesOf], (count) => count.toLocaleString(this.#language));
  }

  /** Updates the time in place, so that the button keeps the focus. */
  #showWaiting(text: string): void {
    const title = this.element.querySelector(".is-waiting .state-title");
    if (title) {
      title.textContent = text;
      return;
    }
    const cancel = { label: this.#strings.cancel, run: () => this.#actions.cancel() };
    const waiting = createStateView("loading", text, undefined, cancel);
    waiting.classList.add("is-waiting");
    this.element.replaceChildren(waiting);
  }
}
