import type { CallValues } from "../../protocol/operation-form.ts";
import type { PastCall } from "../../protocol/operations-view.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";

/** The calls of the past; each gives its values back. */
export class HistoryPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #list = element("ul", { class: "history-list" });
  readonly #none: HTMLElement;
  readonly #clear: HTMLButtonElement;
  readonly #use: (values: CallValues) => void;

  constructor(context: PageContext, use: (values: CallValues) => void) {
    const { strings, host } = context;
    this.#context = context;
    this.#use = use;
    this.#none = element("p", { class: "field-note" }, strings.noHistory);
    this.#clear = element("button", { type: "button", class: "link-button" }, strings.clearHistory);
    this.#clear.addEventListener("click", () => void host.ask("clearHistory", {}).catch(context.report));
    this.element = element(
      "details",
      { class: "history" },
      element("summary", {}, strings.history),
      this.#none,
      this.#list,
      this.#clear,
    );
  }

  show(calls: readonly PastCall[]): void {
    this.#none.hidden = calls.length > 0;
    this.#clear.hidden = calls.length === 0;
    this.#list.replaceChildren(...calls.map((call) => element("li", {}, this.#button(call))));
  }

  #button({ id, atMs, place, outcome }: PastCall): HTMLElement {
    const { strings, amounts, host, report } = this.#context;
    const text = `${amounts.instant(atMs)} · ${place} · ${outcome}`;
    const button = element(
      "button",
      { type: "button", class: "link-button", title: fillText(strings.reopen, text) },
      text,
    );
    button.addEventListener("click", () => {
      host.ask("pastValues", { id }).then(({ values }) => this.#use(values), report);
    });
    return button;
  }
}
