import { formatBytes } from "../../base/amounts.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";

/** A labelled value about a result. */
interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** Facts that are shown; the tooltip and the description have all of them. */
const shownFacts: readonly string[] = ["answer", "rows", "time", "dataVersion", "transaction", "smallGroups"];
const factIcons: Readonly<Record<string, string>> = {
  answer: "comment-discussion",
  dataVersion: "versions",
  transaction: "unlock",
  smallGroups: "shield",
};

/** Origin and size of a result in one line, such as `5,028 rows · 9.0 s`. */
export class ResultHeader {
  readonly element = element("div", { class: "facts" });
  readonly #context: PageContext;
  #facts: readonly Fact[] = [];

  constructor(context: PageContext) {
    this.#context = context;
  }

  /** Complete description of the result, with one fact per line. */
  get text(): string {
    return this.#facts.map(({ label, value }) => fillText(this.#context.strings.factOf, label, value)).join("\n");
  }

  /** Shows a result. `shownRowCount` is the number of rows that match the filters. */
  show(result: ShownResult, shownRowCount = result.summary.rowCount): void {
    const before = this.text;
    this.#facts = this.#factsOf(result, shownRowCount);
    if (this.text === before) {
      return;
    }
    const shown = this.#facts.filter(({ key }) => shownFacts.includes(key));
    this.element.replaceChildren(
      ...shown.flatMap(({ key, value }, index) => [
        ...(index > 0 ? [" · "] : []),
        ...(factIcons[key] === undefined ? [] : [icon(factIcons[key]), " "]),
        element("span", { "data-fact": key }, value),
      ]),
    );
    this.element.title = this.text;
  }

  #factsOf({ origin, summary, ...run }: ShownResult, shownRowCount: number): Fact[] {
    const { strings, language } = this.#context;
    const guard = guardText(summary.smallGroups, strings);
    const facts: readonly (readonly [key: string, label: string, value: string | undefined])[] = [
      ["answer", strings.answer, origin.answer],
      ["rows", strings.rows, this.#rows(shownRowCount, summary.rowCount)],
      ["time", strings.time, formatDuration(elapsedOf(run), language)],
      ["bytes", strings.bytes, formatBytes(summary.byteCount, language)],
      ["dataVersion", strings.dataVersion, origin.dataVersion],
      ["transaction", strings.inside, origin.transaction],
      ["smallGroups", strings.smallGroups, guard],
      ["connection", strings.connection, origin.connection],
      ["tenant", strings.tenant, origin.tenant],
      ["project", strings.project, origin.project],
    ];
    return facts.flatMap(([key, label, value]) => (value === undefined ? [] : [{ key, label, value }]));
  }

  #rows(shown: number, all: number): string {
    const { strings, formatNumber } = this.#context;
    return shown === all
      ? formatRowCount(all, strings, formatNumber)
      : fillText(strings.shownRows, formatNumber(shown), formatNumber(all));
  }
}

function guardText(guard: SmallGroupGuard | undefined, strings: ResultsStrings): string | undefined {
  const labels = guard?.mode === "hide" ? strings.hiddenGroup : strings.markedGroups;
  return guard && fillText(labels, String(guard.threshold));
}

/** Returns the duration of a query's run in milliseconds. For a running query, it is the time so far. */
export function elapsedOf({ elapsedMs, startedAtMs }: Pick<ShownResult, "elapsedMs" | "startedAtMs">): number {
  return elapsedMs ?? Math.max(0, Date.now() - startedAtMs);
}

export function formatRowCount(
  rowCount: number,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): string {
  return fillCount(rowCount, [strings.oneRow, strings.done], formatNumber);
}

export function formatColumnCount(
  columnCount: number,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): string {
  return fillCount(columnCount, [strings.oneColumn, strings.columnCount], formatNumber);
}

export function formatDuration(milliseconds: number, language: string): string {
  const isShort = milliseconds < 1000;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isShort ? "millisecond" : "second",
    unitDisplay: "short",
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? Math.round(milliseconds) : milliseconds / 1000);
}
