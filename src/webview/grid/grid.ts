import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";
import type { ColumnArrangement, ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { type RowView, wholeResult } from "../../protocol/row-view.ts";
import { element, setAttribute } from "../element.ts";
import type { CellLooks } from "./cell-look.ts";
import { dropColumn, fitsColumns, naturalArrangement, shownColumns } from "./column-arrangement.ts";
import { ColumnWidths } from "./column-widths.ts";
import { clearMarks, type MarkedText, markCells } from "./find-marks.ts";
import type { GridActions } from "./grid-actions.ts";
import type { GridContent } from "./grid-content.ts";
import { GridCursor } from "./grid-cursor.ts";
import { GridFilters } from "./grid-filters.ts";
import { GridHeader } from "./grid-header.ts";
import { listenToKeys } from "./grid-keyboard.ts";
import { GridPainter } from "./grid-painter.ts";
import { GridPointer } from "./grid-pointer.ts";
import { GridRows } from "./grid-rows.ts";
import { GridScroller } from "./grid-scroller.ts";
import { type GridPlace, type GridRange, type GridSelection, selectCell, selectColumns } from "./grid-selection.ts";
import type { HeaderSummaries } from "./header-summary.ts";
import { describePlace } from "./place-description.ts";
import { type ReadRows, WindowLoader } from "./window-loader.ts";

export interface GridOptions {
  readonly strings: ResultsStrings;
  readonly rowHeight: number;
  readonly looks: CellLooks;
  /** Left out for headers without summaries. */
  readonly summaries?: HeaderSummaries;
  readonly readRows: ReadRows;
  readonly actions: GridActions;
  formatNumber(value: number): string;
  /** For the live region. */
  announce(text: string): void;
  /** Rows could not be read; undefined when they can again. */
  onReadFailure(failure: unknown): void;
  /** Position, selection, widths or the arrangement of columns changed. */
  onDidChange(): void;
  /** Another cell became the active one; its column is given by position. */
  onDidMove?(place: GridPlace): void;
  onPickBar?(position: number, bar: SummaryBar, summary: ColumnSummary): void;
}

/** A table of any number of rows, of which only those that show are in the page. */
export class Grid {
  readonly element = element("div", { class: "grid", role: "grid", "aria-multiselectable": "true" });
  readonly #options: GridOptions;
  readonly #content: GridContent = { columns: [], positions: [], rowCount: 0, view: wholeResult };
  readonly #widths = new ColumnWidths(this.element, (position) => this.#textsInView(position));
  #columns: readonly ResultColumn[] = [];
  #arrangement = naturalArrangement(0);
  readonly #header: GridHeader;
  readonly #filters: GridFilters;
  readonly #rows: GridRows;
  readonly #loader: WindowLoader;
  readonly #scroller: GridScroller;
  readonly #cursor: GridCursor;
  readonly #painter: GridPainter;
  readonly #pointer: GridPointer;
  #marked: MarkedText | undefined;
  readonly #resizeObserver = new ResizeObserver(() => this.render());

  constructor(options: GridOptions) {
    this.#options = options;
    const { strings, rowHeight, formatNumber } = options;
    const actions = this.#actionsByPosition(options.actions);
    this.#rows = new GridRows(options.looks);
    this.#header = this.#createHeader(actions);
    this.#filters = this.#createFilters(actions);
    this.#header.element.append(this.#filters.element);
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
      onDidMove: (place) => this.#tellMove(place),
      onDidChange: () => options.onDidChange(),
    });
    this.#painter = new GridPainter({
      element: this.element,
      header: this.#header,
      filters: this.#filters,
      rows: this.#rows,
      scroller: this.#scroller,
      widths: this.#widths,
      cursor: this.#cursor,
      loader: this.#loader,
      content: this.#content,
      rowHeight,
      summaries: options.summaries,
      formatNumber,
      onDidDraw: () => this.#marked && markCells(this.#rows.element.querySelectorAll(".grid-cell"), this.#marked),
    });
    listenToKeys(this.element, this.#cursor, this.#scroller, actions, () => this.#nodeOf(this.#cursor.active));
    this.#pointer = new GridPointer(this.#rows, this.#cursor, actions);
    this.#resizeObserver.observe(this.element);
  }

  /** Its columns are places among those that show; `positionsOf` gives where they stand in the result. */
  get selection(): GridSelection {
    return this.#cursor.selection;
  }

  /** The active cell, its column by position. */
  get activePlace(): GridPlace {
    return this.#toPosition(this.#cursor.active);
  }

  /** The columns of a range by position, in the order in which they show. */
  positionsOf({ firstColumn, lastColumn }: GridRange): number[] {
    return this.#content.positions.slice(firstColumn, lastColumn + 1);
  }

  get arrangement(): ColumnArrangement {
    return this.#arrangement;
  }

  /** The positions that show, in their order. */
  get shownPositions(): readonly number[] {
    return this.#content.positions;
  }

  get topRow(): number {
    return this.#scroller.topRow;
  }

  /** Pixels scrolled sideways. */
  get left(): number {
    return this.#scroller.left;
  }

  /** The widths that were chosen by hand, in pixels by position. */
  get chosenWidths(): Readonly<Record<number, number>> {
    return this.#widths.chosen;
  }

  columnWidth(position: number): number {
    return this.#widths.width(position);
  }

  /** Shows other columns or another view; the rows are asked for anew. */
  setColumns(columns: readonly ResultColumn[], view: RowView, widths: Readonly<Record<number, number>>): void {
    const before = this.#columns;
    const isSameColumns =
      columns.length === before.length && columns.every(({ name }, index) => before[index]?.name === name);
    this.#columns = columns;
    this.#content.view = view;
    if (!isSameColumns) {
      this.#widths.setColumns(
        columns.map(({ name }) => name),
        widths,
      );
      this.#loader.clear();
      this.#cursor.reset();
      this.#arrangement = naturalArrangement(columns.length);
    }
    this.#showColumns();
    this.#loader.reset(this.#content.positions, view);
    this.render();
  }

  /** Shows the columns in another order, with others hidden or frozen; the active cell stays where it shows. */
  arrange(arrangement: ColumnArrangement, widths = this.chosenWidths): void {
    if (!fitsColumns(arrangement, this.#columns.length)) {
      return;
    }
    const { row, column: active } = this.activePlace;
    this.#arrangement = arrangement;
    this.#widths.setChosen(widths);
    this.#showColumns();
    const column = this.#content.positions.indexOf(active);
    this.#cursor.restore(column < 0 ? { ...this.#cursor.active, row } : { row, column });
    this.#options.onDidChange();
  }

  /** Kinds were found out; widths, rows and selection stay. */
  setKinds(columns: readonly ResultColumn[]): void {
    const isOther = columns.some(({ kind }, position) => kind !== this.#columns[position]?.kind);
    this.#columns = columns;
    this.#showColumns();
    if (isOther) {
      // Numbers and dates are written in another way than text.
      this.#widths.fitAgain();
      this.#fitOnce();
    }
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
    this.#loader.reset(this.#content.positions, this.#content.view);
    this.render();
  }

  scrollToRow(row: number, left: number): void {
    this.#scroller.goTo(row, left);
    this.render();
  }

  /** Goes to a cell whose column is given by position; the first that shows if it is hidden. */
  selectPlace({ row, column }: GridPlace): void {
    this.#cursor.restore({ row, column: Math.max(0, this.#content.positions.indexOf(column)) });
  }

  /** Makes a neighbour of the active cell the active one; the focus stays where it is. */
  step(rows: number, columns: number): void {
    const { row, column } = this.#cursor.active;
    this.#cursor.restore({ row: Math.max(0, row + rows), column: column + columns });
    this.#reveal(this.#cursor.active);
    this.#tellMove(this.#cursor.active);
  }

  /** Brings a match into sight and makes it the active cell, without taking the focus. */
  revealPlace(place: GridPlace): void {
    this.#cursor.restore(place);
    const { first, end } = this.#scroller.rowsInView;
    if (place.row < first || place.row >= end) {
      // In the middle, so that what stands around it can be seen.
      this.#scroller.goTo(Math.max(0, place.row - Math.floor(this.#scroller.pageRows / 2)), this.left);
    }
    this.#reveal(place);
    this.render();
    this.#options.onDidChange();
  }

  /** Marks a text in the cells in sight. */
  mark(marked: MarkedText | undefined): void {
    this.#marked = marked;
    if (marked) {
      this.render();
    } else {
      clearMarks();
    }
  }

  /** The row of filter fields under the headers. */
  get filters(): Pick<GridFilters, "isShown" | "setShown" | "reset"> {
    return this.#filters;
  }

  showFilters(isShown: boolean): void {
    this.#filters.setShown(isShown);
    this.#painter.draw();
    if (isShown) {
      this.#filters.focus(this.#cursor.active.column);
    } else if (document.activeElement === document.body) {
      this.focus();
    }
    this.#options.onDidChange();
  }

  /** Says at the field of a column, by position, why its filter was not taken. */
  setFilterProblem(problem: Parameters<GridFilters["setProblem"]>[0]): void {
    this.#filters.setProblem(problem);
    this.render();
  }

  /** Selects a column, given by position, from the first row to the last. */
  selectColumn(position: number): void {
    const place = { row: 0, column: Math.max(0, this.#content.positions.indexOf(position)) };
    this.#cursor.select(selectColumns(selectCell(place), this.#cursor.size), false);
  }

  /** Puts the focus on the active cell. */
  focus(): void {
    this.#cursor.select(this.#cursor.selection, true);
  }

  resizeColumn(position: number, width: number): void {
    this.#widths.choose(position, width);
    this.#options.onDidChange();
    this.render();
  }

  /** Sets the widths to what headers and the texts of their columns need, by position. */
  fitColumns(texts: ReadonlyMap<number, readonly string[]>): void {
    for (const [position, found] of texts) {
      this.#widths.fit(position, found);
    }
    this.#options.onDidChange();
    this.render();
  }

  /** Sets the width to what header and rows in sight need. */
  fitColumn(position: number): void {
    this.#widths.fit(position);
    this.#options.onDidChange();
    this.render();
  }

  /** Takes the place's column by position, as all that follows. */
  cellText(place: GridPlace): Cell | undefined {
    return this.#loader.cell(place.row, place.column);
  }

  isCut(place: GridPlace): boolean {
    return this.#loader.isCut(place.row, place.column);
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    this.#pointer.dispose();
    this.mark(undefined);
    this.#painter.dispose();
    this.element.remove();
  }

  /** Draws at the next frame, once for any number of causes. */
  render(): void {
    this.#painter.drawSoon();
  }

  #createHeader(actions: GridActions): GridHeader {
    const positionOf = (column: number) => this.#content.positions[column] ?? column;
    return new GridHeader(this.#options, {
      sort: (column, isAdding) => {
        this.#cursor.select(selectCell({ row: -1, column }), false);
        actions.sort(column, isAdding);
      },
      resize: (column, width) => this.resizeColumn(positionOf(column), width),
      fit: (column) => this.fitColumn(positionOf(column)),
      openMenu: (column, anchor) => actions.openMenu({ row: -1, column }, anchor),
      focus: (column) => this.#cursor.follow({ row: -1, column }),
      move: (column, target, isAfter) =>
        this.arrange(dropColumn(this.#arrangement, positionOf(column), positionOf(target), isAfter)),
      pickBar: (column, bar, summary) => this.#options.onPickBar?.(positionOf(column), bar, summary),
    });
  }

  #createFilters(actions: GridActions): GridFilters {
    return new GridFilters(this.#options.strings, {
      apply: (column, text) => actions.filter(column, text),
      open: (column, anchor) => actions.openFilter(column, anchor),
      reveal: (column) => {
        this.#reveal({ row: -1, column });
        this.#painter.draw();
      },
      leave: (column, to) => {
        const row = to === "header" ? -1 : Math.max(0, this.#cursor.active.row);
        this.#cursor.select(selectCell({ row, column }), true);
      },
    });
  }

  /** What the grid's parts ask by place, asked by position. */
  #actionsByPosition(actions: GridActions): GridActions {
    return {
      ...actions,
      sort: (column, isAdding) => actions.sort(this.#content.positions[column] ?? column, isAdding),
      openValue: (place) => actions.openValue(this.#toPosition(place)),
      openMenu: (place, anchor) => actions.openMenu(this.#toPosition(place), anchor),
      filter: (column, text) => actions.filter(this.#content.positions[column] ?? column, text),
      openFilter: (column, anchor) => actions.openFilter(this.#content.positions[column] ?? column, anchor),
    };
  }

  #tellMove(place: GridPlace): void {
    const { strings, looks, formatNumber, announce, onDidMove } = this.#options;
    const position = this.#toPosition(place);
    announce(describePlace(place, this.#content, this.cellText(position), looks, strings, formatNumber));
    onDidMove?.(position);
  }

  #toPosition({ row, column }: GridPlace): GridPlace {
    return { row, column: this.#content.positions[column] ?? column };
  }

  #showColumns(): void {
    const positions = shownColumns(this.#arrangement);
    const { frozen } = this.#arrangement;
    this.#content.positions = positions;
    this.#content.columns = positions.flatMap((position) => this.#columns[position] ?? []);
    this.#widths.show(positions, positions.filter((position) => frozen.includes(position)).length);
    this.#loader.arrange(positions);
    setAttribute(this.element, "aria-colcount", String(positions.length + 1));
  }

  #reveal({ row, column }: GridPlace): void {
    const { layout } = this.#widths;
    if (row >= 0) {
      this.#scroller.revealRow(row);
    }
    const { gutterWidth } = this.#painter;
    const frozen = layout.frozenIn(this.element.clientWidth - gutterWidth);
    if (column >= frozen) {
      const frozenWidth = layout.left(frozen);
      this.#scroller.revealColumn(layout.left(column) - frozenWidth, layout.width(column), gutterWidth + frozenWidth);
    }
  }

  #nodeOf(place: GridPlace): HTMLElement | undefined {
    return place.row < 0 ? this.#header.cell(place.column) : this.#rows.cell(place);
  }

  #fitOnce(): void {
    if (this.#loader.cell(this.topRow, this.#content.positions[0] ?? 0) !== undefined) {
      this.#widths.fitOnce();
    }
  }

  #textsInView(position: number): string[] {
    const { first, end } = this.#scroller.rowsInView;
    const texts: string[] = [];
    for (let row = first; row < Math.min(end + 50, first + 100); row++) {
      texts.push(this.#options.looks.of(this.#loader.cell(row, position), this.#columns[position]).text);
    }
    return texts;
  }
}
