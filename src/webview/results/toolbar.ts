import type { CopyFormat } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";
import { type MenuItem, openMenu } from "../menu.ts";

export interface ToolbarEvents {
  showTab(tab: "table" | "chart"): void;
  copy(format: CopyFormat): void;
  exportCsv(): void;
  cancel(): void;
  rerun(): void;
}

/** The buttons over a result. */
export class Toolbar {
  readonly element = element("div", { class: "toolbar", role: "toolbar" });
  readonly #tabs: Readonly<Record<"table" | "chart", HTMLButtonElement>>;
  readonly #cancel: HTMLButtonElement;
  readonly #rerun: HTMLButtonElement;
  readonly #data: readonly HTMLButtonElement[];

  constructor(strings: ResultsStrings, events: ToolbarEvents) {
    this.element.setAttribute("aria-label", strings.results);
    this.#tabs = {
      table: textButton("table", strings.table, () => events.showTab("table")),
      chart: textButton("graph-line", strings.chart, () => events.showTab("chart")),
    };
    const copy = iconButton("copy", strings.copyMenu, () => {
      openMenu(
        copy,
        strings.copyMenu,
        copyItems(strings, (format) => events.copy(format)),
      );
    });
    copy.setAttribute("aria-haspopup", "menu");
    const save = iconButton("export", strings.exportCsv, () => events.exportCsv());
    this.#cancel = iconButton("debug-stop", strings.cancel, () => events.cancel());
    this.#cancel.classList.add("is-stop");
    this.#rerun = iconButton("refresh", strings.rerun, () => events.rerun());
    this.#data = [copy, save];
    this.element.append(
      element(
        "div",
        { class: "segments", role: "group", "aria-label": strings.results },
        this.#tabs.table,
        this.#tabs.chart,
      ),
      element("span", { class: "separator" }),
      copy,
      save,
      this.#rerun,
      this.#cancel,
    );
  }

  show({ summary }: ShownResult, tab: "table" | "chart"): void {
    const isLoading = summary.state === "loading";
    this.#cancel.hidden = !isLoading;
    this.#rerun.hidden = isLoading;
    for (const [name, button] of Object.entries(this.#tabs)) {
      button.setAttribute("aria-pressed", String(name === tab));
    }
    this.#tabs.chart.disabled = isLoading || summary.rowCount === 0;
    for (const button of this.#data) {
      button.disabled = summary.rowCount === 0;
    }
  }
}

export function copyItems(strings: ResultsStrings, copy: (format: CopyFormat) => void): MenuItem[] {
  return [
    { label: strings.copyCells, icon: "copy", run: () => copy("cells") },
    { label: strings.copyWithHeaders, run: () => copy("cellsWithHeaders") },
    { label: strings.copyCsv, run: () => copy("csv") },
    { label: strings.copyJson, icon: "json", run: () => copy("json") },
    { label: strings.copyMarkdown, icon: "markdown", run: () => copy("markdown") },
  ];
}

export function iconButton(iconName: string, label: string, run: () => void): HTMLButtonElement {
  const button = element(
    "button",
    { class: "icon-button", type: "button", title: label, "aria-label": label },
    icon(iconName),
  );
  button.addEventListener("click", run);
  return button;
}

export function textButton(iconName: string, label: string, run: () => void): HTMLButtonElement {
  const button = element("button", { class: "text-button", type: "button" }, icon(iconName), label);
  button.addEventListener("click", run);
  return button;
}
