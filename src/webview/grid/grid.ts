import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Cell, ResultColumn, TreeNode } from "../../protocol/data-worker.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ColumnArrangement } from "../../protocol/result-columns.ts";
import { defaultRowView, type RowView } from "../../protocol/row-view.ts";
import { element, setAttribute } from "../element.ts";
import { ColumnNumberFormats } from "../values/number-formats.ts";
import { describeCell } from "./cell-display.ts";
import { moveDraggedColumn } from "./column-arrangement.ts";
import { clearHighlights, type HighlightedText, highlightInCells } from "./find-marks.ts";
import { GridColumns } from "./grid-columns.ts";
import type { GridContent } from "./grid-content.ts";
import { GridFilters } from "./grid-filters.ts";
import { GridHeader } from "./grid-header.ts";
import { listenToKeys } from "./grid-keyboard.ts";
import { GridNavigation } from "./grid-navigation.ts";
import type { GridActions, GridOptions } from "./grid-options.ts";
import { GridPainter } from "./grid-painter.ts";
import { GridPointer } from "./grid-pointer.ts";
import { GridRows } from "./grid-rows.ts";
import { GridScroller } from "./grid-scroller.ts";
import { type GridPosition, selectCell } from "./grid-selection.ts";
import { WindowLoader } from "./window-loader.ts";

