import type { Grid } from "../grid/grid.ts";
import type { MenuItem } from "../menu.ts";
import { ColumnSummaries } from "./column-summaries.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/** Rows that must stay in sight under headers with summaries. */
const fewestRows = 10;

/** Display options of a result: exact or localized values, and headers with or without summaries. */
export class PaneDisplay {
  readonly summaries: ColumnSummaries;
  readonly #context: PageContext;
  readonly #grid: () => Grid;
  readonly #sizes = new ResizeObserver(() => this.#update());
  #isComplete = false;
  #isShown = false;
  /** Choice of the user, which does not depend on the room; undefined if the user made none. */
  #chosen: boolean | undefined;

  /** `grid` is called only when the grid is needed. */
  constructor(context: PageContext, content: Readonly<PaneContent>, grid: () => Grid) {
    this.#context = context;
    this.#grid = grid;
    this.summaries = new ColumnSummaries(context.host, content, () => grid().render());
  }

  toggleExact(): void {
    const { formatter, strings, announce } = this.#context;
    formatter.isExact = !formatter.isExact;
    announce(formatter.isExact ? strings.exactValues : strings.localeValues);
    this.#grid().render();
  }

  exactItem(): MenuItem {
    const { formatter, strings } = this.#context;
    return { label: formatter.isExact ? strings.localeValues : strings.exactValues, run: () => this.toggleExact() };
  }

  summariesItem(): MenuItem {
    const { strings } = this.#context;
    const run = () => {
      this.#chosen = !this.#isShown;
      this.#update();
    };
    return { label: this.#isShown ? strings.hideSummaries : strings.showSummaries, run };
  }

  /**
   * Shows column summaries if there is enough height. Call it when the result is complete, because summaries need all
   * rows.
   */
  showSummaries(): void {
    this.#isComplete = true;
    this.#sizes.observe(this.#grid().element);
    this.#update();
  }

  dispose(): void {
    this.#sizes.disconnect();
    this.summaries.dispose();
  }

  #update(): void {
    const isShown = this.#isComplete && (this.#chosen ?? (this.#context.hasSummaries && this.#hasRoom));
    if (isShown !== this.#isShown) {
      this.#isShown = isShown;
      this.#grid().element.classList.toggle("has-summaries", isShown);
      this.summaries.setEnabled(isShown);
      this.#grid().render();
    }
  }

  get #hasRoom(): boolean {
    const { rowCount, roomForSummaries } = this.#grid();
    return roomForSummaries >= Math.min(fewestRows, rowCount) * this.#context.rowHeight;
  }
}
