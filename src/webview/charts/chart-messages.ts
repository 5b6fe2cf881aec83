import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";

/**
 * Message bar above a chart. It shows which spec the chart uses or why it cannot be drawn, with a button to use the
 * built-in chart.
 */
export class ChartMessages {
  readonly element = element("div", { class: "chart-messages" });
  readonly #strings: ResultsStrings;
  readonly #useBuiltIn: () => void;

  constructor(strings: ResultsStrings, useBuiltIn: () => void) {
    this.#strings = strings;
    this.#useBuiltIn = useBuiltIn;
  }

  clear(): void {
    this.element.replaceChildren();
  }

  showFile(name: string): void {
    this.#show("info", fillText(this.#strings.chartByFile, name), true);
  }

  showBad(name: string, problem: string): void {
    this.#show("error", fillText(this.#strings.chartSpecBad, name, problem), true);
  }

  showFailure(text: string): void {
    this.#show("error", text, false);
  }

  #show(kind: "info" | "error", text: string, isOfFile: boolean): void {
    const bar = element(
      "div",
      { class: `message is-${kind}`, role: kind === "error" ? "alert" : "status" },
      icon(kind),
      element("span", {}, text),
    );
    if (isOfFile) {
      const button = element("button", { class: "link-button", type: "button" }, this.#strings.chartBuiltIn);
      button.addEventListener("click", () => this.#useBuiltIn());
      bar.append(button);
    }
    this.element.replaceChildren(bar);
  }
}
