import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { MatrixCell, MatrixRow } from "../../protocol/transaction-view.ts";
import { element, icon, setAttribute } from "../element.ts";
import { phaseIcons } from "./phase-display.ts";

const rowHeight = 24;
/** Number of rows drawn beyond the viewport, so that scrolling shows no gap. */
const spareRows = 10;

/** Virtual grid with tenants as rows and jobs as columns. The Tab key reaches only one cell. */
export class TenantMatrix {
  readonly element: HTMLElement;
  readonly #strings: TransactionStrings;
  readonly #onFocus: (row: MatrixRow, cell: MatrixCell | null | undefined) => void;
  readonly #header = element("div", { class: "matrix-row matrix-header", role: "row", "aria-rowindex": 1 });
  readonly #space = element("div", { class: "matrix-space", role: "rowgroup" });
  readonly #drawn = new Map<number, HTMLElement>();
  #columns: readonly string[] = [];
  #rows: readonly MatrixRow[] = [];
  #activeCell: CellPosition = { row: 0, column: 0 };

  /** `onFocus` is called with the cell that receives the focus. */
  constructor(strings: TransactionStrings, onFocus: (row: MatrixRow, cell: MatrixCell | null | undefined) => void) {
    this.#strings = strings;
    this.#onFocus = onFocus;
    const head = element("div", { role: "rowgroup" }, this.#header);
    this.element = element("div", { class: "matrix", role: "grid", "aria-label": strings.tenants }, head, this.#space);
    this.element.addEventListener("scroll", () => this.#draw());
    this.element.addEventListener("keydown", (event) => this.#press(event));
    this.element.addEventListener("click", (event) => this.#pick(event));
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** Shows the tenants. `columns` are the column titles: the transaction and its jobs. */
  show(columns: readonly string[], rows: readonly MatrixRow[]): void {
    const hadFocus = this.element.contains(document.activeElement);
    const tenant = this.#rows[this.#activeCell.row]?.tenant;
    this.#rows = rows;
    this.#columns = [this.#strings.tenant, ...columns];
    // The active cell follows its tenant, even if its row moves, or stays in the header row.
    const kept = rows.findIndex((row) => row.tenant === tenant);
    const firstRow = rows.length > 0 && !(hadFocus && this.#activeCell.row < 0) ? 0 : -1;
    this.#activeCell = {
      row: kept >= 0 ? kept : Math.min(Math.max(this.#activeCell.row, firstRow), rows.length - 1),
      column: Math.min(this.#activeCell.column, this.#columns.length - 1),
    };
    setAttribute(this.element, "aria-rowcount", String(rows.length + 1));
    setAttribute(this.element, "aria-colcount", String(this.#columns.length));
    this.element.style.setProperty("--columns", String(columns.length));
    this.#space.style.height = `${rows.length * rowHeight}px`;
    for (const drawn of this.#drawn.values()) {
      drawn.remove();
    }
    this.#drawn.clear();
    this.#header.replaceChildren(
      ...this.#columns.map((name, column) =>
        element(
          "div",
          {
            class: "matrix-cell",
            role: "columnheader",
            "aria-colindex": column + 1,
            tabindex: this.#tabIndex(-1, column),
            title: name,
          },
          name,
        ),
      ),
    );
    this.#draw();
    if (hadFocus) {
      this.#focus();
    }
  }

  #draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - spareRows);
    const last = Math.min(
      this.#rows.length - 1,
      Math.ceil((this.element.scrollTop + this.element.clientHeight) / rowHeight) + spareRows,
    );
    for (const [index, drawn] of this.#drawn) {
      // The row with the active cell is kept, because removing it would lose the focus.
      if ((index < first || index > last) && index !== this.#activeCell.row) {
        drawn.remove();
        this.#drawn.delete(index);
      }
    }
    for (let index = first; index <= last; index++) {
      this.#drawRow(index);
    }
    this.#drawRow(this.#activeCell.row);
  }

  #drawRow(index: number): void {
    const row = this.#rows[index];
    if (!row || this.#drawn.has(index)) {
      return;
    }
    const line = element(
      "div",
      { class: "matrix-row", role: "row", "aria-rowindex": index + 2 },
      element(
        "div",
        {
          class: "matrix-cell",
          role: "rowheader",
          "aria-colindex": 1,
          tabindex: this.#tabIndex(index, 0),
          title: row.tenant,
        },
        row.tenant,
      ),
      ...row.cells.map((cell, column) => this.#drawCell(cell, index, column + 1)),
    );
    line.style.top = `${index * rowHeight}px`;
    this.#drawn.set(index, line);
    this.#space.append(line);
  }

  #drawCell(cell: MatrixCell | null, row: number, column: number): HTMLElement {
    const attributes = { role: "gridcell", "aria-colindex": column + 1, tabindex: this.#tabIndex(row, column) };
    if (!cell) {
      return element("div", { ...attributes, class: "matrix-cell" });
    }
    return element(
      "div",
      { ...attributes, class: "matrix-cell", "data-phase": cell.phase, title: cell.message },
      icon(phaseIcons[cell.phase]),
      element("span", {}, cell.state),
      ...(cell.message === undefined ? [] : [element("span", { class: "matrix-message" }, cell.message)]),
    );
  }

  #tabIndex(row: number, column: number): number {
    return row === this.#activeCell.row && column === this.#activeCell.column ? 0 : -1;
  }

  #press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const size = { rows: this.#rows.length, columns: this.#columns.length, page };
    const activeCell = event.altKey ? undefined : findCellAfterKey(event, this.#activeCell, size);
    if (activeCell) {
      event.preventDefault();
      this.#go(activeCell);
    }
  }

  #pick(event: MouseEvent): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[aria-colindex]") : null;
    const row = cell?.closest<HTMLElement>("[aria-rowindex]");
    if (cell && row) {
      this.#go({
        row: Number(row.getAttribute("aria-rowindex")) - 2,
        column: Number(cell.getAttribute("aria-colindex")) - 1,
      });
    }
  }

  #go(activeCell: CellPosition): void {
    this.#cellAt(this.#activeCell)?.setAttribute("tabindex", "-1");
    this.#activeCell = activeCell;
    this.#scrollTo(activeCell.row);
    this.#draw();
    this.#focus();
    const row = this.#rows[activeCell.row];
    if (row) {
      this.#onFocus(
        row,
        activeCell.column === 0 ? row.cells.find((cell) => cell?.message) : row.cells[activeCell.column - 1],
      );
    }
  }

  #focus(): void {
    const cell = this.#cellAt(this.#activeCell);
    cell?.setAttribute("tabindex", "0");
    cell?.focus({ preventScroll: true });
  }

  #scrollTo(row: number): void {
    const top = row * rowHeight;
    const seen = this.element.clientHeight - this.#header.offsetHeight;
    if (row >= 0 && top < this.element.scrollTop) {
      this.element.scrollTop = top;
    } else if (top + rowHeight > this.element.scrollTop + seen) {
      this.element.scrollTop = top + rowHeight - seen;
    }
  }

