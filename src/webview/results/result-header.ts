import { bytesText } from "../../base/amounts.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";

const factOrder: readonly string[] = [
  "connection",
  "tenant",
  "project",
  "transaction",
  "rows",
  "bytes",
  "time",
  "smallGroups",
];

/** Header line with origin and size of a result; each value is a button that copies it. */
export class ResultHeader {
  readonly element = element("div", { class: "facts" });
  readonly #context: PageContext;
  readonly #buttons = new Map<string, { readonly button: HTMLButtonElement; readonly text: HTMLElement }>();

  constructor(context: PageContext) {
    this.#context = context;
  }

  /** Shows a result; `shownRowCount` is the number of rows that pass the filters. */
  show(result: ShownResult, shownRowCount = result.summary.rowCount): void {
    const { strings } = this.#context;
    const { origin, summary } = result;
    this.#fact("connection", "plug", strings.connection, origin.connection);
    this.#fact("tenant", "organization", strings.tenant, origin.tenant);
    this.#fact("project", "project", strings.project, origin.project);
    this.#fact("transaction", "unlock", strings.inside, origin.transaction);
    this.#fact("rows", "list-ordered", strings.rows, this.#rows(shownRowCount, summary.rowCount));
    this.#fact("bytes", "database", strings.bytes, bytesText(summary.byteCount, this.#context.language));
    this.#fact("time", "watch", strings.time, formatDuration(elapsedOf(result), this.#context.language));
    this.#fact("smallGroups", "shield", strings.smallGroups, guardText(summary.smallGroups, strings));
  }

  #rows(shown: number, all: number): string {
    const { strings, formatNumber } = this.#context;
    return shown === all
      ? rowsText(all, strings, formatNumber)
      : fillText(strings.shownRows, formatNumber(shown), formatNumber(all));
  }

  #fact(key: string, iconName: string, label: string, value: string | undefined): void {
    const known = this.#buttons.get(key);
    if (value === undefined) {
      known?.button.remove();
      this.#buttons.delete(key);
      return;
    }
    const made = known ?? this.#create(key, iconName);
    made.text.textContent = value;
    const name = fillText(this.#context.strings.copyFact, label, value);
    made.button.title = name;
    made.button.setAttribute("aria-label", name);
  }

  #create(key: string, iconName: string): { button: HTMLButtonElement; text: HTMLElement } {
    const text = element("span");
    const button = element("button", { class: "fact", type: "button", "data-fact": key }, icon(iconName), text);
    button.addEventListener("click", () => {
      void this.#context.host.request("copyText", { text: text.textContent ?? "" }).then(
        () => this.#context.announce(fillText(this.#context.strings.copied, text.textContent ?? "")),
        () => undefined,
      );
    });
    this.#buttons.set(key, { button, text });
    // A value that arrives late is inserted in the fixed order.
    const later = factOrder
      .slice(factOrder.indexOf(key) + 1)
      .flatMap((other) => this.#buttons.get(other)?.button ?? []);
    this.element.insertBefore(button, later[0] ?? null);
    return { button, text };
  }
}

function guardText(guard: SmallGroupGuard | undefined, strings: ResultsStrings): string | undefined {
  const labels = guard?.mode === "hide" ? strings.hiddenGroup : strings.markedGroups;
  return guard && fillText(labels, String(guard.threshold));
}

/** Returns the duration of a run in milliseconds, so far if it is still running. */
export function elapsedOf({ elapsedMs, startedAtMs }: ShownResult): number {
  return elapsedMs ?? Math.max(0, Date.now() - startedAtMs);
}

export function rowsText(rowCount: number, strings: ResultsStrings, formatNumber: (value: number) => string): string {
  return rowCount === 1 ? strings.oneRow : fillText(strings.done, formatNumber(rowCount));
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
