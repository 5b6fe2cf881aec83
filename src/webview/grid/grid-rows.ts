import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, setAttribute } from "../element.ts";
import type { ColumnLayout } from "./column-layout.ts";
import { type GridPlace, type GridSelection, isSelected } from "./grid-selection.ts";

interface PooledRow {
  readonly element: HTMLElement;
  readonly gutter: HTMLElement;
  readonly cells: HTMLElement[];
  row: number;
}

/** What one frame shows. */
export interface RowsFrame {
  readonly firstRow: number;
  readonly endRow: number;
  readonly columns: { readonly first: number; readonly end: number };
  readonly layout: ColumnLayout;
  readonly facts: readonly ResultColumn[];
  readonly gutterWidth: number;
  readonly rowHeight: number;
  /** Pixels from the top of the space to the first row. */
  readonly top: number;
  readonly selection: GridSelection;
  readonly tabStop: GridPlace;
  cell(row: number, column: number): Cell | undefined;
  isCut(row: number, column: number): boolean;
  formatNumber(value: number): string;
}

/** The rows that show: a pool of nodes that are moved and written anew, never made while scrolling. */
export class GridRows {
  readonly element = element("div", { class: "grid-space", role: "rowgroup" });
  readonly #pool: PooledRow[] = [];
  readonly #strings: ResultsStrings;

  constructor(strings: ResultsStrings) {
    this.#strings = strings;
  }

  render(frame: RowsFrame): void {
    const count = frame.endRow - frame.firstRow;
    this.#resizePool(count, frame.columns.end - frame.columns.first);
    for (let row = frame.firstRow; row < frame.endRow; row++) {
      const pooled = this.#pool[row % count];
      if (pooled) {
        this.#writeRow(pooled, row, frame);
      }
    }
  }

  cell(place: GridPlace): HTMLElement | undefined {
    const pooled = this.#pool.find(({ row }) => row === place.row);
    return pooled?.cells.find((cell) => cell.getAttribute("aria-colindex") === String(place.column + 2));
  }

  /** The place of a node in the rows; the row's number counts as column -1. */
  placeOf(target: EventTarget | null): GridPlace | undefined {
    const node = target instanceof Element ? target.closest(".grid-cell, .grid-number") : null;
    const pooled = node && this.#pool.find((row) => row.element === node.parentElement);
    if (!node || !pooled) {
      return undefined;
    }
    return { row: pooled.row, column: Number(node.getAttribute("aria-colindex")) - 2 };
  }

  #resizePool(rowCount: number, columnCount: number): void {
    while (this.#pool.length < rowCount) {
      const gutter = element("div", { class: "grid-number", role: "rowheader", "aria-colindex": 1 });
      const row = element("div", { class: "grid-row", role: "row" }, gutter);
      this.#pool.push({ element: row, gutter, cells: [], row: -1 });
      this.element.append(row);
    }
    for (const { element: row } of this.#pool.splice(rowCount)) {
      row.remove();
    }
    for (const { element: row, cells } of this.#pool) {
      while (cells.length < columnCount) {
        const cell = element("div", { class: "grid-cell", role: "gridcell", tabindex: -1 });
        cell.append("");
        cells.push(cell);
        row.append(cell);
      }
      for (const cell of cells.splice(columnCount)) {
        cell.remove();
      }
    }
  }

  #writeRow(pooled: PooledRow, row: number, frame: RowsFrame): void {
    const { columns, layout, gutterWidth, rowHeight } = frame;
    const { style } = pooled.element;
    pooled.row = row;
    style.transform = `translateY(${frame.top + (row - frame.firstRow) * rowHeight}px)`;
    style.width = `${gutterWidth + layout.totalWidth}px`;
    style.height = `${rowHeight}px`;
    style.lineHeight = `${rowHeight - 1}px`;
    setAttribute(pooled.element, "aria-rowindex", String(row + 2));
    pooled.element.classList.toggle("is-odd", row % 2 === 1);
    pooled.gutter.style.width = `${gutterWidth}px`;
    writeText(pooled.gutter, frame.formatNumber(row + 1));
    const count = columns.end - columns.first;
    for (let column = columns.first; column < columns.end; column++) {
      const cell = pooled.cells[column % count];
      if (cell) {
        this.#writeCell(cell, row, column, frame);
      }
    }
  }

  #writeCell(cell: HTMLElement, row: number, column: number, frame: RowsFrame): void {
    const { layout, selection, tabStop } = frame;
    const left = `${frame.gutterWidth + layout.left(column)}px`;
    const width = `${layout.width(column)}px`;
    if (cell.style.insetInlineStart !== left) {
      cell.style.insetInlineStart = left;
    }
    if (cell.style.width !== width) {
      cell.style.width = width;
    }
    const value = frame.cell(row, column);
    const isActive = selection.active.row === row && selection.active.column === column;
    setAttribute(cell, "aria-colindex", String(column + 2));
    setAttribute(cell, "aria-selected", isSelected(selection, row, column) ? "true" : "false");
    setAttribute(cell, "tabindex", tabStop.row === row && tabStop.column === column ? "0" : "-1");
    setAttribute(cell, "data-kind", frame.facts[column]?.kind);
    setAttribute(cell, "data-state", value === undefined ? "waiting" : value === null ? "missing" : undefined);
    setAttribute(cell, "aria-label", value === null ? this.#strings.missing : undefined);
    cell.classList.toggle("is-active", isActive);
    writeText(cell, shortText(value ?? "", frame.isCut(row, column)));
  }
}

/** One line; the viewer and every copy have the value as it is. */
function shortText(value: string, isCut: boolean): string {
  const line = /[\r\n]/.test(value) ? value.replace(/\r\n|\r|\n/g, "↵") : value;
  return isCut ? `${line}…` : line;
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
