import type { Grid } from "../grid/grid.ts";
import { type GridPlace, selectCell } from "../grid/grid-selection.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { ValueViewer } from "./value-viewer.ts";

/** Shows the whole value of one cell of the grid, beside it. */
export class ValuePane {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  readonly #viewer: ValueViewer;
  #place: GridPlace | undefined;

  constructor(context: PageContext, content: Readonly<PaneContent>, grid: Grid, commands: PaneCommands) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
    this.#viewer = new ValueViewer(context.strings, {
      openInEditor: () => this.#place && commands.openInEditor(this.#place),
      copy: () => this.#place && commands.copy(selectCell(this.#place).range, "cells"),
      close: () => {
        this.#viewer.hide();
        grid.focus();
      },
    });
  }

  get element(): HTMLElement {
    return this.#viewer.element;
  }

  /** Rejects when a value that is not here whole cannot be read. */
  async open(place: GridPlace): Promise<void> {
    const { host, formatNumber } = this.#context;
    const { resultId, sort, columns } = this.#content;
    this.#place = place;
    const shown = this.#grid.cellText(place);
    const isWhole = shown !== undefined && !this.#grid.isCut(place);
    const value = isWhole ? shown : await host.ask("cell", { resultId, ...place, sort });
    this.#viewer.show(columns[place.column]?.name ?? "", formatNumber(place.row + 1), value);
    this.#grid.render();
  }
}
