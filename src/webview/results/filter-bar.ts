import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";

interface FilterBarEvents {
  copy(condition: string): void;
  clear(): void;
}

/** The line that says which condition the rows are shown by. */
export class FilterBar {
  readonly element = element("div", { class: "filter-bar", role: "group", hidden: true });
  readonly #condition = element("code", { class: "filter-condition" });

  constructor(strings: ResultsStrings, events: FilterBarEvents) {
    const copy = element("button", { class: "link-button", type: "button" }, strings.copyCondition);
    const clear = element("button", { class: "link-button", type: "button" }, strings.clearFilters);
    copy.addEventListener("click", () => events.copy(this.condition));
    clear.addEventListener("click", () => events.clear());
    this.element.setAttribute("aria-label", strings.condition);
    this.element.append(icon("filter"), this.#condition, copy, clear);
  }

  /** Standard SQL; empty without filters. */
  get condition(): string {
    return this.#condition.textContent ?? "";
  }

  show(condition: string): void {
    this.element.hidden = condition === "";
    this.#condition.textContent = condition;
    this.#condition.title = condition;
  }
}
