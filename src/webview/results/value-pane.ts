import { fillText } from "../../protocol/fill-text.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { createFieldsView, readRowFields } from "./row-fields.ts";
import { ValueViewer } from "./value-viewer.ts";

/**
 * Pane beside the grid that shows the complete value of one cell, or all fields of its row. Columns are positions in the
 * result.
 */
export class ValuePane {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  readonly #viewer: ValueViewer;
  #location: GridPosition | undefined;
  #isRow = false;
  #pending = new AbortController();

  /** `onFailure` receives errors of reading that follow a click in the pane. */
  constructor(
    context: PageContext,
    content: Readonly<PaneContent>,
    grid: Grid,
    commands: PaneCommands,
    onFailure: (failure: unknown) => void,
  ) {
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
      toggleRow: () => {
        this.#isRow = !this.#isRow;
        if (this.#location) {
          void this.#show(this.#location).catch(onFailure);
        }
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

  /** Opens the pane and focuses it. Rejects if the row or a truncated value cannot be read. */
  async open(location: GridPosition, isRow = this.#isRow): Promise<void> {
    this.#isRow = isRow;
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
      const row = formatNumber(location.row + 1);
      if (this.#isRow) {
        const shownColumns = this.#grid.columns.shown;
        const fields = await readRowFields(this.#context, this.#content, shownColumns, location.row, pending.signal);
        const goTo = (column: number) =>
          shownColumns.includes(column) && this.#grid.navigation.goTo({ ...location, column });
        const table = createFieldsView(fields, location.column, goTo);
        this.#viewer.show(`${strings.rowNumber} ${row}`, value, undefined, table);
        return;
      }
      const title = fillText(form, columns[location.column]?.name ?? "", row, display.text);
      this.#viewer.show(title, value, guard && display.label);
    } catch (error) {
      if (!pending.signal.aborted) {
        throw error;
      }
    }
  }
}
