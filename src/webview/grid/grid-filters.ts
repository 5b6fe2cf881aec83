import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import { element, icon, setAttribute } from "../element.ts";
import { type ColumnLayout, type ColumnsInView, columnsInViewOf } from "./column-layout.ts";
import { createFilterLabels, formatFilterText } from "./filter-text.ts";

const typingDelayMs = 300;
/** Maximum width of a problem in pixels, as in the style sheet. */
const maximumProblemWidth = 326;

/** Events of the filter fields; columns are indexes among the visible ones. */
interface FilterEvents {
  /** Called with the text entered for a column. */
  apply(column: number, text: string): void;
  /** Opens the filter dialog of the column. */
  open(column: number, anchor: HTMLElement): void;
  /** Scrolls the column into view and draws it. */
  reveal(column: number): void;
  /** Moves the focus to the header or the rows. */
  leave(column: number, to: "header" | "rows"): void;
}

interface FilterCell {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly button: HTMLButtonElement;
  readonly problem: HTMLElement;
  /** Text of the applied filter. */
  text: string;
}

/** State of the filter fields for one frame. */
interface FiltersFrame {
  readonly columns: readonly ResultColumn[];
  readonly positions: readonly number[];
  readonly layout: ColumnLayout;
  readonly inView: ColumnsInView;
  readonly gutterWidth: number;
  readonly filters: readonly ColumnFilter[];
  /** Column whose field the Tab key reaches. */
  readonly tabStop: number;
}

/** Row of filter fields under the headers, with a field for each column in the viewport. */
export class GridFilters {
  readonly element = element("div", { class: "grid-filters", role: "row", hidden: true });
  readonly #strings: ResultsStrings;
  readonly #events: FilterEvents;
  readonly #corner = element("div", { class: "grid-corner", role: "gridcell", "aria-colindex": 1 });
  readonly #cells = new Map<number, FilterCell>();
  #timer = 0;
  #problem: { readonly position: number; readonly text: string; readonly message: string } | undefined;

