import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Cell, ResultColumn, TreeNode } from "../../protocol/data-worker.ts";
import { element, setAttribute } from "../element.ts";
import type { NumberFormat } from "../values/number-formats.ts";
import type { CellDisplay, CellFormatter } from "./cell-display.ts";
import type { ColumnLayout, ColumnsInView } from "./column-layout.ts";
import { type GridPosition, type GridSelection, isSelected } from "./grid-selection.ts";
import { TextFitEstimator } from "./text-fit.ts";

interface PooledRow {
  readonly element: HTMLElement;
  readonly gutter: HTMLElement;
  /** Frozen cells, which follow the row number and do not scroll. */
  readonly frozen: HTMLElement[];
  readonly cells: HTMLElement[];
  row: number;
}

/** Extent of the changes since the grid was last drawn: only the scroll offset, the content of rows, or anything. */
export type GridFrameChange = "place" | "rows" | "all";

/** Content and geometry of one frame. */
interface RowsFrame {
  readonly change: GridFrameChange;
  readonly firstRow: number;
  readonly endRow: number;
  readonly columns: ColumnsInView;
  readonly layout: ColumnLayout;
  readonly metadata: readonly ResultColumn[];
  readonly headLines: number;
  readonly gutterWidth: number;
  readonly rowHeight: number;
  /** Distance from the top of the scrolled element to the first row, in pixels. */
  readonly top: number;
  readonly selection: GridSelection;
  readonly tabStop: GridPosition;
  cell(row: number, column: number): Cell | undefined;
  /** Tree node of a row. */
  node(row: number): TreeNode | undefined;
  /** Position of a column in the result; in a tree, the first positions are its levels. */
  position(column: number): number;
  isCut(row: number, column: number): boolean;
  smallGroup(row: number, column: number): SmallGroupGuard | undefined;
  /** Number format of a column. */
  shape(column: ResultColumn | undefined): NumberFormat | undefined;
  /** Whether a row has totals of other rows. */
  isTotal(row: number): boolean;
  formatNumber(value: number): string;
}

/** Display of a member that has no value, which is not the same as a missing value. */
const blankDisplay: CellDisplay = { text: "", state: undefined, label: undefined };

/** Pixels for padding, border and letters that extend beyond their width. */
const cellPadding = 20;

/** Draws the visible rows of the grid. Their DOM nodes are reused while scrolling. */
export class GridRows {
  readonly element = element("div", { class: "grid-space", role: "rowgroup" });
  readonly #pool: PooledRow[] = [];
  readonly #formatter: CellFormatter;
  readonly #fit = new TextFitEstimator();
  #tabStop: HTMLElement | undefined;

  constructor(formatter: CellFormatter) {
    this.#formatter = formatter;
  }

  render(frame: RowsFrame): void {
    const count = frame.endRow - frame.firstRow;
    const change = count === this.#pool.length ? frame.change : "all";
    if (change === "all") {
      this.#resizePool(count, frame.columns);
      this.#fit.setFont(this.element);
      for (const pooled of this.#pool) {
        layOutRow(pooled, frame);
      }
    }
    for (let row = frame.firstRow; row < frame.endRow; row++) {
      const pooled = this.#pool[row % count];
      if (pooled) {
        if (change !== "place" || pooled.row !== row) {
          this.#writeRow(pooled, row, frame);
        }
        pooled.element.style.transform = `translateY(${frame.top + (row - frame.firstRow) * frame.rowHeight}px)`;
      }
    }
    this.#moveTabStop(this.cell(frame.tabStop));
  }

  cell(location: GridPosition): HTMLElement | undefined {
    const pooled = this.#pool.find(({ row }) => row === location.row);
    const index = String(location.column + 2);
    return pooled && [...pooled.frozen, ...pooled.cells].find((cell) => cell.getAttribute("aria-colindex") === index);
  }

  /** Returns the cell that a DOM node belongs to. The column of a row number is -1. */
  locationOf(target: EventTarget | null): GridPosition | undefined {
    const node = target instanceof Element ? target.closest(".grid-cell, .grid-number") : null;
    const pooled = node && this.#pool.find((row) => row.element === node.parentElement);
    if (!node || !pooled) {
      return undefined;
    }
    return { row: pooled.row, column: Number(node.getAttribute("aria-colindex")) - 2 };
  }

