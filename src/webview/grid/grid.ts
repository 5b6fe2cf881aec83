import type { Cell, ResultColumn, SortKey } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element, setAttribute } from "../element.ts";
import { ColumnLayout } from "./column-layout.ts";
import { fitWidth } from "./fit-width.ts";
import { GridHeader } from "./grid-header.ts";
import { commandOfKey } from "./grid-key.ts";
import { GridRows } from "./grid-rows.ts";
import {
  extendTo,
  type GridPlace,
  type GridSelection,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
} from "./grid-selection.ts";
import { offsetToReveal, ScrollMap } from "./scroll-map.ts";
import { type ReadRows, WindowLoader } from "./window-loader.ts";

export interface GridOptions {
  readonly strings: ResultsStrings;
  readonly rowHeight: number;
  readonly readRows: ReadRows;
  formatNumber(value: number): string;
  /** For the live region. */
  announce(text: string): void;
  onSort(column: number): void;
  onOpenValue(place: GridPlace): void;
  onOpenMenu(place: GridPlace, anchor: HTMLElement): void;
  onCopy(): void;
  /** Rows could not be read; undefined when they can again. */
  onReadFailure(failure: unknown): void;
  /** Position, selection or widths changed. */
  onDidChange(): void;
}

const overscanRows = 3;
const gutterPadding = 22;

/** A table of any number of rows, of which only those that show are in the page. */
export class Grid {
  readonly element = element("div", { class: "grid", role: "grid", "aria-multiselectable": "true" });
  readonly #options: GridOptions;
  readonly #layout = new ColumnLayout();
  readonly #scroll = new ScrollMap();
  readonly #header: GridHeader;
  readonly #rows: GridRows;
  readonly #loader: WindowLoader;
  readonly #resizeObserver: ResizeObserver;
  #columns: readonly ResultColumn[] = [];
  #rowCount = 0;
  #sort: SortKey | undefined;
  #selection: GridSelection = selectCell({ row: 0, column: 0 });
  readonly #chosenWidths = new Map<number, number>();
  #isFitted = false;
  #frame = 0;
  #lastTop = 0;
  #isMovingUp = false;
  #dragFrom: GridPlace | undefined;

