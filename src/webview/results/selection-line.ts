import type { RowRange } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { RangeStatistics } from "../../protocol/view-requests.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { numberFormatOf } from "../values/number-formats.ts";
import type { PageContext } from "./page-context.ts";
import { ProgressLine } from "./progress-line.ts";

/** Delay before statistics are requested, so that a selection in progress sends no requests. */
const restMs = 120;

/** Column of the statistics, for their format. */
const numberColumn = { name: "", kind: "number" } as const;

/** Line with the statistics of the selected cells. A new selection cancels the request for the previous one. */
export class SelectionLine {
  readonly element = element("div", { class: "selection-line", role: "group", hidden: true });
  readonly #context: PageContext;
  readonly #resultId: string;
  readonly #statistics = element("div", { class: "selection-facts" });
  readonly #busy: ProgressLine;
  #timer = 0;
  #pending: AbortController | undefined;
  #key = "";

  constructor(context: PageContext, resultId: string) {
    this.#context = context;
    this.#resultId = resultId;
    this.#busy = new ProgressLine(context.strings, context.language);
    this.element.setAttribute("aria-label", context.strings.selection);
    this.element.append(this.#statistics, this.#busy.element);
  }

  /** Shows the statistics of a range of cells. Shows nothing for a single cell. */
  show(range: RowRange): void {
    const key = JSON.stringify(range);
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    this.#stop();
    this.#statistics.replaceChildren();
    const isOfSeveral = range.count * range.columns.length > 1;
    this.element.hidden = !isOfSeveral;
    if (isOfSeveral) {
      this.#timer = window.setTimeout(() => void this.#load(range), restMs);
    }
  }

  dispose(): void {
    this.#stop();
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#busy.end();
  }

  async #load(range: RowRange): Promise<void> {
    const pending = new AbortController();
    this.#pending = pending;
    const { host, strings } = this.#context;
    const params = { resultId: this.#resultId, ...range };
    this.#busy.start(strings.selectionAdding, () => this.#stop());
    try {
      const statistics = await host.request("rangeStatistics", params, pending.signal);
      this.#showFacts(statistics);
      const { distinctCount } = await host.request("rangeDistinct", params, pending.signal);
      if (distinctCount !== undefined) {
        this.#add(strings.selectionDistinct, this.#context.formatNumber(distinctCount), String(distinctCount));
      }
    } catch (error) {
      if (!pending.signal.aborted) {
        this.#statistics.replaceChildren(element("span", {}, failureMessageOf(error)));
      }
    } finally {
      if (this.#pending === pending) {
        this.#busy.end();
      }
    }
  }

  #showFacts({ cellCount, valueCount, sum, average, minimum, maximum, isExact }: RangeStatistics): void {
    const { strings, formatter, formatNumber } = this.#context;
    this.#statistics.replaceChildren();
    this.#add(strings.selectionCells, formatNumber(cellCount), String(cellCount));
    this.#add(strings.selectionCount, formatNumber(valueCount), String(valueCount));
    for (const [label, value] of [
      [strings.selectionSum, sum],
      [strings.selectionAverage, average],
      [strings.selectionMinimum, minimum],
      [strings.selectionMaximum, maximum],
    ] as const) {
      if (value !== undefined) {
        const shown = formatter.format(value, numberColumn, false, undefined, numberFormatOf(value)).text;
        this.#add(label, isExact ? shown : fillText(strings.aboutNumber, shown), value);
      }
    }
  }

  #add(label: string, shown: string, value: string): void {
    const { host, strings, announce } = this.#context;
    const name = fillText(strings.selectionFact, label, shown);
    const fact = element(
      "button",
      { class: "fact", type: "button", title: name, "aria-label": name },
      element("span", { class: "selection-label" }, label),
      element("span", {}, shown),
    );
    fact.addEventListener("click", () => {
      host.request("copyText", { text: value }).then(
        () => announce(fillText(strings.copied, value)),
        () => undefined,
      );
    });
    this.#statistics.append(fact);
  }
}
