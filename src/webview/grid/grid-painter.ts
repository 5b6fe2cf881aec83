import { setAttribute } from "../element.ts";
import type { ColumnNumberFormats } from "../values/number-formats.ts";
import { type ColumnsInView, columnsInViewOf, isSameColumnRange } from "./column-layout.ts";
import type { ColumnWidths } from "./column-widths.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridCursor } from "./grid-cursor.ts";
import type { GridFilters } from "./grid-filters.ts";
import type { GridHeader } from "./grid-header.ts";
import type { GridFrameChange, GridRows } from "./grid-rows.ts";
import type { GridScroller, RowsInView } from "./grid-scroller.ts";
import type { GridPosition } from "./grid-selection.ts";
import type { HeaderSummaries } from "./header-summary.ts";
import type { WindowLoader } from "./window-loader.ts";

interface PainterParts {
  readonly element: HTMLElement;
  readonly header: GridHeader;
  readonly filters: GridFilters;
  readonly rows: GridRows;
  readonly scroller: GridScroller;
  readonly widths: ColumnWidths;
  readonly cursor: GridCursor;
  readonly loader: WindowLoader;
  readonly content: Readonly<GridContent>;
  readonly rowHeight: number;
  readonly summaries: HeaderSummaries | undefined;
  readonly shapes: ColumnNumberFormats;
  formatNumber(value: number): string;
  onDidDraw(): void;
}

/** Rows drawn above the viewport, and at least one less below it. */
const overscanRows = 3;
/** Delay before rows that are loading are shown as placeholders. */
const placeholderDelayMs = 100;
const gutterPadding = 22;
const digitWidth = 7.5;

/** Draws the grid's viewport and requests missing rows. */
export class GridPainter {
  readonly #parts: PainterParts;
  #frame = 0;
  #change: GridFrameChange = "all";
  #columns: ColumnsInView | undefined;
  #tabStop: GridPosition | undefined;
  #placeholderTimer: ReturnType<typeof setTimeout> | undefined;
  #showsPlaceholders = false;
  /** Whether the last frame left the rows to the next one, because they were loading. */
  #hasLeftRows = false;
  /** Edges of the drawn rows, in pixels from the top of the scrolled element. */
  #drawn = { top: 0, bottom: 0 };

  constructor(parts: PainterParts) {
    this.#parts = parts;
  }

  /** Width of the column of row numbers, in pixels. */
  get gutterWidth(): number {
    const { content, formatNumber } = this.#parts;
    return Math.ceil(gutterPadding + digitWidth * Math.max(3, formatNumber(content.rowCount).length));
  }

  /** Draws everything in the next animation frame. Several calls draw once. */
  drawSoon(): void {
    this.#change = "all";
    this.drawScrolled();
  }

  /** Draws the rows in the next animation frame, when only their content has changed; at once where none is in sight. */
  drawRowsSoon(): void {
    this.#raise("rows");
    if (this.#hasLeftRows) {
      this.#draw();
    } else {
      this.drawScrolled();
    }
  }