/** Virtual table for any number of rows. Only the visible rows are in the DOM. */
export class Grid {
  readonly element = element("div", { class: "grid", role: "grid", "aria-multiselectable": "true" });
  readonly columns: GridColumns;
  readonly navigation: GridNavigation;
  readonly #options: GridOptions;
  readonly #content: GridContent = {
    columns: [],
    positions: [],
    headLines: 1,
    rowCount: 0,
    view: defaultRowView,
    isArranging: false,
  };
  readonly #header: GridHeader;
  readonly #filters: GridFilters;
  readonly #rows: GridRows;
  readonly #loader: WindowLoader;
  readonly #scroller: GridScroller;
  readonly #painter: GridPainter;
  readonly #pointer: GridPointer;
  readonly #shapes = new ColumnNumberFormats();
  #marked: HighlightedText | undefined;
  readonly #resizeObserver = new ResizeObserver(() => this.render());

  constructor(options: GridOptions) {
    this.#options = options;
    const { strings, rowHeight, formatNumber } = options;
    this.columns = this.#createColumns();
    const actions = this.columns.byPosition(options.actions);
    this.#rows = new GridRows(options.formatter);
    this.#header = this.#createHeader(actions);
    this.#filters = this.#createFilters(actions);
    this.#header.element.append(this.#filters.element);
    this.#loader = new WindowLoader(options.readRows, fillText(strings.malformedAnswer, "rows"), (failure) => {
      options.onReadFailure(failure);
      this.#learnNumbers();
      if (this.#fitOnce()) {
        this.render();
      }
      if (!this.navigation.cursor.finishMove()) {
        this.#painter.drawRowsSoon();
      }
    });
    this.element.append(this.#header.element, this.#rows.element);
    const scrolled = { viewport: this.element, header: this.#header.element, space: this.#rows.element };
    this.#scroller = new GridScroller(scrolled, rowHeight, this.#content, {
      onDidScroll: () => this.#painter.drawScrolled(),
      onDidSettle: () => options.onDidChange(),
    });
    this.navigation = this.#createNavigation();
    const { cursor } = this.navigation;
    this.#painter = new GridPainter({
      element: this.element,
      header: this.#header,
      filters: this.#filters,
      rows: this.#rows,
      scroller: this.#scroller,
      widths: this.columns.widths,
      cursor,
      loader: this.#loader,
      content: this.#content,
      rowHeight,
      summaries: options.summaries,
      shapes: this.#shapes,
      formatNumber,
      onDidDraw: () =>
        this.#marked && highlightInCells(this.#rows.element.querySelectorAll(".grid-cell"), this.#marked),
    });
    listenToKeys(
      this.element,
      cursor,
      this.#scroller,
      actions,
      () => this.#nodeOf(cursor.active),
      (row) => this.#loader.node(row),
    );
    this.#pointer = new GridPointer(this.#rows, cursor, actions, (row) => this.#loader.node(row));
    this.#resizeObserver.observe(this.element);
  }

  /** Sets the columns and the view, then requests the rows again. */
  setColumns(columns: readonly ResultColumn[], view: RowView, widths: Readonly<Record<number, number>>): void {
    this.#content.view = view;
    setAttribute(this.element, "role", view.tree ? "treegrid" : "grid");
    if (this.columns.set(columns, widths)) {
      this.#loader.clear();
      this.#shapes.clear();
      this.navigation.cursor.reset();
    }
    this.#describeSize();
    this.#loader.reset(this.#content.positions, view);
    this.render();
  }

  /** Changes order, visibility and freezing of columns. The active cell stays in its column if that remains visible. */
  arrange(arrangement: ColumnArrangement, widths = this.columns.chosenWidths): void {
    const { row, column: active } = this.navigation.active;
    if (!this.columns.arrange(arrangement, widths)) {
      return;
    }
    const column = this.columns.shown.indexOf(active);
    const { cursor } = this.navigation;
    cursor.restore(column < 0 ? { ...cursor.active, row } : { row, column });
    this.#options.onDidChange();
  }

  /** Sets inferred kinds of columns. Keeps widths, rows and selection. */
  setKinds(columns: readonly ResultColumn[]): void {
    if (this.columns.setKinds(columns)) {
      this.#learnNumbers();
      // Numbers and dates are formatted differently from text.
      this.columns.widths.fitAgain();
      this.#fitOnce();
    }
    this.render();
  }

  setRowCount(rowCount: number): void {
    const { strings, formatNumber } = this.#options;
    this.#content.rowCount = rowCount;
    this.#loader.setRowCount(rowCount);
    this.#describeSize();
    setAttribute(
      this.element,
      "aria-label",
      fillText(strings.grid, fillCount(rowCount, [strings.oneRow, strings.done], formatNumber)),
    );
    this.#fitOnce();
    this.#painter.prefetch(this.#scroller.rowsInView);
    this.render();
  }

  /** Sets whether another order or filter of the rows was requested. The grid is busy until its rows have arrived. */
  setArranging(isArranging: boolean): void {
    this.#content.isArranging = isArranging;
    this.render();
  }

  #describeSize(): void {
    const { rowCount, headLines } = this.#content;
    setAttribute(this.element, "aria-rowcount", String(rowCount + headLines));
  }

  get rowCount(): number {
    return this.#content.rowCount;
  }

  /** Height in pixels that remains for rows when the headers have summaries. */
  get roomForSummaries(): number {
    return this.element.clientHeight - this.#header.heightWithSummaries;
  }

  /** Requests rows again whose reading has failed. */
  retry(): void {
    this.#loader.reset(this.#content.positions, this.#content.view);
    this.render();
  }

  /** Highlights a text in the visible cells. */
  mark(marked: HighlightedText | undefined): void {
    this.#marked = marked;
    if (marked) {
      this.render();
    } else {
      clearHighlights();
    }
  }

  /** Row of filter fields under the headers. */
  get filters(): Pick<GridFilters, "isShown" | "setShown" | "reset"> {
    return this.#filters;
  }

  showFilters(isShown: boolean): void {
    this.#filters.setShown(isShown);
    this.#painter.draw();
    if (isShown) {
      this.#filters.focus(this.navigation.cursor.active.column);
    } else if (document.activeElement === document.body) {
      this.navigation.focus();
    }
    this.#options.onDidChange();
  }

  /** Shows at a column's filter field why the filter is invalid. The column is given by position. */
  setFilterProblem(problem: Parameters<GridFilters["setProblem"]>[0]): void {
    this.#filters.setProblem(problem);
    this.render();
  }

  /** Returns the text of a cell. The column is given by position. */
  cellText(location: GridPosition): Cell | undefined {
    return this.#loader.cell(location.row, location.column);
  }

  /** Returns the header element of a column, given by position. Returns the grid if the header is not in the DOM. */
  headerOf(position: number): HTMLElement {
    return this.#header.cell(this.columns.shown.indexOf(position)) ?? this.element;
  }

  /** Returns a value as the grid displays it. The column is given by position. */
  display(value: Cell | undefined, position: number, guard?: SmallGroupGuard): string {
    const column = this.columns.at(position);
    return this.#options.formatter.format(value, column, false, guard, this.#shapes.of(column)).text;
  }

  /** Returns the tree node of a loaded row. */
  node(row: number): TreeNode | undefined {
    return this.#loader.node(row);
  }

  /** Returns how a value is guarded that is based on a small group. Undefined for other values. */
  smallGroup(location: GridPosition): SmallGroupGuard | undefined {
    return this.#loader.smallGroup(location.row, location.column);
  }

  isCut(location: GridPosition): boolean {
    return this.#loader.isCut(location.row, location.column);
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    this.#scroller.dispose();
    this.navigation.cursor.dispose();
    this.#loader.dispose();
    this.#pointer.dispose();
    this.mark(undefined);
    this.#painter.dispose();
    this.element.remove();
  }

  /** Draws the grid in the next animation frame. Several calls draw once. */
  render(): void {
    this.#painter.drawSoon();
  }

  #createColumns(): GridColumns {
    return new GridColumns(this.element, this.#content, {
      textsInView: (position) => this.#textsInView(position),
      onDidShow: (positions) => {
        this.#loader.arrange(positions);
        setAttribute(this.element, "aria-colcount", String(positions.length + 1));
      },
      onDidResize: () => {
        this.#options.onDidChange();
        this.render();
      },
    });
  }

  #createNavigation(): GridNavigation {
    return new GridNavigation({
      viewport: this.element,
      content: this.#content,
      columns: this.columns,
      scroller: this.#scroller,
      gutterWidth: () => this.#painter.gutterWidth,
      prefetch: (rows) => this.#painter.prefetch(rows),
      draw: () => this.#painter.drawRows(),
      drawSoon: () => this.render(),
      nodeOf: (location) => this.#nodeOf(location),
      onDidMove: (location) => this.#notifyMove(location),
      onDidChange: () => this.#options.onDidChange(),
    });
  }

  #createHeader(actions: GridActions): GridHeader {
    const { columns } = this;
    return new GridHeader(this.#options, {
      sort: (column, isAdding) => {
        this.navigation.cursor.select(selectCell({ row: -1, column }), false);
        actions.sort(column, isAdding);
      },
      resize: (column, width) => columns.resize(columns.positionOf(column), width),
      fit: (column) => columns.fit(columns.positionOf(column)),
      openMenu: (column, anchor) => actions.openMenu({ row: -1, column }, anchor),
      focus: (column) => this.navigation.cursor.follow({ row: -1, column }),
      move: (column, target, isAfter) =>
        this.arrange(
          moveDraggedColumn(columns.arrangement, columns.positionOf(column), columns.positionOf(target), isAfter),
        ),
      pickBar: (column, bar, summary) => this.#options.onPickBar?.(columns.positionOf(column), bar, summary),
    });
  }

  #createFilters(actions: GridActions): GridFilters {
    return new GridFilters(this.#options.strings, {
      apply: (column, text) => actions.filter(column, text),
      open: (column, anchor) => actions.openFilter(column, anchor),
      reveal: (column) => {
        this.navigation.reveal({ row: -1, column });
        this.#painter.draw();
      },
      leave: (column, to) => {
        const row = to === "header" ? -1 : Math.max(0, this.navigation.cursor.active.row);
        this.navigation.cursor.select(selectCell({ row, column }), true);
      },
    });
  }

  #notifyMove(location: GridPosition): void {
    const { strings, formatter, formatNumber, announce, onDidMove } = this.#options;
    const position = this.columns.toPosition(location);
    const guard = this.#loader.smallGroup(position.row, position.column);
    announce(describeCell(location, this.#content, this.cellText(position), guard, formatter, strings, formatNumber));
    onDidMove?.(position);
  }

  #nodeOf(location: GridPosition): HTMLElement | undefined {
    return location.row < 0 ? this.#header.cell(location.column) : this.#rows.cell(location);
  }

  /** Adapts the number formats of the columns to the loaded rows. */
  #learnNumbers(): void {
    for (const position of this.#content.positions) {
      const column = this.columns.at(position);
      if (column?.kind === "number") {
        this.#shapes.learn(column, this.#loader.texts(position));
      }
    }
  }

  /** Fits the columns to the first loaded rows. Returns whether it did. */
  #fitOnce(): boolean {
    const isHere = this.#loader.cell(this.navigation.topRow, this.#content.positions[0] ?? 0) !== undefined;
    return isHere && this.columns.widths.fitOnce();
  }

  #textsInView(position: number): string[] {
    const { first, end } = this.#scroller.rowsInView;
    const texts: string[] = [];
    for (let row = first; row < Math.min(end + 50, first + 100); row++) {
      texts.push(this.display(this.#loader.cell(row, position), position, this.#loader.smallGroup(row, position)));
    }
    return texts;
  }
}
