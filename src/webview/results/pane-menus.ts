import type { CopyFormat } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { SortKey } from "../../protocol/row-view.ts";
import { element, rememberFocus } from "../element.ts";
import { maximumColumnWidth, minimumColumnWidth } from "../grid/column-layout.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import { type MenuItem, openMenu } from "../menu.ts";
import type { PaneContent } from "./pane-content.ts";
import { createCopyMenuItems } from "./toolbar.ts";

interface MenuActions {
  sort(sort: readonly SortKey[]): void;
  openValue(location: GridPosition): void;
  openRow(location: GridPosition): void;
  copy(format: CopyFormat): void;
  copyText(text: string): void;
  /** Returns additional items of a column's menu. */
  columnItems(position: number): readonly MenuItem[];
  /** Returns additional items of a cell's menu. */
  cellItems(location: GridPosition): readonly MenuItem[];
}

/** Context menus of the grid's cells and headers. */
export class PaneMenus {
  readonly #strings: ResultsStrings;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  readonly #actions: MenuActions;

  constructor(strings: ResultsStrings, content: Readonly<PaneContent>, grid: Grid, actions: MenuActions) {
    this.#strings = strings;
    this.#content = content;
    this.#grid = grid;
    this.#actions = actions;
  }

  /** Opens the context menu of a cell. Row -1 means the header of the column. */
  open(location: GridPosition, anchor: HTMLElement): void {
    if (location.row < 0) {
      this.#openForColumn(location.column, anchor);
    } else {
      this.#openForCell(location, anchor);
    }
  }

  #openForCell(location: GridPosition, anchor: HTMLElement): void {
    openMenu(anchor, this.#strings.copyMenu, [
      { label: this.#strings.value, icon: "open-preview", run: () => this.#actions.openValue(location) },
      { label: this.#strings.viewRow, icon: "list-flat", run: () => this.#actions.openRow(location) },
      ...this.#actions.cellItems(location),
      ...createCopyMenuItems(this.#strings, (format) => this.#actions.copy(format)).map((item, index) => ({
        ...item,
        startsGroup: index === 0,
      })),
    ]);
  }

  #openForColumn(column: number, anchor: HTMLElement): void {
    const strings = this.#strings;
    const { sort, copyText } = this.#actions;
    const name = this.#content.columns[column]?.name ?? "";
    openMenu(anchor, fillText(strings.columnMenu, name), [
      { label: strings.sortAscending, icon: "arrow-up", run: () => sort([{ column, direction: "ascending" }]) },
      { label: strings.sortDescending, icon: "arrow-down", run: () => sort([{ column, direction: "descending" }]) },
      { label: strings.clearSort, run: () => sort([]) },
      ...this.#actions.columnItems(column),
      { label: strings.fitColumn, startsGroup: true, run: () => this.#grid.columns.fit(column) },
      { label: strings.resizeColumn, icon: "arrow-both", run: () => this.#resize(column, name) },
      { label: strings.copyName, icon: "copy", startsGroup: true, run: () => copyText(name) },
    ]);
  }

  #resize(column: number, name: string): void {
    openWidthDialog(this.#strings, name, this.#grid.columns.width(column), (width) => {
      if (width === "fit") {
        this.#grid.columns.fit(column);
      } else {
        this.#grid.columns.resize(column, width);
      }
    });
  }
}

/** Opens a dialog for the width of a column, so that dragging is not required (WCAG 2.5.7). */
function openWidthDialog(
  strings: ResultsStrings,
  name: string,
  width: number,
  apply: (width: number | "fit") => void,
): void {
  const restoreFocus = rememberFocus();
  const input = element("input", {
    class: "input",
    type: "number",
    min: minimumColumnWidth,
    max: maximumColumnWidth,
    step: 1,
    value: width,
  });
  const fit = element("button", { class: "button is-secondary", type: "button" }, strings.fitColumn);
  const ok = element("button", { class: "button", type: "submit" }, strings.apply);
  const cancel = element("button", { class: "button is-secondary", type: "button" }, strings.close);
  const form = element(
    "form",
    { method: "dialog", class: "dialog-form" },
    element("label", {}, fillText(strings.columnWidthOf, name), input),
    element("div", { class: "dialog-buttons" }, ok, fit, cancel),
  );
  const dialog = element("dialog", { class: "dialog", "aria-label": strings.columnWidth }, form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    restoreFocus();
  });
  form.addEventListener("submit", () => apply(input.valueAsNumber || width));
  fit.addEventListener("click", () => {
    apply("fit");
    dialog.close();
  });
  cancel.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}
