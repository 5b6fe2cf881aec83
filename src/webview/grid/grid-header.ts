import type { ColumnKind, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { SortKey } from "../../protocol/row-view.ts";
import { element, icon, setAttribute } from "../element.ts";
import { type ColumnLayout, type ColumnsInView, columnsInViewOf, minimumColumnWidth } from "./column-layout.ts";
import { listenToHeaderDrag } from "./header-drag.ts";
import { type SummaryLabels, SummaryStrip } from "./header-summary.ts";

interface HeaderEvents {
  sort(column: number, isAdding: boolean): void;
  resize(column: number, width: number): void;
  fit(column: number): void;
  openMenu(column: number, anchor: HTMLElement): void;
  focus(column: number): void;
  move(column: number, target: number, isAfter: boolean): void;
  pickBar(column: number, bar: SummaryBar, summary: ColumnSummary): void;
}

/** Height in pixels that a summary adds to the headers, as in the style sheet. */
const summaryHeight = 20;

interface HeaderCell {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  /** Sort arrow. In the page only while the column is sorted. */
  readonly arrow: HTMLElement;
  readonly summary: SummaryStrip;
  column: number;
}

/** Column headers of the grid. Only those in the viewport are in the DOM. */
export class GridHeader {
  readonly element = element("div", { class: "grid-header", role: "rowgroup" });
  readonly #row = element("div", { class: "grid-header-row", role: "row", "aria-rowindex": 1 });
  readonly #over = new GroupHeader();
  readonly #corner: HTMLElement;
  readonly #frozen: HeaderCell[] = [];
  readonly #cells: HeaderCell[] = [];
  readonly #labels: SummaryLabels;
  readonly #strings: ResultsStrings;
  readonly #events: HeaderEvents;

  constructor(labels: SummaryLabels, events: HeaderEvents) {
    const { strings } = labels;
    this.#labels = labels;
    this.#strings = strings;
    this.#events = events;
    this.#corner = element(
      "div",
      { class: "grid-corner", role: "columnheader", "aria-colindex": 1 },
      strings.rowNumber,
    );
    this.#row.append(this.#corner);
    this.element.append(this.#over.element, this.#row);
  }

  /** Height of the headers with column summaries in pixels, whether or not summaries are shown. */
  get heightWithSummaries(): number {
    const hasSummaries = this.element.closest(".has-summaries") !== null;
    return this.element.offsetHeight + (hasSummaries ? 0 : summaryHeight);
  }

  setGutterWidth(width: number): void {
    this.#corner.style.width = `${width}px`;
  }

  show(
    columns: readonly ResultColumn[],
    layout: ColumnLayout,
    inView: ColumnsInView,
    gutter: number,
    sort: readonly SortKey[],
    tabStop: number | undefined,
    summaryOf: (column: number) => ColumnSummary | undefined,
  ): void {
    this.#over.show(columns, layout, inView, gutter);
    setAttribute(this.#row, "aria-rowindex", this.#over.element.hidden ? "1" : "2");
    this.#row.style.width = `${gutter + layout.totalWidth}px`;
    this.#resize(this.#frozen, inView.frozen, (cell) => {
      cell.element.classList.add("is-frozen");
      (this.#frozen.at(-1)?.element ?? this.#corner).after(cell.element);
    });
    const count = inView.end - inView.first;
    this.#resize(this.#cells, count, (cell) => this.#row.append(cell.element));
    for (const column of columnsInViewOf(inView)) {
      const cell = column < inView.frozen ? this.#frozen[column] : this.#cells[column % count];
      const metadata = columns[column];
      if (!cell || !metadata) {
        continue;
      }
      cell.column = column;
      const { style } = cell.element;
      style.insetInlineStart = `${gutter + layout.left(column)}px`;
      style.width = `${layout.width(column)}px`;
      const location = sort.findIndex((key) => key.column === column);
      const direction = sort[location]?.direction;
      setAttribute(cell.element, "aria-colindex", String(column + 2));
      setAttribute(cell.element, "aria-sort", direction ?? "none");
      setAttribute(cell.element, "tabindex", tabStop === column ? "0" : "-1");
      cell.element.classList.toggle("is-edge", column === inView.frozen - 1);
      cell.element.classList.toggle("is-total", metadata.head?.isTotal === true);
      const columnSummary = summaryOf(column);
      if (columnSummary && !cell.summary.element.parentElement) {
        cell.element.append(cell.summary.element);
      }
      cell.summary.show(columnSummary, metadata);
      const { text } = cell.summary;
      const title = `${metadata.name} (${this.#kindName(metadata.kind)})`;
      setAttribute(cell.element, "title", text === undefined ? title : `${title}\n${text}`);
      setAttribute(cell.element, "data-kind", metadata.kind);
      if (direction) {
        cell.arrow.className = `codicon grid-arrow codicon-arrow-${direction === "ascending" ? "up" : "down"}`;
        cell.name.after(cell.arrow);
      } else {
        cell.arrow.remove();
      }
      const isOneOfSeveral = direction !== undefined && sort.length > 1;
      const order = fillText(this.#strings.sortPlace, String(location + 1), String(sort.length));
      const described = [...(isOneOfSeveral ? [order] : []), ...(text === undefined ? [] : [text])].join(". ");
      setAttribute(cell.element, "aria-description", described || undefined);
      setAttribute(cell.arrow, "data-order", isOneOfSeveral ? String(location + 1) : undefined);
      // Outside its group, the header needs its complete name.
      setAttribute(cell.element, "aria-label", metadata.head && metadata.name);
      const shownName = metadata.head?.text ?? metadata.name;
      if (cell.name.textContent !== shownName) {
        cell.name.textContent = shownName;
      }
    }
  }

  cell(column: number): HTMLElement | undefined {
    return [...this.#frozen, ...this.#cells].find((cell) => cell.column === column)?.element;
  }

  #resize(cells: HeaderCell[], count: number, add: (cell: HeaderCell) => void): void {
    while (cells.length < count) {
      const cell = this.#createCell();
      add(cell);
      cells.push(cell);
    }
    for (const cell of cells.splice(count)) {
      cell.element.remove();
    }
  }

  #kindName(kind: ColumnKind): string {
    const { typeText, typeNumber, typeDate, typeBoolean } = this.#strings;
    return { text: typeText, number: typeNumber, date: typeDate, boolean: typeBoolean }[kind];
  }

  #createCell(): HeaderCell {
    const name = element("span", { class: "grid-name" });
    const arrow = icon("arrow-up");
    const resizer = element("div", { class: "grid-resizer", "aria-hidden": "true" });
    const summary = new SummaryStrip(this.#labels, (bar, shown) => this.#events.pickBar(cell.column, bar, shown));
    const cell: HeaderCell = {
      element: element("div", { class: "grid-header-cell", role: "columnheader" }, name, resizer),
      name,
      arrow,
      summary,
      column: -1,
    };
    cell.element.addEventListener("click", (event) => this.#events.sort(cell.column, event.shiftKey));
    cell.element.addEventListener("focus", () => this.#events.focus(cell.column));
    cell.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#events.openMenu(cell.column, cell.element);
    });
    listenToHeaderDrag(cell.element, {
      columnOf: (node) => [...this.#frozen, ...this.#cells].find((other) => other.element === node)?.column,
      move: (column, target, isAfter) => this.#events.move(column, target, isAfter),
    });
    resizer.addEventListener("click", (event) => event.stopPropagation());
    resizer.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      this.#events.fit(cell.column);
    });
    resizer.addEventListener("pointerdown", (event) => this.#drag(event, resizer, cell));
    return cell;
  }

  #drag(down: PointerEvent, resizer: HTMLElement, cell: HeaderCell): void {
    down.preventDefault();
    down.stopPropagation();
    const { column } = cell;
    const width = cell.element.offsetWidth;
    const direction = getComputedStyle(cell.element).direction === "rtl" ? -1 : 1;
    const onMove = (move: PointerEvent) => {
      this.#events.resize(column, Math.max(minimumColumnWidth, width + direction * (move.clientX - down.clientX)));
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

/** Adjacent columns with the same group heading; `end` is exclusive. */
interface Span {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/** Row of group headings above the headers of a pivot: one cell for adjacent columns with the same heading. */
class GroupHeader {
  readonly element = element("div", { class: "grid-over", role: "row", "aria-rowindex": 1, hidden: true });

  #drawn = "";

  /** Shows the group headings; hidden if no column has one. */
  show(columns: readonly ResultColumn[], layout: ColumnLayout, inView: ColumnsInView, gutter: number): void {
    const spans = spansOf(columns, inView.frozen);
    this.element.hidden = spans.length === 0;
    this.element.style.width = `${gutter + layout.totalWidth}px`;
    const seen = spans.filter(({ first, end }) => first < inView.frozen || (first < inView.end && end > inView.first));
    const positioned = seen.map((span) => positionSpan(span, layout, inView.frozen, gutter));
    // Headers are drawn on every horizontal scroll, and most of the time the headings are the same.
    const drawn = JSON.stringify(positioned);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.element.replaceChildren(...positioned.map(cellOf));
    }
  }
}

/** Groups the columns by heading. No span crosses the edge of the frozen columns, because those do not scroll. */
function spansOf(columns: readonly ResultColumn[], frozen: number): Span[] {
  const spans: Span[] = [];
  for (const [column, { head }] of columns.entries()) {
    const last = spans.at(-1);
    if (head?.over === undefined) {
      continue;
    }
    if (last && last.text === head.over && last.end === column && column !== frozen) {
      spans[spans.length - 1] = { ...last, end: column + 1 };
    } else {
      spans.push({ text: head.over, first: column, end: column + 1 });
    }
  }
  return spans;
}

/** A span with its horizontal position in pixels. */
interface PositionedSpan extends Span {
  readonly left: number;
  readonly width: number;
  readonly isFrozen: boolean;
  /** Whether the frozen columns end with it. */
  readonly isEdge: boolean;
}

function positionSpan(span: Span, layout: ColumnLayout, frozen: number, gutter: number): PositionedSpan {
  const left = layout.left(span.first);
  const width = layout.left(span.end) - left;
  return { ...span, left: gutter + left, width, isFrozen: span.first < frozen, isEdge: span.end === frozen };
}

function cellOf({ text, first, end, left, width, isFrozen, isEdge }: PositionedSpan): HTMLElement {
  const cell = element(
    "div",
    {
      class: ["grid-over-cell", ...(isFrozen ? ["is-frozen"] : []), ...(isEdge ? ["is-edge"] : [])].join(" "),
      role: "columnheader",
      title: text,
      "aria-colindex": first + 2,
      "aria-colspan": end - first,
    },
    // Sticky, so that the text stays visible while its columns scroll.
    element("span", { class: "grid-over-text" }, text),
  );
  cell.style.width = `${width}px`;
  cell.style.insetInlineStart = `${left}px`;
  if (isFrozen) {
    // Sticky cells are in the flow, which would place them after the preceding cells.
    cell.style.marginInlineStart = `${left}px`;
    cell.style.marginInlineEnd = `${-left - width}px`;
  }
  return cell;
}
