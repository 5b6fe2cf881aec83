import type { ResultColumn } from "../../protocol/data-worker.ts";
import { element } from "../element.ts";
import type { ColumnLayout, ColumnsInView } from "./column-layout.ts";

/** Adjacent columns with the same group heading; `end` is exclusive. */
interface Span {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/** Row of group headings above the headers of a pivot: one cell for adjacent columns with the same heading. */
export class GroupHeader {
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
}

function positionSpan(span: Span, layout: ColumnLayout, frozen: number, gutter: number): PositionedSpan {
  const left = layout.left(span.first);
  return { ...span, left: gutter + left, width: layout.left(span.end) - left, isFrozen: span.first < frozen };
}

function cellOf({ text, first, end, left, width, isFrozen }: PositionedSpan): HTMLElement {
  const cell = element(
    "div",
    {
      class: isFrozen ? "grid-over-cell is-frozen" : "grid-over-cell",
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
