import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";
import { formatDuration } from "./result-header.ts";

/** Delay before the line appears; shorter work shows nothing. */
const showDelayMs = 300;
const tickMs = 100;

/** Line that shows running work and its duration, with a button to stop the work. */
export class ProgressLine {
  readonly element = element("div", { class: "busy-line", hidden: true });
  readonly #language: string;
  readonly #text = element("span", { class: "busy-text" });
  #stop: () => void = () => undefined;
  #timer = 0;

  constructor(strings: ResultsStrings, language: string) {
    this.#language = language;
    const stop = element("button", { class: "link-button", type: "button" }, strings.stop);
    stop.addEventListener("click", () => this.#stop());
    this.element.append(icon("loading"), this.#text, stop);
  }

  /** Shows running work. `{0}` in the text is replaced by the elapsed time. */
  start(text: string, stop: () => void): void {
    this.end();
    this.#stop = stop;
    const startedMs = performance.now();
    this.#timer = window.setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      this.element.hidden = elapsedMs < showDelayMs;
      this.#text.textContent = fillText(text, formatDuration(elapsedMs, this.#language));
    }, tickMs);
  }

  end(): void {
    window.clearInterval(this.#timer);
    this.element.hidden = true;
  }
}
