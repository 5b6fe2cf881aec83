import type { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { ValueViewer } from "./value-viewer.ts";

/** Shows the complete value of one cell beside the grid. Columns are positions in the result. */
export class ValuePane {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  readonly #viewer: ValueViewer;
  #place: GridPosition | undefined;
  #asked = new AbortController();

  constructor(context: PageContext, content: Readonly<PaneContent>, grid: Grid, commands: PaneCommands) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
    this.#viewer = new ValueViewer(context.strings, {
      formatNumber: (value) => context.formatNumber(value),
      openInEditor: () => this.#place && commands.openInEditor(this.#place),
      copy: () => {
        if (this.#place) {
          commands.copy("cells", { first: this.#place.row, count: 1, columns: [this.#place.column] });
        }
      },
      close: () => {
        this.close();
        grid.places.focus();
      },
      step: (rows, columns) => grid.places.step(rows, columns),
    });
  }

  get element(): HTMLElement {
    return this.#viewer.element;
  }

  get isOpen(): boolean {
    return this.#viewer.isOpen;
  }

  /** Opens and focuses the view. Rejects if a truncated value cannot be read completely. */
  async open(place: GridPosition): Promise<void> {
    await this.#show(place);
    this.#viewer.focus();
    this.#grid.render();
  }

  /** Shows another cell if the view is open; the focus does not change. */
  async follow(place: GridPosition): Promise<void> {
    const isOther = place.row !== this.#place?.row || place.column !== this.#place.column;
    if (this.isOpen && place.row >= 0 && isOther) {
      await this.#show(place);
    }
  }

  close(): void {
    this.#asked.abort();
    this.#viewer.hide();
    this.#place = undefined;
    this.#grid.render();
  }

  async #show(place: GridPosition): Promise<void> {
    const { host, formatNumber, looks } = this.#context;
    const { resultId, view, columns } = this.#content;
    this.#asked.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#place = place;
    const shown = this.#grid.cellText(place);
    const isWhole = shown !== undefined && !this.#grid.isCut(place);
    try {
      const value = isWhole ? shown : await host.request("cell", { resultId, ...place, view }, asked.signal);
      const guard = this.#grid.smallGroup(place);
      const look = looks.of(value, columns[place.column], false, guard);
      this.#viewer.show(columns[place.column]?.name ?? "", formatNumber(place.row + 1), value, guard && look.label);
    } catch (error) {
      if (!asked.signal.aborted) {
        throw error;
      }
    }
  }
}
