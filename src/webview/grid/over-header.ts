import type { ResultColumn } from "../../protocol/data-worker.ts";
import { element } from "../element.ts";
import type { ColumnLayout, ColumnsInView } from "./column-layout.ts";

/** Columns beside each other with the same text over them; `end` is after the last. */
interface Span {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/** The line over the headers of a pivot: one cell for the columns beside each other that stand under the same text. */
export class OverHeader {
  readonly element = element("div", { class: "grid-over", role: "row", "aria-rowindex": 1, hidden: true });

  #drawn = "";

  /** Is there only where something stands over a column. */
  show(columns: readonly ResultColumn[], layout: ColumnLayout, inSight: ColumnsInView, gutter: number): void {
    const spans = spansOf(columns, inSight.frozen);
    this.element.hidden = spans.length === 0;
    this.element.style.width = `${gutter + layout.totalWidth}px`;
    const seen = spans.filter(
      ({ first, end }) => first < inSight.frozen || (first < inSight.end && end > inSight.first),
    );
    const places = seen.map((span) => placeOf(span, layout, inSight.frozen, gutter));
    // Headers are drawn with each row of columns that is scrolled to; most of them have the same over them.
    const drawn = JSON.stringify(places);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.element.replaceChildren(...places.map(cellOf));
    }
  }
}

/** Frozen columns stay while the others scroll, so no span goes on over their edge. */
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

/** Where a span stands, in pixels. */
interface Place extends Span {
  readonly left: number;
  readonly width: number;
  readonly isFrozen: boolean;
}

function placeOf(span: Span, layout: ColumnLayout, frozen: number, gutter: number): Place {
  const left = layout.left(span.first);
  return { ...span, left: gutter + left, width: layout.left(span.end) - left, isFrozen: span.first < frozen };
}

function cellOf({ text, first, end, left, width, isFrozen }: Place): HTMLElement {
  const cell = element(
    "div",
    {
      class: isFrozen ? "grid-over-cell is-frozen" : "grid-over-cell",
      role: "columnheader",
      title: text,
      "aria-colindex": first + 2,
      "aria-colspan": end - first,
    },
    // The text stays in sight while its columns are scrolled along.
    element("span", { class: "grid-over-text" }, text),
  );
  cell.style.width = `${width}px`;
  cell.style.insetInlineStart = `${left}px`;
  if (isFrozen) {
    // In the flow of the line, where it would stand behind the ones before it.
    cell.style.marginInlineStart = `${left}px`;
    cell.style.marginInlineEnd = `${-left - width}px`;
  }
  return cell;
}
