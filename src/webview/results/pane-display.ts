import type { Grid } from "../grid/grid.ts";
import type { MenuItem } from "../menu.ts";
import { ColumnSummaries } from "./column-summaries.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/** Display options of a pane: exact or localized values, headers with or without summaries. */
export class PaneDisplay {
  readonly summaries: ColumnSummaries;
  readonly #context: PageContext;
  readonly #grid: () => Grid;
  #hasSummaries: boolean;

  /** Creates the options; `grid` is called only when it is needed. */
  constructor(context: PageContext, content: Readonly<PaneContent>, grid: () => Grid) {
    this.#context = context;
    this.#grid = grid;
    this.#hasSummaries = context.hasSummaries;
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
      this.#hasSummaries = !this.#hasSummaries;
      this.showSummaries();
    };
    return { label: this.#hasSummaries ? strings.hideSummaries : strings.showSummaries, run };
  }

  /** Shows or hides summaries. To be called when the result is complete, because summaries need all rows. */
  showSummaries(): void {
    this.#grid().element.classList.toggle("has-summaries", this.#hasSummaries);
    this.summaries.setEnabled(this.#hasSummaries);
    this.#grid().render();
  }

  dispose(): void {
    this.summaries.dispose();
  }
}
