import type { Cell, ResultColumn, SortKey } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element, setAttribute } from "../element.ts";
import { ColumnWidths } from "./column-widths.ts";
import type { GridActions } from "./grid-actions.ts";
import type { GridContent } from "./grid-content.ts";
import { GridCursor } from "./grid-cursor.ts";
import { GridHeader } from "./grid-header.ts";
import { listenToKeys } from "./grid-keyboard.ts";
import { GridPainter } from "./grid-painter.ts";
import { GridPointer } from "./grid-pointer.ts";
import { GridRows } from "./grid-rows.ts";
import { GridScroller } from "./grid-scroller.ts";
import { type GridPlace, type GridSelection, selectCell } from "./grid-selection.ts";
import { describePlace } from "./place-description.ts";
import { type ReadRows, WindowLoader } from "./window-loader.ts";

export interface GridOptions {
  readonly strings: ResultsStrings;
  readonly rowHeight: number;
  readonly readRows: ReadRows;
  readonly actions: GridActions;
  formatNumber(value: number): string;
  /** For the live region. */
  announce(text: string): void;
  /** Rows could not be read; undefined when they can again. */
  onReadFailure(failure: unknown): void;
  /** Position, selection or widths changed. */
  onDidChange(): void;
}

/** A table of any number of rows, of which only those that show are in the page. */
export class Grid {
  readonly element = element("div", { class: "grid", role: "grid", "aria-multiselectable": "true" });
  readonly #options: GridOptions;
  readonly #content: GridContent = { columns: [], rowCount: 0, sort: undefined };
  readonly #widths = new ColumnWidths(this.element, (column) => this.#textsInView(column));
  readonly #header: GridHeader;
  readonly #rows: GridRows;
  readonly #loader: WindowLoader;
  readonly #scroller: GridScroller;
  readonly #cursor: GridCursor;
  readonly #painter: GridPainter;
  readonly #pointer: GridPointer;
  readonly #resizeObserver = new ResizeObserver(() => this.render());