  constructor(options: GridOptions) {
    this.#options = options;
    const { strings } = options;
    this.#rows = new GridRows(strings);
    this.#header = new GridHeader(strings, {
      sort: (column) => {
        this.#select(selectCell({ row: -1, column }), false);
        options.onSort(column);
      },
      resize: (column, width) => this.resizeColumn(column, width),
      fit: (column) => this.fitColumn(column),
      openMenu: (column, anchor) => options.onOpenMenu({ row: -1, column }, anchor),
      focus: (column) => this.#follow({ row: -1, column }),
    });
    this.#loader = new WindowLoader(options.readRows, (failure) => {
      options.onReadFailure(failure);
      this.#fitOnce();
      this.render();
    });
    this.element.append(this.#header.element, this.#rows.element);
    this.element.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.element.addEventListener("scrollend", () => this.#onScrollEnd());
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    const { element: space } = this.#rows;
    space.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
    space.addEventListener("pointermove", (event) => this.#onPointerMove(event));
    window.addEventListener("pointerup", () => {
      this.#dragFrom = undefined;
    });
    space.addEventListener("focusin", (event) => {
      const place = this.#rows.placeOf(event.target);
      if (place && place.column >= 0) {
        this.#follow(place);
      }
    });
    space.addEventListener("dblclick", (event) => {
      const place = this.#rows.placeOf(event.target);
      if (place && place.column >= 0) {
        options.onOpenValue(place);
      }
    });
    space.addEventListener("contextmenu", (event) => this.#onContextMenu(event));
    this.#resizeObserver = new ResizeObserver(() => this.render());
    this.#resizeObserver.observe(this.element);
  }

  get selection(): GridSelection {
    return this.#selection;
  }

  get topRow(): number {
    return Math.floor(this.#scroll.virtualTop / this.#options.rowHeight);
  }

  /** Pixels scrolled sideways. */
  get left(): number {
    return Math.abs(this.element.scrollLeft);
  }

  /** The widths that were chosen by hand, by column. */
  get chosenWidths(): Readonly<Record<number, number>> {
    return Object.fromEntries(this.#chosenWidths);
  }

  columnWidth(column: number): number {
    return this.#layout.width(column);
  }

  /** Shows other columns or another order; the rows are asked for anew. */
  setColumns(
    columns: readonly ResultColumn[],
    sort: SortKey | undefined,
    widths: Readonly<Record<number, number>>,
  ): void {
    const isSameColumns =
      columns.length === this.#columns.length &&
      columns.every(({ name }, index) => this.#columns[index]?.name === name);
    this.#columns = columns;
    this.#sort = sort;
    setAttribute(this.element, "aria-colcount", String(columns.length + 1));
    if (!isSameColumns) {
      this.#chosenWidths.clear();
      for (const [column, width] of Object.entries(widths)) {
        this.#chosenWidths.set(Number(column), width);
      }
      this.#isFitted = false;
      this.#layout.set(
        columns.map(({ name }, column) => this.#chosenWidths.get(column) ?? fitWidth(this.element, name, [])),
      );
      this.#selection = selectCell({ row: 0, column: 0 });
    }
    this.#loader.reset(columns.length, sort);
    this.render();
  }

  /** Kinds were found out; widths, rows and selection stay. */
  setKinds(columns: readonly ResultColumn[]): void {
    this.#columns = columns;
    this.render();
  }

  setRowCount(rowCount: number): void {
    this.#rowCount = rowCount;
    this.#loader.setRowCount(rowCount);
    setAttribute(this.element, "aria-rowcount", String(rowCount + 1));
    setAttribute(
      this.element,
      "aria-label",
      fillText(this.#options.strings.grid, this.#options.formatNumber(rowCount)),
    );
    this.#fitOnce();
    this.render();
  }

  /** Asks again for rows that could not be read. */
  retry(): void {
    this.#loader.reset(this.#columns.length, this.#sort);
    this.render();
  }

  scrollToRow(row: number, left: number): void {
    this.#measure();
    this.element.scrollTop = this.#scroll.moveTo(row * this.#options.rowHeight);
    this.element.scrollLeft = getComputedStyle(this.element).direction === "rtl" ? -left : left;
    this.render();
  }

  selectPlace(place: GridPlace): void {
    this.#selection = selectCell(this.#clamped(place));
    this.render();
  }

  /** Puts the focus on the active cell. */
  focus(): void {
    this.#select(this.#selection, true);
  }

  resizeColumn(column: number, width: number): void {
    this.#layout.resize(column, width);
    this.#chosenWidths.set(column, this.#layout.width(column));
    this.#options.onDidChange();
    this.render();
  }

  /** Sets the width to what header and rows in sight need. */
  fitColumn(column: number): void {
    this.resizeColumn(column, this.#fittedWidth(column));
  }

  cellText(place: GridPlace): Cell | undefined {
    return this.#loader.cell(place.row, place.column);
  }

  isCut(place: GridPlace): boolean {
    return this.#loader.isCut(place.row, place.column);
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
  }

  /** Draws at the next frame, once for any number of causes. */
  render(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #measure(): void {
    const viewHeight = this.element.clientHeight - this.#header.element.offsetHeight;
    this.#scroll.resize(this.#rowCount * this.#options.rowHeight, Math.max(0, viewHeight));
    this.#rows.element.style.height = `${this.#scroll.physicalHeight}px`;
  }

  get #gutterWidth(): number {
    return gutterPadding + 7.5 * Math.max(3, this.#options.formatNumber(this.#rowCount).length);
  }

  #viewRows(): { first: number; end: number; viewHeight: number } {
    const { rowHeight } = this.#options;
    const viewHeight = Math.max(0, this.element.clientHeight - this.#header.element.offsetHeight);
    const first = Math.floor(this.#scroll.virtualTop / rowHeight);
    return {
      first,
      end: Math.min(this.#rowCount, Math.ceil((this.#scroll.virtualTop + viewHeight) / rowHeight)),
      viewHeight,
    };
  }

  #draw(): void {
    if (this.element.clientWidth === 0) {
      return;
    }
    const { rowHeight, formatNumber } = this.#options;
    const physicalTop = this.element.scrollTop;
    this.#measure();
    const gutterWidth = this.#gutterWidth;
    const layout = this.#layout;
    this.#rows.element.style.width = `${gutterWidth + layout.totalWidth}px`;
    const columns = layout.visible(this.left, Math.max(0, this.element.clientWidth - gutterWidth));
    const view = this.#viewRows();
    const firstRow = Math.max(0, view.first - overscanRows);
    const endRow = Math.min(this.#rowCount, view.end + overscanRows);
    this.#loader.show({
      firstRow: Math.min(view.first, endRow),
      endRow: view.end,
      firstColumn: columns.first,
      endColumn: columns.end,
      isMovingUp: this.#isMovingUp,
    });
    const tabStop = this.#tabStop(view, columns);
    this.#header.setGutterWidth(gutterWidth);
    this.#header.show(
      this.#columns,
      layout,
      columns,
      gutterWidth,
      this.#sort,
      tabStop.row < 0 ? tabStop.column : undefined,
    );
    this.#rows.render({
      firstRow,
      endRow,
      columns,
      layout,
      facts: this.#columns,
      gutterWidth,
      rowHeight,
      top: physicalTop + firstRow * rowHeight - this.#scroll.virtualTop,
      selection: this.#selection,
      tabStop,
      cell: (row, column) => this.#loader.cell(row, column),
      isCut: (row, column) => this.#loader.isCut(row, column),
      formatNumber,
    });
  }

  /** The active cell, or one in sight while that is out of sight: Tab always finds exactly one. */
  #tabStop(view: { first: number; end: number }, columns: { first: number; end: number }): GridPlace {
    const { row, column } = this.#selection.active;
    const isColumnShown = column >= columns.first && column < columns.end;
    const shownColumn = isColumnShown ? column : columns.first;
    if (row < 0 || view.end <= view.first) {
      return { row: -1, column: shownColumn };
    }
    return { row: row >= view.first && row < view.end ? row : view.first, column: shownColumn };
  }

  #onScroll(): void {
    const top = this.#scroll.scrollTo(this.element.scrollTop);
    this.#isMovingUp = top < this.#lastTop;
    this.#lastTop = top;
    this.render();
  }

  #onScrollEnd(): void {
    if (this.#scroll.isScaled && this.#scroll.settledTop !== this.#scroll.physicalTop) {
      this.element.scrollTop = this.#scroll.settle();
      this.render();
    }
    this.#options.onDidChange();
  }

  #onKey(event: KeyboardEvent): void {
    const size = { rowCount: this.#rowCount, columnCount: this.#columns.length };
    const { viewHeight } = this.#viewRows();
    const pageRows = Math.max(1, Math.floor(viewHeight / this.#options.rowHeight) - 1);
    const { active } = this.#selection;
    const isRightToLeft = getComputedStyle(this.element).direction === "rtl";
    const command = commandOfKey(event, active, size, pageRows, isRightToLeft);
    if (!command || size.columnCount === 0) {
      return;
    }
    event.preventDefault();
    switch (command.kind) {
      case "move":
        this.#select(command.isExtending ? extendTo(this.#selection, command.to) : selectCell(command.to), true);
        return;
      case "activate":
        if (active.row < 0) {
          this.#options.onSort(active.column);
        } else {
          this.#options.onOpenValue(active);
        }
        return;
      case "openMenu":
        this.#options.onOpenMenu(active, this.#nodeOf(active) ?? this.element);
        return;
      case "copy":
        this.#options.onCopy();
        return;
      case "selectRows":
        this.#select(selectRows(this.#selection, size), true);
        return;
      case "selectColumns":
        this.#select(selectColumns(this.#selection, size), true);
        return;
      case "selectAll":
        this.#select(selectAll(this.#selection, size), true);
    }
  }

  #onPointerDown(event: PointerEvent): void {
    const place = this.#rows.placeOf(event.target);
    if (!place || event.button !== 0) {
      return;
    }
    event.preventDefault();
    const size = { rowCount: this.#rowCount, columnCount: this.#columns.length };
    if (place.column < 0) {
      this.#select(selectRows(selectCell({ row: place.row, column: 0 }), size), true);
      return;
    }
    this.#dragFrom = place;
    this.#select(event.shiftKey ? extendTo(this.#selection, place) : selectCell(place), true);
  }

  #onPointerMove(event: PointerEvent): void {
    const place = this.#dragFrom && this.#rows.placeOf(event.target);
    if (!place || place.column < 0) {
      return;
    }
    const { active } = this.#selection;
    if (place.row !== active.row || place.column !== active.column) {
      this.#select(extendTo(this.#selection, place), false);
    }
  }

  #onContextMenu(event: MouseEvent): void {
    const place = this.#rows.placeOf(event.target);
    if (!place || place.column < 0 || !(event.target instanceof HTMLElement)) {
      return;
    }
    event.preventDefault();
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#selection.range;
    const isInside =
      place.row >= firstRow && place.row <= lastRow && place.column >= firstColumn && place.column <= lastColumn;
    if (!isInside) {
      this.#select(selectCell(place), true);
    }
    this.#options.onOpenMenu(place, event.target);
  }

  #select(selection: GridSelection, isRevealing: boolean): void {
    const before = this.#selection.active;
    this.#selection = { ...selection, active: this.#clamped(selection.active) };
    if (isRevealing) {
      this.#reveal(this.#selection.active);
    }
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#draw();
    this.#nodeOf(this.#selection.active)?.focus({ preventScroll: true });
    const { active } = this.#selection;
    if (before.row !== active.row || before.column !== active.column) {
      this.#options.announce(this.#describe(active));
    }
    this.#options.onDidChange();
  }

  /** The focus came by another way than ours, for example a screen reader's. */
  #follow(place: GridPlace): void {
    const { active } = this.#selection;
    if (active.row !== place.row || active.column !== place.column) {
      this.#selection = selectCell(place);
      this.render();
    }
  }

  #reveal({ row, column }: GridPlace): void {
    this.#measure();
    const { rowHeight } = this.#options;
    const viewHeight = Math.max(rowHeight, this.element.clientHeight - this.#header.element.offsetHeight);
    const { virtualTop } = this.#scroll;
    const wanted = row < 0 ? virtualTop : offsetToReveal(row * rowHeight, rowHeight, virtualTop, viewHeight);
    if (wanted !== virtualTop) {
      this.#isMovingUp = wanted < virtualTop;
      this.#lastTop = wanted;
      this.element.scrollTop = this.#scroll.moveTo(wanted);
    }
    const room = this.element.clientWidth - this.#gutterWidth;
    const left = offsetToReveal(this.#layout.left(column), this.#layout.width(column), this.left, room);
    if (left !== this.left) {
      this.element.scrollLeft = getComputedStyle(this.element).direction === "rtl" ? -left : left;
    }
  }

  #nodeOf(place: GridPlace): HTMLElement | undefined {
    return place.row < 0 ? this.#header.cell(place.column) : this.#rows.cell(place);
  }

  #clamped({ row, column }: GridPlace): GridPlace {
    return {
      row: Math.max(-1, Math.min(row, this.#rowCount - 1)),
      column: Math.max(0, Math.min(column, this.#columns.length - 1)),
    };
  }

  #describe({ row, column }: GridPlace): string {
    if (row < 0) {
      return this.#header.describe(this.#columns, column);
    }
    const { strings, formatNumber } = this.#options;
    const value = this.#loader.cell(row, column);
    const text = value === null ? strings.missing : (value ?? "");
    const name = this.#columns[column]?.name ?? "";
    return fillText(strings.position, formatNumber(row + 1), formatNumber(this.#rowCount), name, text);
  }

  #fitOnce(): void {
    const hasRows = this.#loader.cell(this.topRow, 0) !== undefined;
    if (this.#isFitted || !hasRows) {
      return;
    }
    this.#isFitted = true;
    this.#layout.set(this.#columns.map((_, column) => this.#chosenWidths.get(column) ?? this.#fittedWidth(column)));
  }

  #fittedWidth(column: number): number {
    const { first, end } = this.#viewRows();
    const texts: string[] = [];
    for (let row = first; row < Math.min(end + 50, first + 100); row++) {
      texts.push(this.#loader.cell(row, column) ?? "");
    }
    return fitWidth(this.element, this.#columns[column]?.name ?? "", texts);
  }
}
