import type { ColumnKind, ResultColumn, SortKey } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon, setAttribute } from "../element.ts";
import type { ColumnLayout } from "./column-layout.ts";
import { narrowestColumn } from "./column-layout.ts";

export interface HeaderEvents {
  sort(column: number): void;
  resize(column: number, width: number): void;
  fit(column: number): void;
  openMenu(column: number, anchor: HTMLElement): void;
  focus(column: number): void;
}

const kindIcons: Readonly<Record<ColumnKind, string>> = {
  text: "symbol-string",
  number: "symbol-numeric",
  date: "calendar",
  boolean: "symbol-boolean",
};

interface HeaderCell {
  readonly element: HTMLElement;
  readonly kind: HTMLElement;
  readonly name: HTMLElement;
  readonly arrow: HTMLElement;
  column: number;
}

/** The line of column headers; only those that show are there. */
export class GridHeader {
  readonly element = element("div", { class: "grid-header", role: "rowgroup" });
  readonly #row = element("div", { class: "grid-header-row", role: "row", "aria-rowindex": 1 });
  readonly #corner: HTMLElement;
  readonly #cells: HeaderCell[] = [];
  readonly #strings: ResultsStrings;
  readonly #events: HeaderEvents;

  constructor(strings: ResultsStrings, events: HeaderEvents) {
    this.#strings = strings;
    this.#events = events;
    this.#corner = element(
      "div",
      { class: "grid-corner", role: "columnheader", "aria-colindex": 1 },
      strings.rowNumber,
    );
    this.#row.append(this.#corner);
    this.element.append(this.#row);
  }

  setGutterWidth(width: number): void {
    this.#corner.style.width = `${width}px`;
  }

  show(
    columns: readonly ResultColumn[],
    layout: ColumnLayout,
    range: { readonly first: number; readonly end: number },
    gutter: number,
    sort: SortKey | undefined,
    tabStop: number | undefined,
  ): void {
    this.#row.style.width = `${gutter + layout.totalWidth}px`;
    const count = range.end - range.first;
    while (this.#cells.length < count) {
      this.#cells.push(this.#createCell());
    }
    for (const cell of this.#cells.splice(count)) {
      cell.element.remove();
    }
    for (let column = range.first; column < range.end; column++) {
      const cell = this.#cells[column % count];
      const facts = columns[column];
      if (!cell || !facts) {
        continue;
      }
      cell.column = column;
      const { style } = cell.element;
      style.insetInlineStart = `${gutter + layout.left(column)}px`;
      style.width = `${layout.width(column)}px`;
      const direction = sort?.column === column ? sort.direction : undefined;
      setAttribute(cell.element, "aria-colindex", String(column + 2));
      setAttribute(cell.element, "aria-sort", direction ?? "none");
      setAttribute(cell.element, "tabindex", tabStop === column ? "0" : "-1");
      setAttribute(cell.element, "title", `${facts.name} (${this.#kindName(facts.kind)})`);
      setAttribute(cell.element, "data-kind", facts.kind);
      cell.kind.className = `codicon codicon-${kindIcons[facts.kind]} grid-kind`;
      cell.arrow.className = `codicon grid-arrow ${direction ? `codicon-arrow-${direction === "ascending" ? "up" : "down"}` : ""}`;
      if (cell.name.textContent !== facts.name) {
        cell.name.textContent = facts.name;
      }
    }
  }

  cell(column: number): HTMLElement | undefined {
    return this.#cells.find((cell) => cell.column === column)?.element;
  }

  #kindName(kind: ColumnKind): string {
    const { typeText, typeNumber, typeDate, typeBoolean } = this.#strings;
    return { text: typeText, number: typeNumber, date: typeDate, boolean: typeBoolean }[kind];
  }

  #createCell(): HeaderCell {
    const kind = icon("symbol-string");
    const name = element("span", { class: "grid-name" });
    const arrow = icon("arrow-up");
    const resizer = element("div", { class: "grid-resizer", "aria-hidden": "true" });
    const cell: HeaderCell = {
      element: element("div", { class: "grid-header-cell", role: "columnheader" }, kind, name, arrow, resizer),
      kind,
      name,
      arrow,
      column: -1,
    };
    cell.element.addEventListener("click", () => this.#events.sort(cell.column));
    cell.element.addEventListener("focus", () => this.#events.focus(cell.column));
    cell.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#events.openMenu(cell.column, cell.element);
    });
    resizer.addEventListener("click", (event) => event.stopPropagation());
    resizer.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      this.#events.fit(cell.column);
    });
    resizer.addEventListener("pointerdown", (event) => this.#drag(event, resizer, cell));
    this.#row.append(cell.element);
    return cell;
  }

  #drag(down: PointerEvent, resizer: HTMLElement, cell: HeaderCell): void {
    down.preventDefault();
    down.stopPropagation();
    const { column } = cell;
    const width = cell.element.offsetWidth;
    const direction = getComputedStyle(cell.element).direction === "rtl" ? -1 : 1;
    const onMove = (move: PointerEvent) => {
      this.#events.resize(column, Math.max(narrowestColumn, width + direction * (move.clientX - down.clientX)));
    };
    resizer.setPointerCapture(down.pointerId);
    resizer.classList.add("is-dragging");
    resizer.addEventListener("pointermove", onMove);
    resizer.addEventListener(
      "lostpointercapture",
      () => {
        resizer.classList.remove("is-dragging");
        resizer.removeEventListener("pointermove", onMove);
      },
      { once: true },
    );
  }
}
