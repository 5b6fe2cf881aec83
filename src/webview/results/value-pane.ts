import { fillText } from "../../protocol/fill-text.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { ValueViewer } from "./value-viewer.ts";

/** Pane beside the grid that shows the complete value of one cell. Columns are positions in the result. */
export class ValuePane {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  readonly #viewer: ValueViewer;
  #location: GridPosition | undefined;
  #pending = new AbortController();

  constructor(context: PageContext, content: Readonly<PaneContent>, grid: Grid, commands: PaneCommands) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
    this.#viewer = new ValueViewer(context.strings, {
      formatNumber: (value) => context.formatNumber(value),
      openInEditor: () => this.#location && commands.openInEditor(this.#location),
      copy: () => {
        if (this.#location) {
          commands.copy("cells", { first: this.#location.row, count: 1, columns: [this.#location.column] });
        }
      },
      close: () => {
        this.close();
        grid.navigation.focus();
      },
      step: (rows, columns) => grid.navigation.step(rows, columns),
    });
  }

  get element(): HTMLElement {
    return this.#viewer.element;
  }

  get isOpen(): boolean {
    return this.#viewer.isOpen;
  }

  /** Opens the pane and focuses it. Rejects if a truncated value cannot be read completely. */
  async open(location: GridPosition): Promise<void> {
    await this.#show(location);
    this.#viewer.focus();
    this.#grid.render();
  }

  /** Shows another cell if the pane is open. Does not move the focus. */
  async follow(location: GridPosition): Promise<void> {
    const isOther = location.row !== this.#location?.row || location.column !== this.#location.column;
    if (this.isOpen && location.row >= 0 && isOther) {
      await this.#show(location);
    }
  }

  close(): void {
    this.#pending.abort();
    this.#viewer.hide();
    this.#location = undefined;
    this.#grid.render();
  }

  async #show(location: GridPosition): Promise<void> {
    const { host, strings, formatNumber, formatter } = this.#context;
    const { resultId, view, columns } = this.#content;
    this.#pending.abort();
    const pending = new AbortController();
    this.#pending = pending;
    this.#location = location;
    const shown = this.#grid.cellText(location);
    const isWhole = shown !== undefined && !this.#grid.isCut(location);
    try {
      const value = isWhole ? shown : await host.request("cell", { resultId, ...location, view }, pending.signal);
      const guard = this.#grid.smallGroup(location);
      const display = formatter.format(value, columns[location.column], false, guard);
      const form = display.member === undefined ? strings.valueOf : strings.valueOfMember;
      const title = fillText(form, columns[location.column]?.name ?? "", formatNumber(location.row + 1), display.text);
      this.#viewer.show(title, value, guard && display.label);
    } catch (error) {
      if (!pending.signal.aborted) {
        throw error;
      }
    }
  }
}
