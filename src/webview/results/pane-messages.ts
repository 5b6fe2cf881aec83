import type { ResultSummary } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import { messageBar } from "./state-view.ts";

interface MessageActions {
  rerun(): void;
  /** Reads the rows again. */
  retry(): void;
}

/** Message bars above the rows: how the run ended, which rows could not be read, what a command did. */
export class PaneMessages {
  readonly element = element("div", { class: "messages" });
  readonly #strings: ResultsStrings;
  readonly #actions: MessageActions;
  #summary: ResultSummary | undefined;
  #readFailure: string | undefined;
  #notice: string | undefined;

  constructor(strings: ResultsStrings, actions: MessageActions) {
    this.#strings = strings;
    this.#actions = actions;
  }

  show(summary: ResultSummary): void {
    this.#summary = summary;
    this.#render();
  }

  showNotice(text: string | undefined): void {
    this.#notice = text;
    this.#render();
  }

  /** Shows why rows could not be read; undefined removes the message. */
  showReadFailure(failure: unknown): void {
    const text = failure === undefined ? undefined : failureText(failure);
    if (text !== this.#readFailure) {
      this.#readFailure = text;
      this.#render();
    }
  }

  #render(): void {
    const bars = [this.#endBar()];
    if (this.#readFailure !== undefined) {
      const retry = { label: this.#strings.retry, run: () => this.#actions.retry() };
      bars.push(messageBar("error", fillText(this.#strings.windowFailed, this.#readFailure), retry));
    }
    if (this.#notice !== undefined) {
      bars.push(messageBar("info", this.#notice));
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
      return messageBar("warning", message ?? partial, action);
    }
    if (state === "failed" && rowCount > 0) {
      return messageBar("error", message ?? failed, action);
    }
    if (state === "cancelled" && rowCount > 0) {
      return messageBar("info", message || cancelledMessage, action);
    }
    return undefined;
  }
}