  constructor(strings: ResultsStrings, events: FilterEvents) {
    this.#strings = strings;
    this.#events = events;
    this.#corner.append(icon("filter"));
    setAttribute(this.#corner, "aria-label", strings.filters);
    this.element.append(this.#corner);
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  setShown(isShown: boolean): void {
    this.element.hidden = !isShown;
  }

  /** Shows at a column's filter field why the filter is invalid. Undefined removes the message. */
  setProblem(
    problem: { readonly position: number; readonly text: string; readonly message: string } | undefined,
  ): void {
    this.#problem = problem;
  }

  /** Discards input that was not applied as a filter. */
  reset(): void {
    for (const cell of this.#cells.values()) {
      cell.input.value = cell.text;
    }
  }

  focus(column: number): void {
    this.#cells.get(column)?.input.select();
  }

  show(frame: FiltersFrame): void {
    if (!this.isShown) {
      return;
    }
    const { columns, layout, inView, gutterWidth } = frame;
    this.element.style.width = `${gutterWidth + layout.totalWidth}px`;
    this.#corner.style.width = `${gutterWidth}px`;
    const shown = columnsInViewOf(inView);
    for (const [column, cell] of this.#cells) {
      // The field with the focus is kept, even outside the viewport.
      if (!shown.includes(column) && (column >= columns.length || !cell.element.contains(document.activeElement))) {
        cell.element.remove();
        this.#cells.delete(column);
      }
    }
    for (const column of [...new Set([...shown, ...this.#cells.keys()])]) {
      this.#write(column, frame);
    }
  }

  #write(column: number, { columns, positions, layout, inView, gutterWidth, filters, tabStop }: FiltersFrame): void {
    const metadata = columns[column];
    const position = positions[column];
    if (!metadata || position === undefined) {
      return;
    }
    const cell = this.#cells.get(column) ?? this.#create(column);
    const { style } = cell.element;
    style.insetInlineStart = `${gutterWidth + layout.left(column)}px`;
    style.width = `${layout.width(column)}px`;
    style.order = String(column);
    cell.element.classList.toggle("is-frozen", column < inView.frozen);
    setAttribute(cell.element, "aria-colindex", String(column + 2));
    setAttribute(cell.input, "tabindex", column === tabStop ? "0" : "-1");
    setAttribute(cell.input, "aria-label", fillText(this.#strings.filterOf, metadata.name));
    const { filterTextHint, filterOrderHint } = this.#strings;
    setAttribute(cell.input, "placeholder", metadata.kind === "text" ? filterTextHint : filterOrderHint);
    setAttribute(cell.button, "aria-label", fillText(this.#strings.filterMenuOf, metadata.name));
    setAttribute(cell.button, "title", fillText(this.#strings.filterMenuOf, metadata.name));
    const filter = filters.find((one) => one.column === position);
    const text = filter
      ? formatFilterText(filter, metadata.kind, createFilterLabels(this.#strings), this.#strings.missing)
      : "";
    cell.element.classList.toggle("is-filtered", filter !== undefined);
    const problem = this.#problem?.position === position ? this.#problem : undefined;
    if (cell.text !== text) {
      cell.text = text;
      // A field that is being written in keeps what is written.
      if (document.activeElement !== cell.input) {
        cell.input.value = text;
      }
    }
    if (problem && document.activeElement !== cell.input && cell.input.value === cell.text) {
      cell.input.value = problem.text;
    }
    setAttribute(cell.input, "aria-invalid", problem ? "true" : undefined);
    setAttribute(cell.input, "aria-describedby", problem ? cell.problem.id : undefined);
    cell.problem.hidden = problem === undefined;
    if (problem) {
      // At the edge, the message has room on the other side only.
      const { left, right } = cell.element.getBoundingClientRect();
      const hasRoom = left + maximumProblemWidth <= window.innerWidth;
      cell.problem.classList.toggle("is-at-edge", !hasRoom && right >= maximumProblemWidth);
    }
    if (cell.problem.textContent !== (problem?.message ?? "")) {
      cell.problem.textContent = problem?.message ?? "";
    }
  }

  #create(column: number): FilterCell {
    const input = element("input", { class: "filter-input", type: "text", spellcheck: "false", autocomplete: "off" });
    const button = element("button", { class: "filter-button", type: "button", tabindex: -1 }, icon("chevron-down"));
    const problem = element("div", {
      class: "filter-problem",
      role: "alert",
      id: `filter-problem-${column}`,
      hidden: true,
    });
    const cell: FilterCell = {
      element: element("div", { class: "grid-filter", role: "gridcell" }, input, button, problem),
      input,
      button,
      problem,
      text: "",
    };
    input.addEventListener("change", () => this.#apply(column, cell));
    input.addEventListener("input", () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        if (cell.element.isConnected && !isIncomplete(input.value)) {
          this.#apply(column, cell);
        }
      }, typingDelayMs);
    });
    button.addEventListener("click", () => this.#events.open(column, cell.element));
    cell.element.addEventListener("keydown", (event) => this.#onKey(event, column, cell));
    this.#cells.set(column, cell);
    this.element.append(cell.element);
    return cell;
  }

  #apply(column: number, cell: FilterCell): void {
    window.clearTimeout(this.#timer);
    if (cell.input.value.trim() !== cell.text || this.#problem) {
      this.#events.apply(column, cell.input.value);
    }
  }

  /** Handles keys in a field, which the grid must not receive. */
  #onKey(event: KeyboardEvent, column: number, cell: FilterCell): void {
    event.stopPropagation();
    const handle = () => event.preventDefault();
    switch (event.key) {
      case "Enter":
        if (event.target === cell.input) {
          handle();
          this.#apply(column, cell);
        }
        return;
      case "Escape":
        handle();
        cell.input.value = cell.text;
        this.#events.leave(column, "rows");
        return;
      case "ArrowDown":
        handle();
        if (event.altKey) {
          this.#events.open(column, cell.element);
        } else {
          this.#events.leave(column, "rows");
        }
        return;
      case "ArrowUp":
        handle();
        this.#events.leave(column, "header");
        return;
      case "Tab":
        this.#moveOn(event, column + (event.shiftKey ? -1 : 1));
    }
  }

  /** Columns outside the viewport have no field yet, so the Tab key alone would not reach them. */
  #moveOn(event: KeyboardEvent, column: number): void {
    this.#events.reveal(column);
    const next = this.#cells.get(column);
    if (next) {
      event.preventDefault();
      next.input.focus({ preventScroll: true });
      next.input.select();
    }
  }
}

/** Whether a text has signs of a condition but not yet its values. */
function isIncomplete(text: string): boolean {
  return /^[<>=^]+\s*$|\.\.?\s*$/.test(text.trim());
}