  #cellAt({ row, column }: CellPosition): HTMLElement | undefined {
    const line = row < 0 ? this.#header : this.#drawn.get(row);
    return line?.children[column] as HTMLElement | undefined;
  }
}

/** Position of a cell in the matrix; row -1 has the column titles, column 0 the tenants. */
interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/**
 * Returns the cell that a key press moves to (the grid pattern of the ARIA authoring practices). Undefined for any
 * other key.
 */
export function findCellAfterKey(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { row, column }: CellPosition,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPosition | undefined {
  const isControl = ctrlKey || metaKey;
  const at = (toRow: number, toColumn: number): CellPosition => ({
    row: Math.max(-1, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case "ArrowDown":
      return at(isControl ? rows - 1 : row + 1, column);
    case "ArrowUp":
      return at(isControl ? 0 : row - 1, column);
    case "ArrowRight":
      return at(row, isControl ? columns - 1 : column + 1);
    case "ArrowLeft":
      return at(row, isControl ? 0 : column - 1);
    case "Home":
      return isControl ? at(0, 0) : at(row, 0);
    case "End":
      return isControl ? at(rows - 1, columns - 1) : at(row, columns - 1);
    case "PageDown":
      return at(row + page, column);
    case "PageUp":
      return at(row - page, column);
    default:
      return undefined;
  }
}
