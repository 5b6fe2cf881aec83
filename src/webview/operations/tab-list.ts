import { element } from "../element.ts";

export interface TabOptions {
  readonly label: string;
  readonly panel: HTMLElement;
  /** Called before the tab is shown. If it returns false, the previous tab stays open. */
  readonly open?: () => boolean;
}

let count = 0;

/** Tabs with one visible panel; arrow keys, Home and End move between tabs. */
export class TabList {
  readonly element: HTMLElement;
  readonly #tabs: readonly TabOptions[];
  readonly #buttons: readonly HTMLButtonElement[];
  #selected = 0;

  constructor(label: string, tabs: readonly TabOptions[]) {
    this.#tabs = tabs;
    this.#buttons = tabs.map((tab, index) => this.#button(tab, index));
    const list = element("div", { class: "segments", role: "tablist", "aria-label": label }, ...this.#buttons);
    list.addEventListener("keydown", (event) => this.#move(event));
    this.element = element("div", { class: "tabs" }, list, ...tabs.map(({ panel }) => panel));
    this.#show();
  }

  get selected(): number {
    return this.#selected;
  }

  select(index: number): void {
    if (index !== this.#selected && this.#tabs[index]?.open?.() !== false) {
      this.#selected = index;
      this.#show();
    }
  }

  #button({ label, panel }: TabOptions, index: number): HTMLButtonElement {
    const id = `tab-${count++}`;
    panel.id = `${id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    const attributes = { type: "button", class: "text-button", role: "tab", id, "aria-controls": panel.id };
    const button = element("button", attributes, label);
    button.addEventListener("click", () => this.select(index));
    return button;
  }

  #move(event: KeyboardEvent): void {
    const index = this.#selected;
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const count = this.#buttons.length;
      this.select((target + count) % count);
      this.#buttons[this.#selected]?.focus();
    }
  }

  #show(): void {
    for (const [index, button] of this.#buttons.entries()) {
      const isSelected = index === this.#selected;
      button.setAttribute("aria-selected", String(isSelected));
      button.tabIndex = isSelected ? 0 : -1;
      this.#tabs[index]?.panel.toggleAttribute("hidden", !isSelected);
    }
  }
}