  #resizePool(rowCount: number, { frozen, first, end }: ColumnsInView): void {
    while (this.#pool.length < rowCount) {
      const gutter = element("div", { class: "grid-number", role: "rowheader", "aria-colindex": 1 });
      const row = element("div", { class: "grid-row", role: "row" }, gutter);
      this.#pool.push({ element: row, gutter, frozen: [], cells: [], row: -1 });
      this.element.append(row);
    }
    for (const { element: row } of this.#pool.splice(rowCount)) {
      row.remove();
    }
    for (const pooled of this.#pool) {
      resizeCells(pooled.frozen, frozen, (cell) => {
        cell.classList.add("is-frozen");
        (pooled.frozen.at(-1) ?? pooled.gutter).after(cell);
      });
      resizeCells(pooled.cells, end - first, (cell) => pooled.element.append(cell));
    }
  }

  #moveTabStop(cell: HTMLElement | undefined): void {
    if (cell !== this.#tabStop) {
      this.#tabStop?.setAttribute("tabindex", "-1");
      cell?.setAttribute("tabindex", "0");
      this.#tabStop = cell;
    }
  }

  #writeRow(pooled: PooledRow, row: number, frame: RowsFrame): void {
    pooled.row = row;
    setAttribute(pooled.element, "aria-rowindex", String(row + 1 + frame.headLines));
    const node = frame.node(row);
    setAttribute(pooled.element, "aria-level", node && String(Math.max(1, node.level)));
    setAttribute(pooled.element, "aria-expanded", node?.isOpen === undefined ? undefined : String(node.isOpen));
    pooled.element.classList.toggle("is-odd", row % 2 === 1);
    pooled.element.classList.toggle("is-total", frame.isTotal(row));
    writeText(pooled.gutter, frame.formatNumber(row + 1));
    for (const [column, cell] of cellsOf(pooled, frame.columns)) {
      this.#writeCell(cell, row, column, node, frame);
    }
  }

  #writeCell(cell: HTMLElement, row: number, column: number, node: TreeNode | undefined, frame: RowsFrame): void {
    const { selection } = frame;
    const value = frame.cell(row, column);
    const isActive = selection.active.row === row && selection.active.column === column;
    setAttribute(cell, "aria-selected", isSelected(selection, row, column) ? "true" : "false");
    const position = frame.position(column);
    const guard = frame.smallGroup(row, column);
    const metadata = frame.metadata[column];
    setAttribute(cell, "data-tree", node && treeMark(node, position));
    const display =
      value === null && node && isParentValue(node, position)
        ? blankDisplay
        : this.#formatter.format(value, metadata, frame.isCut(row, column), guard, frame.shape(metadata));
    setAttribute(cell, "data-state", display.state);
    setAttribute(cell, "aria-label", display.label);
    setAttribute(cell, "title", (guard && display.label) ?? display.member);
    cell.classList.toggle("is-active", isActive);
    // Computing an ellipsis takes time in every frame, even for texts that fit.
    const isShort = !node && !display.state && this.#fit.fits(display.text, frame.layout.width(column) - cellPadding);
    cell.classList.toggle("is-short", isShort);
    writeText(cell, display.text);
  }
}

/** Sets what does not depend on the scroll position. */
function layOutRow(pooled: PooledRow, { columns, layout, metadata, gutterWidth, rowHeight }: RowsFrame): void {
  const { style } = pooled.element;
  style.width = `${gutterWidth + layout.totalWidth}px`;
  style.height = `${rowHeight}px`;
  style.lineHeight = `${rowHeight - 1}px`;
  pooled.gutter.style.width = `${gutterWidth}px`;
  for (const [column, cell] of cellsOf(pooled, columns)) {
    cell.style.insetInlineStart = `${gutterWidth + layout.left(column)}px`;
    cell.style.width = `${layout.width(column)}px`;
    setAttribute(cell, "aria-colindex", String(column + 2));
    setAttribute(cell, "data-kind", metadata[column]?.kind);
    cell.classList.toggle("is-edge", column === columns.frozen - 1);
    cell.classList.toggle("is-total", metadata[column]?.head?.isTotal === true);
  }
}

/** Pairs the cells of a row with their columns. */
function cellsOf({ frozen, cells }: PooledRow, { first, end }: ColumnsInView): [number, HTMLElement][] {
  const count = end - first;
  // A column keeps its cell while others are added and removed.
  return [
    ...frozen.entries(),
    ...cells.map((cell, location): [number, HTMLElement] => [
      first + ((location - (first % count) + count) % count),
      cell,
    ]),
  ];
}

function resizeCells(cells: HTMLElement[], count: number, add: (cell: HTMLElement) => void): void {
  while (cells.length < count) {
    const cell = element("div", { class: "grid-cell", role: "gridcell", tabindex: -1 });
    cell.append("");
    add(cell);
    cells.push(cell);
  }
  for (const cell of cells.splice(count)) {
    cell.remove();
  }
}

function writeText(target: HTMLElement, text: string): void {
  const node = target.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) {
      node.data = text;
    }
  } else {
    target.textContent = text;
  }
}

/** Marker of a level cell: the row's member, expanded or collapsed, or an ancestor of it. */
type TreeMark = "open" | "closed" | "above";

/** Returns the marker of a cell; the column of level 1 has position 0. */
function treeMark({ level, isOpen }: TreeNode, position: number): TreeMark | undefined {
  if (position < 0 || position >= level) {
    return undefined;
  }
  if (position < level - 1) {
    return "above";
  }
  return isOpen === undefined ? undefined : isOpen ? "open" : "closed";
}

/** Whether a cell is right of its row's member in a tree, and that member has children. Such a cell may hold a total. */
function isParentValue({ level, isOpen }: TreeNode, position: number): boolean {
  return isOpen !== undefined && position >= level;
}
