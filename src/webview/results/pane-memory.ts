import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { ResultViewState } from "../../protocol/results-view.ts";
import type { Grid } from "../grid/grid.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import type { PaneTabs } from "./pane-tabs.ts";

/** Saves the state of a result's pane and restores it after the page is reloaded. */
export class PaneMemory {
  /** State of the pane before the reload. */
  readonly saved: ResultViewState | undefined;
  readonly #context: PageContext;
  readonly #resultId: string;
  #isRestored = false;
  #isTouched = false;

  constructor(context: PageContext, resultId: string) {
    this.#context = context;
    this.#resultId = resultId;
    this.saved = context.loadState(resultId);
  }

  /** Restores the active cell and the scroll offset once their rows are loaded. */
  restore({ columns, state, rowCount }: ResultSummary, { navigation }: Grid): void {
    const { saved } = this;
    const isTooEarly = columns.length === 0 || (state === "loading" && rowCount <= (saved?.topRow ?? 0));
    if (this.#isRestored || !saved || isTooEarly) {
      return;
    }
    this.#isRestored = true;
    // Immediately, too, because a request for the focus before the next frame is meant for this cell.
    navigation.select(saved.cell, saved.selected);
    requestAnimationFrame(() => {
      navigation.select(saved.cell, saved.selected);
      navigation.scrollToRow(saved.topRow, saved.left);
    });
  }

  /** Reports, once, that the user has worked with the result. */
  touch(): void {
    if (!this.#isTouched) {
      this.#isTouched = true;
      this.#context.host.request("touch", { resultId: this.#resultId }).catch(() => undefined);
    }
  }

  save({ view }: Readonly<PaneContent>, { navigation, columns, filters }: Grid, tabs: PaneTabs): void {
    const { range } = navigation.selection;
    const isOneCell = range.firstRow === range.lastRow && range.firstColumn === range.lastColumn;
    if (view.sort.length > 0 || view.filter.length > 0 || !isOneCell) {
      this.touch();
    }
    this.#context.saveState(this.#resultId, {
      topRow: navigation.topRow,
      left: navigation.left,
      view,
      isFilterShown: filters.isShown,
      widths: columns.chosenWidths,
      columns: columns.arrangement,
      cell: navigation.active,
      selected: range,
      ...tabs.state,
    });
  }
}
