import type { CopyFormat } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultTab, ShownResult } from "../../protocol/results-view.ts";
import { element, icon, setAttribute } from "../element.ts";
import { type MenuItem, openMenu } from "../menu.ts";
import { RovingFocus } from "../roving-focus.ts";

interface ToolbarEvents {
  showTab(tab: ResultTab): void;
  copy(format: CopyFormat): void;
  export(): void;
  pin(isPinned: boolean): void;
  toggleFilters(): void;
  find(): void;
  cancel(): void;
  rerun(): void;
  copyFacts(): void;
  /** Undefined in the results view itself. */
  openInResults?(): void;
}

/** Elements that other parts of the pane show in the toolbar. */
interface ToolbarParts {
  /** Facts of the result, between views and tools. */
  readonly facts: HTMLElement;
  /** Tools of rows that are a tree, before the others. */
  readonly treeTools: readonly HTMLElement[];
  /** Button for the fields of the pivot, and the tools of its table. */
  readonly pivotTools: readonly HTMLElement[];
}

/**
 * Toolbar of a result, with its views, facts and tools. Tools that do not fit are in a menu at the end. The whole
 * toolbar is one tab stop.
 */
export class Toolbar {
  readonly element = element("div", { class: "toolbar", role: "toolbar" });
  /** Buttons for the rows. For the table of a pivot, the outer pane shows them in its toolbar. */
  readonly tools = element("div", { class: "tools" });
  readonly #tabs: Readonly<Record<ResultTab, HTMLButtonElement>>;
  readonly #cancel: HTMLButtonElement;
  readonly #rerun: HTMLButtonElement;
  readonly #pin: HTMLButtonElement;
  readonly #data: readonly HTMLButtonElement[];
  readonly #facts: HTMLElement;
  readonly #focus = new RovingFocus(this.element);
  readonly #sizes = new ResizeObserver(() => this.#fit());
  #frame = 0;

  constructor(strings: ResultsStrings, events: ToolbarEvents, parts: ToolbarParts) {
    this.element.setAttribute("aria-label", strings.results);
    this.#facts = parts.facts;
    const view = (label: string, tab: ResultTab) => {
      const button = element("button", { class: "view-button", type: "button" }, label);
      button.addEventListener("click", () => events.showTab(tab));
      return button;
    };
    this.#tabs = {
      table: view(strings.table, "table"),
      pivot: view(strings.pivot, "pivot"),
      chart: view(strings.chart, "chart"),
      profile: view(strings.profile, "profile"),
    };
    const copy = createIconButton("copy", strings.copyMenu, () =>
      openMenu(
        anchorOf(copy),
        strings.copyMenu,
        createCopyMenuItems(strings, (format) => events.copy(format)),
      ),
    );
    copy.setAttribute("aria-haspopup", "menu");
    const save = createIconButton("desktop-download", strings.export, () => events.export());
    this.#pin = createIconButton("pin", strings.pin, () =>
      events.pin(this.#pin.getAttribute("aria-pressed") !== "true"),
    );
    const filter = createIconButton("filter", strings.toggleFilters, () => events.toggleFilters());
    const find = createIconButton("search", strings.find, () => events.find());
    this.#cancel = createIconButton("debug-stop", strings.cancel, () => events.cancel());
    this.#cancel.classList.add("is-stop");
    this.#rerun = createIconButton("refresh", strings.rerun, () => events.rerun());
    this.#data = [filter, find, copy, save];
    this.tools.append(...parts.treeTools, ...this.#data);
    const more = createIconButton("ellipsis", strings.moreTools, () =>
      openMenu(more, strings.moreTools, [
        ...this.#shownTools.filter((tool) => tool.classList.contains("is-in-menu") && !tool.disabled).map(menuItem),
        { label: strings.copyFacts, icon: "info", run: () => events.copyFacts() },
      ]),
    );
    more.classList.add("more-tools");
    more.setAttribute("aria-haspopup", "menu");
    const { table, pivot, chart, profile } = this.#tabs;
    const ofRun = element("div", { class: "run-tools" }, this.#pin, this.#rerun, this.#cancel);
    if (events.openInResults) {
      ofRun.append(createIconButton("open-preview", strings.openInResults, () => events.openInResults?.()));
    }
    this.element.append(
      element("div", { class: "views", role: "group", "aria-label": strings.viewAs }, table, pivot, chart, profile),
      parts.facts,
      ...parts.pivotTools,
      this.tools,
      ofRun,
      more,
    );
    this.#sizes.observe(this.element);
  }

  show({ summary }: ShownResult, tab: ResultTab): void {
    const isLoading = summary.state === "loading";
    setAttribute(this.element, "aria-description", this.#facts.title);
    this.#cancel.hidden = !isLoading;
    this.#rerun.hidden = isLoading;
    this.#pin.hidden = isLoading;
    this.#pin.setAttribute("aria-pressed", String(summary.isPinned === true));
    for (const [name, button] of Object.entries(this.#tabs)) {
      button.setAttribute("aria-pressed", String(name === tab));
      button.disabled = name !== "table" && (isLoading || summary.rowCount === 0);
    }
    for (const button of this.#data) {
      button.disabled = summary.rowCount === 0;
    }
    this.fitSoon();
  }

  focus(): void {
    this.element.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }

  /** Fits the tools into the width in the next animation frame. Several calls fit once. */
  fitSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#fit());
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
  }

  /** Moves the tools without room into the menu, the last ones first. */
  #fit(): void {
    this.#frame = 0;
    const tools = this.#shownTools;
    for (const tool of tools) {
      tool.classList.remove("is-in-menu");
    }
    for (const tool of tools.toReversed()) {
      if (!this.#isTooNarrow) {
        break;
      }
      tool.classList.add("is-in-menu");
    }
    this.#focus.update();
  }

  get #isTooNarrow(): boolean {
    const isCut = this.#facts.scrollWidth > this.#facts.clientWidth;
    return isCut || this.element.scrollWidth > this.element.clientWidth;
  }

  /** Tools of the shown view, also those in the menu; a running query can always be cancelled. */
  get #shownTools(): HTMLButtonElement[] {
    const all = this.element.querySelectorAll<HTMLButtonElement>(".icon-button:not(.more-tools, .is-stop)");
    return [...all].filter((tool) => !tool.hidden && tool.parentElement?.offsetParent !== null);
  }
}

export function createCopyMenuItems(strings: ResultsStrings, copy: (format: CopyFormat) => void): MenuItem[] {
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

export function createIconButton(iconName: string, label: string, run: () => void): HTMLButtonElement {
  const button = element(
    "button",
    { class: "icon-button", type: "button", title: label, "aria-label": label, "data-icon": iconName },
    icon(iconName),
  );
  button.addEventListener("click", run);
  return button;
}

export function createTextButton(iconName: string, label: string, run: () => void): HTMLButtonElement {
  const button = element("button", { class: "text-button", type: "button" }, icon(iconName), label);
  button.addEventListener("click", run);
  return button;
}

function menuItem(tool: HTMLButtonElement): MenuItem {
  const { icon: iconName = "" } = tool.dataset;
  return { label: tool.getAttribute("aria-label") ?? "", icon: iconName, run: () => tool.click() };
}

/** Returns the button that a tool's menu opens under: the menu of the toolbar if the tool is in it. */
function anchorOf(tool: HTMLElement): HTMLElement {
  const more = tool.closest(".toolbar")?.querySelector<HTMLElement>(".more-tools");
  return tool.classList.contains("is-in-menu") && more ? more : tool;
}