  constructor(options: GridOptions) {
    this.#options = options;
    const { strings, rowHeight, actions, formatNumber } = options;
    this.#rows = new GridRows(strings);
    this.#header = this.#createHeader();
    this.#loader = new WindowLoader(options.readRows, fillText(strings.malformedAnswer, "rows"), (failure) => {
      options.onReadFailure(failure);
      this.#fitOnce();
      this.render();
    });
    this.element.append(this.#header.element, this.#rows.element);
    const scrolled = { viewport: this.element, header: this.#header.element, space: this.#rows.element };
    this.#scroller = new GridScroller(scrolled, rowHeight, this.#content, {
      onDidScroll: () => this.render(),
      onDidSettle: () => options.onDidChange(),
    });
    this.#cursor = new GridCursor(this.#content, {
      reveal: (place) => this.#reveal(place),
      draw: () => this.#painter.draw(),
      drawSoon: () => this.render(),
      nodeOf: (place) => this.#nodeOf(place),
      onDidMove: (place) =>
        options.announce(describePlace(place, this.#content, this.cellText(place), strings, formatNumber)),
      onDidChange: () => options.onDidChange(),
    });
    this.#painter = new GridPainter({
      element: this.element,
      header: this.#header,
      rows: this.#rows,
      scroller: this.#scroller,
      widths: this.#widths,
      cursor: this.#cursor,
      loader: this.#loader,
      content: this.#content,
      rowHeight,
      formatNumber,
    });
    listenToKeys(this.element, this.#cursor, this.#scroller, actions, () => this.#nodeOf(this.#cursor.active));
    this.#pointer = new GridPointer(this.#rows, this.#cursor, actions);
    this.#resizeObserver.observe(this.element);
  }

  get selection(): GridSelection {
    return this.#cursor.selection;
  }

  get topRow(): number {
    return this.#scroller.topRow;
  }

  /** Pixels scrolled sideways. */
  get left(): number {
    return this.#scroller.left;
  }

  /** The widths that were chosen by hand, in pixels by column. */
  get chosenWidths(): Readonly<Record<number, number>> {
    return this.#widths.chosen;
  }

  columnWidth(column: number): number {
    return this.#widths.layout.width(column);
  }

  /** Shows other columns or another order; the rows are asked for anew. */
  setColumns(
    columns: readonly ResultColumn[],
    sort: SortKey | undefined,
    widths: Readonly<Record<number, number>>,
  ): void {
    const { columns: before } = this.#content;
    const isSameColumns =
      columns.length === before.length && columns.every(({ name }, index) => before[index]?.name === name);
    this.#content.columns = columns;
    this.#content.sort = sort;
    setAttribute(this.element, "aria-colcount", String(columns.length + 1));
    if (!isSameColumns) {
      const names = columns.map(({ name }) => name);
      this.#widths.setColumns(names, widths);
      this.#cursor.reset();
    }
    this.#loader.reset(columns.length, sort);
    this.render();
  }

  /** Kinds were found out; widths, rows and selection stay. */
  setKinds(columns: readonly ResultColumn[]): void {
    this.#content.columns = columns;
    this.render();
  }

  setRowCount(rowCount: number): void {
    const { strings, formatNumber } = this.#options;
    this.#content.rowCount = rowCount;
    this.#loader.setRowCount(rowCount);
    setAttribute(this.element, "aria-rowcount", String(rowCount + 1));
    setAttribute(this.element, "aria-label", fillText(strings.grid, formatNumber(rowCount)));
    this.#fitOnce();
    this.render();
  }

  /** Asks again for rows that could not be read. */
  retry(): void {
    this.#loader.reset(this.#content.columns.length, this.#content.sort);
    this.render();
  }

  scrollToRow(row: number, left: number): void {
    this.#scroller.goTo(row, left);
    this.render();
  }

  selectPlace(place: GridPlace): void {
    this.#cursor.restore(place);
  }

  /** Puts the focus on the active cell. */
  focus(): void {
    this.#cursor.select(this.#cursor.selection, true);
  }

  resizeColumn(column: number, width: number): void {
    this.#widths.choose(column, width);
    this.#options.onDidChange();
    this.render();
  }

  /** Sets the width to what header and rows in sight need. */
  fitColumn(column: number): void {
    this.#widths.fit(column);
    this.#options.onDidChange();
    this.render();
  }

  cellText(place: GridPlace): Cell | undefined {
    return this.#loader.cell(place.row, place.column);
  }

  isCut(place: GridPlace): boolean {
    return this.#loader.isCut(place.row, place.column);
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    this.#pointer.dispose();
    this.#painter.dispose();
    this.element.remove();
  }

  /** Draws at the next frame, once for any number of causes. */
  render(): void {
    this.#painter.drawSoon();
  }

  #createHeader(): GridHeader {
    const { strings, actions } = this.#options;
    return new GridHeader(strings, {
      sort: (column) => {
        this.#cursor.select(selectCell({ row: -1, column }), false);
        actions.sort(column);
      },
      resize: (column, width) => this.resizeColumn(column, width),
      fit: (column) => this.fitColumn(column),
      openMenu: (column, anchor) => actions.openMenu({ row: -1, column }, anchor),
      focus: (column) => this.#cursor.follow({ row: -1, column }),
    });
  }

  #reveal({ row, column }: GridPlace): void {
    const { layout } = this.#widths;
    if (row >= 0) {
      this.#scroller.revealRow(row);
    }
    this.#scroller.revealColumn(layout.left(column), layout.width(column), this.#painter.gutterWidth);
  }

  #nodeOf(place: GridPlace): HTMLElement | undefined {
    return place.row < 0 ? this.#header.cell(place.column) : this.#rows.cell(place);
  }

  #fitOnce(): void {
    if (this.#loader.cell(this.topRow, 0) !== undefined) {
      this.#widths.fitOnce();
    }
  }

  #textsInView(column: number): string[] {
    const { first, end } = this.#scroller.rowsInView;
    const texts: string[] = [];
    for (let row = first; row < Math.min(end + 50, first + 100); row++) {
      texts.push(this.#loader.cell(row, column) ?? "");
    }
    return texts;
  }
}
