import { fillText } from "../../protocol/fill-text.ts";
import { distinctTitles } from "../../protocol/result-titles.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";
import { type MenuItem, openMenu } from "../menu.ts";

interface ResultTabsEvents {
  activate(resultId: string): void;
  close(resultIds: readonly string[]): void;
  pin(resultId: string, isPinned: boolean): void;
  rename(resultId: string): void;
  compareWithPrevious(resultId: string): void;
  focusEditor(): void;
}

const stateIcons = {
  loading: "loading",
  done: "pass",
  partial: "warning",
  failed: "error",
  cancelled: "circle-slash",
} as const;

/** Tabs of the results view, one for each result. Hidden if there is only one. */
export class ResultTabs {
  readonly element = element("div", { class: "tabs", hidden: true });
  readonly #list = element("div", { class: "tab-list", role: "tablist" });
  readonly #all: HTMLButtonElement;
  readonly #strings: ResultsStrings;
  readonly #language: string;
  readonly #events: ResultTabsEvents;
  #results: readonly ShownResult[] = [];
  #titles: ReadonlyMap<string, string> = new Map();
  #activeId: string | undefined;
  #drawn = "";

  constructor(strings: ResultsStrings, language: string, events: ResultTabsEvents) {
    this.#strings = strings;
    this.#language = language;
    this.#events = events;
    this.#all = element(
      "button",
      {
        class: "icon-button tab-overflow",
        type: "button",
        title: strings.allResults,
        "aria-label": strings.allResults,
        "aria-haspopup": "menu",
        hidden: true,
      },
      icon("ellipsis"),
    );
    this.#all.addEventListener("click", () => this.#openList());
    this.#list.setAttribute("aria-label", strings.results);
    this.element.append(this.#list, this.#all);
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
    this.#list.addEventListener("wheel", (event) => this.#list.scrollBy({ left: event.deltaY + event.deltaX }), {
      passive: true,
    });
    new ResizeObserver(() => this.#fit()).observe(this.#list);
  }

  show(results: readonly ShownResult[], activeId: string | undefined): void {
    this.#results = results;
    const titles = distinctTitles(results, this.#language);
    this.#titles = new Map(results.map(({ summary }, index) => [summary.resultId, titles[index] ?? ""]));
    const drawn = JSON.stringify([
      activeId,
      results.map(({ summary: { resultId, state, isPinned } }) => [resultId, state, isPinned]),
      [...this.#titles],
    ]);
    this.#activeId = activeId;
    if (drawn === this.#drawn) {
      return;
    }
    this.#drawn = drawn;
    this.element.hidden = results.length < 2;
    const hadFocus = this.#list.contains(document.activeElement);
    const { scrollLeft } = this.#list;
    this.#list.replaceChildren(...results.map((result) => this.#createTab(result)));
    this.#list.scrollLeft = scrollLeft;
    this.#fit();
    if (hadFocus) {
      this.#active?.focus({ preventScroll: true });
    }
  }

  get #active(): HTMLElement | null {
    return this.#list.querySelector<HTMLElement>('[aria-selected="true"]');
  }

  /** Scrolls the active tab into view, and shows the list of all results if not all tabs fit. */
  #fit(): void {
    this.#all.hidden = this.#list.scrollWidth <= this.#list.clientWidth + 1;
    this.#active?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #createTab({ summary, origin }: ShownResult): HTMLElement {
    const { resultId, state, isPinned } = summary;
    const isActive = resultId === this.#activeId;
    const title = this.#titles.get(resultId) ?? origin.title;
    const tab = element(
      "div",
      {
        class: "tab",
        role: "tab",
        id: `tab-${resultId}`,
        "aria-selected": String(isActive),
        "aria-controls": "pane",
        "aria-haspopup": "menu",
        tabindex: isActive ? 0 : -1,
        "data-state": state,
        "data-result": resultId,
        title,
      },
      icon(stateIcons[state]),
      element("span", { class: "tab-title" }, title),
    );
    if (isPinned === true) {
      const mark = element("span", {
        class: "tab-pin",
        role: "img",
        "aria-label": this.#strings.pinned,
        title: this.#strings.pinned,
      });
      mark.append(icon("pinned"));
      tab.append(mark);
    }
    const label = fillText(this.#strings.closeResult, title);
    // The Delete key closes a tab, because a tab must not contain a second focusable control.
    const close = element("span", { class: "tab-close codicon codicon-close", title: label, "aria-hidden": "true" });
    close.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#events.close([resultId]);
    });
    tab.append(close);
    tab.addEventListener("click", () => this.#events.activate(resultId));
    tab.addEventListener("auxclick", (event) => {
      if (event.button === 1) {
        this.#events.close([resultId]);
      }
    });
    tab.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#openMenu(resultId, tab);
    });
    return tab;
  }

  #openMenu(resultId: string, tab: HTMLElement): void {
    const { strings, events } = { strings: this.#strings, events: this.#events };
    const isPinned = this.#results.find(({ summary }) => summary.resultId === resultId)?.summary.isPinned === true;
    const isLoading = tab.dataset["state"] === "loading";
    const ids = this.#results.map(({ summary }) => summary.resultId);
    const items: MenuItem[] = [
      { label: strings.closeTab, icon: "close", run: () => events.close([resultId]) },
      { label: strings.closeOtherTabs, run: () => events.close(ids.filter((id) => id !== resultId)) },
      { label: strings.closeAllTabs, run: () => events.close(ids) },
    ];
    if (!isLoading) {
      items.push(
        {
          label: isPinned ? strings.unpin : strings.pin,
          icon: isPinned ? "pinned" : "pin",
          startsGroup: true,
          run: () => events.pin(resultId, !isPinned),
        },
        { label: strings.renameTab, icon: "edit", run: () => events.rename(resultId) },
        {
          label: strings.compareWithPrevious,
          icon: "diff",
          startsGroup: true,
          run: () => events.compareWithPrevious(resultId),
        },
      );
    }
    openMenu(tab, fillText(strings.tabMenu, this.#titles.get(resultId) ?? ""), items);
  }

  #openList(): void {
    const items = this.#results.map(({ summary: { resultId, state } }) => ({
      label: this.#titles.get(resultId) ?? "",
      icon: resultId === this.#activeId ? "check" : stateIcons[state],
      run: () => this.#events.activate(resultId),
    }));
    openMenu(this.#all, this.#strings.allResults, items);
  }

  #onKey(event: KeyboardEvent): void {
    const tabs = [...this.#list.children].filter((child) => child instanceof HTMLElement);
    const index = tabs.findIndex((tab) => tab === document.activeElement);
    const tab = tabs[index];
    const resultId = tab?.dataset["result"];
    if (!tab || !resultId) {
      return;
    }
    if (event.key === "Delete") {
      this.#events.close([resultId]);
      return;
    }
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      event.preventDefault();
      this.#openMenu(resultId, tab);
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      this.#events.focusEditor();
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

/**
 * Returns the results that have a tab. A result has none if a newer run of its query uses the tab and has not failed or
 * been stopped.
 */
export function resultsWithTab(results: readonly ShownResult[]): readonly ShownResult[] {
  const replacing = results.filter(({ summary: { state } }) => state !== "failed" && state !== "cancelled");
  const replaced = new Set(replacing.flatMap(({ replacedIds = [] }) => replacedIds));
  return results.filter(({ summary }) => !replaced.has(summary.resultId));
}
