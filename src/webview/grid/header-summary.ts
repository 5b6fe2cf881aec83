import type { ResultColumn } from "../../protocol/data-worker.ts";
import { type ColumnSummary, isUnique, type SummaryBar } from "../../protocol/result-columns.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element, setAttribute } from "../element.ts";
import type { CellFormatter } from "./cell-display.ts";

/** Knows what columns hold, by position, as far as it has been found out. */
export interface HeaderSummaries {
  of(position: number): ColumnSummary | undefined;
  /** Takes the columns in sight. */
  want(positions: readonly number[]): void;
}

/** What the words of a summary need. */
export interface SummaryLabels {
  readonly strings: ResultsStrings;
  readonly looks: CellFormatter;
  formatNumber(value: number): string;
}

const namespace = "http://www.w3.org/2000/svg";
const height = 20;
const barWidth = 10;

/** The bars under the name of a column. Their words are the header's description. */
export class SummaryStrip {
  readonly element = element("div", { class: "grid-summary", "aria-hidden": "true" });
  readonly #words: SummaryLabels;
  #shown: ColumnSummary | undefined;
  #column: ResultColumn | undefined;

  /** `onPick` is told of the bar that was clicked. */
  constructor(words: SummaryLabels, onPick: (bar: SummaryBar, summary: ColumnSummary) => void) {
    this.#words = words;
    this.element.addEventListener("pointermove", (event) => {
      const bar = this.#barAt(event);
      this.element.title = bar && this.#column ? barText(bar, this.#column, words) : "";
    });
    this.element.addEventListener("click", (event) => {
      const bar = this.#barAt(event);
      if (bar && this.#shown) {
        event.stopPropagation();
        onPick(bar, this.#shown);
      }
    });
  }

  show(summary: ColumnSummary | undefined, column: ResultColumn): void {
    this.#column = column;
    if (summary === this.#shown) {
      return;
    }
    this.#shown = summary;
    this.element.replaceChildren(...(summary && summary.bars.length > 0 ? [draw(summary)] : []));
    const missing =
      summary && summary.missingCount > 0 ? percentText(summary.missingCount, summary.rowCount) : undefined;
    setAttribute(this.element, "data-missing", missing);
    setAttribute(this.element, "data-shape", summary?.shape);
  }

  #barAt({ target, clientX }: PointerEvent | MouseEvent): SummaryBar | undefined {
    const drawing = target instanceof SVGElement ? target.getBoundingClientRect() : undefined;
    const bars = this.#shown?.bars ?? [];
    return drawing && bars[Math.floor(((clientX - drawing.left) / drawing.width) * bars.length)];
  }

  /** The words of what is drawn, for the header's tooltip and for screen readers. */
  get text(): string | undefined {
    return this.#shown && this.#column && describeSummary(this.#shown, this.#column, this.#words);
  }
}

/** Such as `3% missing; from 41,000 to 130,990; 900 different values`. */
function describeSummary(summary: ColumnSummary, column: ResultColumn, words: SummaryLabels): string {
  const { strings, formatNumber } = words;
  const { rowCount, missingCount, distinctCount, isDistinctExact, shape, bars } = summary;
  const [first, last] = [bars[0], bars.at(-1)];
  const written = (text: string) => words.looks.of(text, column).text;
  const top = bars.slice(0, 3).map((bar) => barText(bar, column, words));
  return [
    fillText(strings.summaryMissing, percentText(missingCount, rowCount)),
    ...(shape === "histogram" && first && last
      ? [fillText(strings.summaryRange, written(first.from), written(last.to))]
      : []),
    ...(shape === "values" ? [fillText(strings.summaryTop, top.join(", "))] : []),
    fillText(
      isUnique(summary) ? strings.summaryUnique : strings.summaryDistinct,
      isDistinctExact ? formatNumber(distinctCount) : fillText(strings.profileAbout, formatNumber(distinctCount)),
    ),
  ].join("; ");
}

function barText({ from, to, rowCount }: SummaryBar, column: ResultColumn, words: SummaryLabels): string {
  const [first, last] = [from, to].map((text) => words.looks.of(text, column).text || words.strings.emptyText);
  const values = first === last ? (first ?? "") : `${first} – ${last}`;
  return fillText(words.strings.summaryOf, values, words.formatNumber(rowCount));
}

/** `0%` is none, and `100%` all. */
function percentText(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  if (percent > 0 && percent < 1) {
    return "<1%";
  }
  return `${percent > 99 && part < all ? 99 : Math.round(percent)}%`;
}

/** One shape for all bars: fifty columns of twenty bars would be more nodes than the rest of the page. */
function draw({ bars }: ColumnSummary): SVGElement {
  const most = Math.max(1, ...bars.map(({ rowCount }) => rowCount));
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${bars.length * barWidth} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  const path = document.createElementNS(namespace, "path");
  const shapes = bars.map(({ rowCount }, index) => {
    // One pixel at least for what is there at all.
    const size = rowCount === 0 ? 0 : Math.max(1, (rowCount / most) * height);
    return `M${index * barWidth + 0.5} ${height}v${-size}h${barWidth - 1}v${size}z`;
  });
  path.setAttribute("class", "summary-bar");
  path.setAttribute("d", shapes.join(""));
  svg.append(path);
  return svg;
}