  /** Draws what was scrolled into view in the next animation frame. */
  drawScrolled(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw(true));
  }

  draw(): void {
    this.#change = "all";
    this.#draw();
  }

  /** Draws the rows immediately, when only their content or selection has changed. */
  drawRows(): void {
    this.#raise("rows");
    this.#draw();
  }

  /** Requests rows that will soon be visible. Returns false if they are loaded or will not arrive. */
  prefetch({ first, end }: RowsInView): boolean {
    const { loader, scroller } = this.#parts;
    return loader.show({
      firstRow: first,
      endRow: end,
      ...this.#wanted(this.#inView),
      isMovingUp: first < scroller.topRow,
    });
  }

  #raise(change: GridFrameChange): void {
    this.#change = this.#change === "all" ? "all" : change;
  }

  get #inView(): ColumnsInView {
    const { element, scroller, widths } = this.#parts;
    return widths.layout.visible(scroller.left, Math.max(0, element.clientWidth - this.gutterWidth));
  }

  #wanted({ frozen, first, end }: ColumnsInView) {
    return { frozenColumns: frozen, firstColumn: first, endColumn: end };
  }

  /**
   * Draws the grid. With `canWait`, hidden rows that are loading are left to the next frame, so that this one is drawn
   * sooner.
   */
  #draw(canWait = false): void {
    this.dispose();
    const { element, rows, scroller, widths, cursor, loader, content, rowHeight, shapes, formatNumber } = this.#parts;
    if (element.clientWidth === 0) {
      return;
    }
    const { layout } = widths;
    const rowOrigin = scroller.measure();
    element.classList.toggle("is-moved", scroller.left > 0);
    const { gutterWidth } = this;
    const columns = this.#inView;
    const view = scroller.rowsInView;
    // The number does not depend on the scroll position, so that every row keeps its node until it leaves the viewport.
    // It is even, so that odd rows, which have another background, stay odd.
    const maxRows = 2 * Math.ceil((scroller.maxRowsInView + 2 * overscanRows - 1) / 2);
    const count = Math.min(content.rowCount, maxRows);
    const firstRow = Math.max(0, Math.min(view.first - overscanRows, content.rowCount - count));
    const isWaiting = loader.show({
      firstRow: Math.min(view.first, firstRow + count),
      endRow: view.end,
      ...this.#wanted(columns),
      isMovingUp: scroller.isMovingUp,
    });
    this.#markWaiting(isWaiting);
    this.#hasLeftRows = canWait && isWaiting && !this.#showsPlaceholders && !this.#isDrawnInSight();
    setAttribute(element, "aria-busy", String(content.isArranging || loader.isStale || this.#hasLeftRows));
    const tabStop = cursor.tabStop(view, columns);
    const isSame = this.#columns !== undefined && isSameColumnRange(columns, this.#columns);
    const change = isSame ? this.#change : "all";
    if (change === "all" || !this.#isSameInHeader(tabStop)) {
      rows.element.style.width = `${gutterWidth + layout.totalWidth}px`;
      this.#drawHeader(columns, tabStop, gutterWidth);
    }
    this.#columns = columns;
    this.#tabStop = tabStop;
    if (this.#hasLeftRows) {
      this.#change = change;
      return;
    }
    this.#change = "place";
    // Between pixels, texts are blurred.
    const top = Math.round(rowOrigin + firstRow * rowHeight);
    this.#drawn = { top, bottom: top + count * rowHeight };
    rows.render({
      change,
      firstRow,
      endRow: firstRow + count,
      columns,
      layout,
      metadata: content.columns,
      headLines: content.headLines,
      gutterWidth,
      rowHeight,
      top,
      selection: cursor.selection,
      tabStop,
      cell: (row, column) => loader.cell(row, content.positions[column] ?? -1),
      node: (row) => loader.node(row),
      position: (column) => content.positions[column] ?? -1,
      isCut: (row, column) => loader.isCut(row, content.positions[column] ?? -1),
      smallGroup: (row, column) => loader.smallGroup(row, content.positions[column] ?? -1),
      shape: (column) => shapes.of(column),
      isTotal: (row) => loader.isTotal(row),
      formatNumber,
    });
    this.#parts.onDidDraw();
  }

  /** Shows placeholders for rows that take long; drawing them for rows that come at once would take longer than those. */
  #markWaiting(isWaiting: boolean): void {
    const { classList } = this.#parts.element;
    if (!isWaiting) {
      clearTimeout(this.#placeholderTimer);
      this.#placeholderTimer = undefined;
      this.#showsPlaceholders = false;
      classList.remove("has-placeholders");
    } else {
      this.#placeholderTimer ??= setTimeout(() => {
        this.#showsPlaceholders = true;
        classList.add("has-placeholders");
        this.drawScrolled();
      }, placeholderDelayMs);
    }
  }

  #isDrawnInSight(): boolean {
    const { scrollTop, clientHeight } = this.#parts.element;
    return this.#drawn.bottom > scrollTop && this.#drawn.top < scrollTop + clientHeight;
  }

  /** Whether the header and the filters have the same tab stop as in the last frame. */
  #isSameInHeader({ row, column }: GridPosition): boolean {
    return this.#tabStop?.column === column && this.#tabStop.row < 0 === row < 0;
  }

  #drawHeader(inView: ColumnsInView, tabStop: GridPosition, gutterWidth: number): void {
    const { header, filters, widths, content, summaries } = this.#parts;
    const { layout } = widths;
    header.setGutterWidth(gutterWidth);
    const sort = content.view.sort.map((key) => ({ ...key, column: content.positions.indexOf(key.column) }));
    const headerTabStop = tabStop.row < 0 ? tabStop.column : undefined;
    header.show(content.columns, layout, inView, gutterWidth, sort, headerTabStop, (column) =>
      summaries?.get(content.positions[column] ?? -1),
    );
    summaries?.load(columnsInViewOf(inView).flatMap((column) => content.positions[column] ?? []));
    filters.show({
      columns: content.columns,
      positions: content.positions,
      layout,
      inView,
      gutterWidth,
      filters: content.view.filter,
      tabStop: tabStop.column,
    });
  }

  /** Cancels the scheduled animation frame. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
