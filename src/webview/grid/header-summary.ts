import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import { type ColumnSummary, isUnique, type SummaryBar } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, setAttribute } from "../element.ts";
import type { CellFormatter } from "./cell-display.ts";

/** Column summaries by position, which are loaded on demand. */
export interface HeaderSummaries {
  get(position: number): ColumnSummary | undefined;
  /** Requests the summaries of the columns in the viewport. */
  load(positions: readonly number[]): void;
}

/** Texts and formats for describing a column summary. */
export interface SummaryLabels {
  readonly strings: ResultsStrings;
  readonly formatter: CellFormatter;
  formatNumber(value: number): string;
}

const namespace = "http://www.w3.org/2000/svg";
const height = 20;
const barWidth = 10;

/** Bars in a column header that summarize the values of the column. */
export class SummaryStrip {
  readonly element = element("div", { class: "grid-summary", "aria-hidden": "true" });
  readonly #labels: SummaryLabels;
  #shown: ColumnSummary | undefined;
  #column: ResultColumn | undefined;

  /** `onPick` is called with a bar when the user clicks it. */
  constructor(labels: SummaryLabels, onPick: (bar: SummaryBar, summary: ColumnSummary) => void) {
    this.#labels = labels;
    this.element.addEventListener("pointermove", (event) => {
      const bar = this.#barAt(event);
      this.element.title = bar && this.#column ? barText(bar, this.#column, labels) : "";
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
    this.element.replaceChildren(...(summary ? this.#parts(summary) : []));
    const missing =
      summary && summary.missingCount > 0 ? percentText(summary.missingCount, summary.rowCount) : undefined;
    setAttribute(this.element, "data-missing", missing);
    setAttribute(this.element, "data-shape", summary?.shape);
  }

  /** Returns the bars, or the number of values where bars would all be alike. */
  #parts(summary: ColumnSummary): Element[] {
    const { strings, formatNumber } = this.#labels;
    const { bars, distinctCount, isDistinctExact } = summary;
    if (isInformative(summary)) {
      return [draw(summary)];
    }
    const count = isDistinctExact
      ? formatNumber(distinctCount)
      : fillText(strings.profileAbout, formatNumber(distinctCount));
    return distinctCount === 0 && bars.length === 0
      ? []
      : [element("span", { class: "summary-text" }, fillText(strings.summaryDifferent, count))];
  }

  #barAt({ target, clientX }: PointerEvent | MouseEvent): SummaryBar | undefined {
    const drawing = target instanceof SVGElement ? target.getBoundingClientRect() : undefined;
    const bars = this.#shown?.bars ?? [];
    return drawing && bars[Math.floor(((clientX - drawing.left) / drawing.width) * bars.length)];
  }

  /** Description of the bars, for the tooltip of the header and for screen readers. */
  get text(): string | undefined {
    return this.#shown && this.#column && describeSummary(this.#shown, this.#column, this.#labels);
  }
}

/** Describes a summary, such as `3% missing; from 41,000 to 130,990; 900 different values`. */
function describeSummary(summary: ColumnSummary, column: ResultColumn, labels: SummaryLabels): string {
  const { strings, formatNumber } = labels;
  const { rowCount, missingCount, distinctCount, isDistinctExact, shape, bars } = summary;
  const [first, last] = [bars[0], bars.at(-1)];
  const written = (text: string) => labels.formatter.format(text, column).text;
  const top = bars.slice(0, 3).map((bar) => barText(bar, column, labels));
  return [
    fillText(strings.summaryMissing, percentText(missingCount, rowCount)),
    ...(shape === "histogram" && first && last
      ? [fillText(strings.summaryRange, written(first.from), written(last.to))]
      : []),
    ...(shape === "values" ? [fillText(strings.summaryTop, top.join(", "))] : []),
    fillCount(
      distinctCount,
      isUnique(summary)
        ? [strings.summaryUniqueOne, strings.summaryUnique]
        : [strings.summaryDistinctOne, strings.summaryDistinct],
      (count) => (isDistinctExact ? formatNumber(count) : fillText(strings.profileAbout, formatNumber(count))),
    ),
  ].join("; ");
}

function barText({ from, to, rowCount }: SummaryBar, column: ResultColumn, labels: SummaryLabels): string {
  const [first, last] = [from, to].map(
    (text) => labels.formatter.format(text, column).text || labels.strings.emptyText,
  );
  const values = first === last ? (first ?? "") : `${first} – ${last}`;
  return fillText(labels.strings.summaryOf, values, labels.formatNumber(rowCount));
}

/** Whether the bars say more than that every value is as frequent as the others. */
function isInformative({ shape, bars }: ColumnSummary): boolean {
  return shape === "histogram" ? bars.length > 0 : bars.some(({ rowCount }) => rowCount !== bars[0]?.rowCount);
}

/** Formats a share in percent. `0%` means exactly none and `100%` exactly all. */
function percentText(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  if (percent > 0 && percent < 1) {
    return "<1%";
  }
  return `${percent > 99 && part < all ? 99 : Math.round(percent)}%`;
}

/** Draws all bars as one path: fifty columns of twenty bars would be more nodes than the rest of the page. */
function draw({ bars }: ColumnSummary): SVGElement {
  const most = Math.max(1, ...bars.map(({ rowCount }) => rowCount));
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${bars.length * barWidth} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  const path = document.createElementNS(namespace, "path");
  const shapes = bars.map(({ rowCount }, index) => {
    // At least one pixel for any value above 0.
    const size = rowCount === 0 ? 0 : Math.max(1, (rowCount / most) * height);
    return `M${index * barWidth + 0.5} ${height}v${-size}h${barWidth - 1}v${size}z`;
  });
  path.setAttribute("class", "summary-bar");
  path.setAttribute("d", shapes.join(""));
  svg.append(path);
  return svg;
}
