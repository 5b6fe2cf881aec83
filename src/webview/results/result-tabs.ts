import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";

interface ResultTabsEvents {
  activate(resultId: string): void;
  close(resultId: string): void;
}

const stateIcons = {
  loading: "loading",
  done: "pass",
  partial: "warning",
  failed: "error",
  cancelled: "circle-slash",
} as const;

/** Tabs of results, hidden if there is only one. */
export class ResultTabs {
  readonly element = element("div", { class: "tabs", hidden: true });
  readonly #list = element("div", { class: "tab-list", role: "tablist" });
  readonly #strings: ResultsStrings;
  readonly #events: ResultTabsEvents;

  constructor(strings: ResultsStrings, events: ResultTabsEvents) {
    this.#strings = strings;
    this.#events = events;
    this.#list.setAttribute("aria-label", strings.results);
    this.element.append(this.#list);
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
  }

  show(results: readonly ShownResult[], activeId: string | undefined): void {
    this.element.hidden = results.length < 2;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...results.map((result) => this.#createTab(result, activeId)));
    if (hadFocus) {
      this.#list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    }
  }

  #createTab({ summary, origin }: ShownResult, activeId: string | undefined): HTMLElement {
    const isActive = summary.resultId === activeId;
    const tab = element(
      "div",
      {
        class: "tab",
        role: "tab",
        id: `tab-${summary.resultId}`,
        "aria-selected": String(isActive),
        "aria-controls": "pane",
        tabindex: isActive ? 0 : -1,
        "data-state": summary.state,
        "data-result": summary.resultId,
        title: origin.title,
      },
      icon(stateIcons[summary.state]),
      element("span", { class: "tab-title" }, origin.title),
    );
    if (summary.isPinned === true) {
      const mark = element("span", {
        class: "tab-pin",
        role: "img",
        "aria-label": this.#strings.pinned,
        title: this.#strings.pinned,
      });
      mark.append(icon("pinned"));
      tab.append(mark);
    }
    const label = fillText(this.#strings.closeResult, origin.title);
    // The Delete key closes a tab, because a tab must not contain a second focusable control.
    const close = element("span", { class: "tab-close codicon codicon-close", title: label, "aria-hidden": "true" });
    close.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#events.close(summary.resultId);
    });
    tab.append(close);
    tab.addEventListener("click", () => this.#events.activate(summary.resultId));
    return tab;
  }

  #onKey(event: KeyboardEvent): void {
    const tabs = [...this.#list.children].filter((child) => child instanceof HTMLElement);
    const index = tabs.findIndex((tab) => tab === document.activeElement);
    const resultId = tabs[index]?.dataset["result"];
    if (event.key === "Delete" && resultId) {
      this.#events.close(resultId);
      return;
    }
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)?.dataset["result"];
    if (next) {
      event.preventDefault();
      this.#events.activate(next);
    }
  }
}
