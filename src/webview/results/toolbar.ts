import type { CopyFormat } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultTab, ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";
import { type MenuItem, openMenu } from "../menu.ts";

interface ToolbarEvents {
  showTab(tab: ResultTab): void;
  copy(format: CopyFormat): void;
  export(): void;
  pin(isPinned: boolean): void;
  toggleFilters(): void;
  find(): void;
  cancel(): void;
  rerun(): void;
  /** Undefined in the results view itself. */
  openInResults?(): void;
}

/** Toolbar of a result. */
export class Toolbar {
  readonly element = element("div", { class: "toolbar", role: "toolbar" });
  readonly #tabs: Readonly<Record<ResultTab, HTMLButtonElement>>;
  readonly #cancel: HTMLButtonElement;
  readonly #rerun: HTMLButtonElement;
  readonly #pin: HTMLButtonElement;
  readonly #data: readonly HTMLButtonElement[];

  constructor(strings: ResultsStrings, events: ToolbarEvents) {
    this.element.setAttribute("aria-label", strings.results);
    this.#tabs = {
      table: textButton("table", strings.table, () => events.showTab("table")),
      pivot: textButton("pie-chart", strings.pivot, () => events.showTab("pivot")),
      chart: textButton("graph-line", strings.chart, () => events.showTab("chart")),
      profile: textButton("graph", strings.profile, () => events.showTab("profile")),
    };
    const copy = iconButton("copy", strings.copyMenu, () => {
      openMenu(
        copy,
        strings.copyMenu,
        copyMenuItems(strings, (format) => events.copy(format)),
      );
    });
    copy.setAttribute("aria-haspopup", "menu");
    const save = iconButton("export", strings.export, () => events.export());
    this.#pin = iconButton("pin", strings.pin, () => events.pin(this.#pin.getAttribute("aria-pressed") !== "true"));
    const filter = iconButton("filter", strings.toggleFilters, () => events.toggleFilters());
    const find = iconButton("search", strings.find, () => events.find());
    this.#cancel = iconButton("debug-stop", strings.cancel, () => events.cancel());
    this.#cancel.classList.add("is-stop");
    this.#rerun = iconButton("refresh", strings.rerun, () => events.rerun());
    // Hidden for a table inside another pane, which has no run.
    this.#rerun.classList.add("is-of-run");
    this.#pin.classList.add("is-of-run");
    this.#data = [filter, find, copy, save];
    this.element.append(
      element(
        "div",
        { class: "segments", role: "group", "aria-label": strings.results },
        this.#tabs.table,
        this.#tabs.pivot,
        this.#tabs.chart,
        this.#tabs.profile,
      ),
      element("span", { class: "separator" }),
      filter,
      find,
      copy,
      save,
      this.#pin,
      this.#rerun,
      this.#cancel,
    );
    if (events.openInResults) {
      const open = iconButton("open-preview", strings.openInResults, () => events.openInResults?.());
      // Hidden for a table inside another pane, which is not a result itself.
      open.classList.add("is-of-run");
      this.element.append(open);
    }
  }

  show({ summary }: ShownResult, tab: ResultTab): void {
    const isLoading = summary.state === "loading";
    this.#cancel.hidden = !isLoading;
    this.#rerun.hidden = isLoading;
    this.#pin.hidden = isLoading;
    this.#pin.setAttribute("aria-pressed", String(summary.isPinned === true));
    for (const [name, button] of Object.entries(this.#tabs)) {
      button.setAttribute("aria-pressed", String(name === tab));
    }
    this.#tabs.pivot.disabled = isLoading || summary.rowCount === 0;
    this.#tabs.chart.disabled = isLoading || summary.rowCount === 0;
    this.#tabs.profile.disabled = isLoading || summary.rowCount === 0;
    for (const button of this.#data) {
      button.disabled = summary.rowCount === 0;
    }
  }
}

export function copyMenuItems(strings: ResultsStrings, copy: (format: CopyFormat) => void): MenuItem[] {
  return [
    { label: strings.copyCells, icon: "copy", run: () => copy("cells") },
    { label: strings.copyWithHeaders, run: () => copy("cellsWithHeaders") },
    { label: strings.copyHeaders, run: () => copy("headers") },
    { label: strings.copyCsv, run: () => copy("csv") },
    { label: strings.copyTsv, run: () => copy("tsv") },
    { label: strings.copyJson, icon: "json", run: () => copy("json") },
    { label: strings.copyMarkdown, icon: "markdown", run: () => copy("markdown") },
    { label: strings.copySqlIn, run: () => copy("sqlIn") },
    { label: strings.copySqlValues, run: () => copy("sqlValues") },
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
