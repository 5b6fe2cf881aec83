import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { type ColumnProfile, isUnique } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { formatColumnCount, formatRowCount } from "./result-header.ts";
import { createStateView } from "./state-view.ts";

type Kinds = Readonly<Record<ResultColumn["kind"], string>>;

/** Statistics of all columns of a result, one line for each column. Lines are added as they are computed. */
export class ProfilePane {
  readonly element = element("div", { class: "profile", hidden: true });
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #findColumns: () => Promise<readonly ResultColumn[]>;
  readonly #status = element("p", { class: "profile-status", role: "status" });
  readonly #stop: HTMLButtonElement;
  #running: AbortController | undefined;
  #isDone = false;
  /** Whether profiling was cancelled or failed; it is started again only by the user. */
  #isStopped = false;

  /** `findColumns` returns the columns with their kinds. */
  constructor(
    context: PageContext,
    content: Readonly<PaneContent>,
    findColumns: () => Promise<readonly ResultColumn[]>,
  ) {
    this.#context = context;
    this.#content = content;
    this.#findColumns = findColumns;
    this.#stop = element("button", { class: "button is-secondary", type: "button" }, context.strings.cancel);
    this.#stop.addEventListener("click", () => this.#running?.abort());
  }

  /** Shows or hides the pane. Profiling runs only while the pane is shown. */
  show(isShown: boolean): void {
    this.element.hidden = !isShown;
    if (!isShown) {
      this.#running?.abort();
      this.#running = undefined;
      this.#isStopped = false;
    } else if (!this.#running && !this.#isDone && !this.#isStopped) {
      void this.#fill();
    }
  }

  /** Profiles the columns again when the pane is shown. */
  reset(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#isDone = false;
  }

  dispose(): void {
    this.#running?.abort();
  }

  async #fill(): Promise<void> {
    const { strings, host, formatNumber, announce } = this.#context;
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    const body = element("tbody");
    this.#stop.hidden = false;
    this.element.replaceChildren(
      element("div", { class: "profile-bar" }, this.#status, this.#stop),
      profileTable(strings, body),
    );
    try {
      const columns = await this.#findColumns();
      let rowCount = 0;
      for (const [position, column] of columns.entries()) {
        const all = formatNumber(columns.length);
        this.#status.textContent = fillText(strings.profileLoading, formatNumber(position), all);
        const params = { resultId: this.#content.resultId, column: position };
        const profile = await host.request("columnProfile", params, signal);
        rowCount = profile.rowCount;
        body.append(this.#line(column, profile));
      }
      this.#isDone = true;
      const done = fillText(
        strings.profileOf,
        formatColumnCount(columns.length, strings, formatNumber),
        formatRowCount(rowCount, strings, formatNumber),
      );
      this.#status.textContent = done;
      announce(done);
    } catch (error) {
      // A newer run has started, or the pane was hidden.
      if (this.#running !== running) {
        return;
      }
      this.#isStopped = true;
      const retry = { label: strings.retry, run: () => void this.#fill() };
      const view = signal.aborted
        ? createStateView("circle-slash", strings.cancelled, undefined, retry)
        : createStateView("error", strings.failed, failureMessageOf(error), retry);
      this.element.replaceChildren(view);
    } finally {
      if (this.#running === running) {
        this.#stop.hidden = true;
        this.#running = undefined;
      }
    }
  }

  #line(column: ResultColumn, profile: ColumnProfile): HTMLElement {
    const { strings, formatter, formatNumber } = this.#context;
    const { rowCount, missingCount, topValue, topCount } = profile;
    const kinds: Kinds = {
      text: strings.typeText,
      number: strings.typeNumber,
      date: strings.typeDate,
      boolean: strings.typeBoolean,
    };
    const value = (text: string | null) => (text === null ? "" : formatter.format(text, column).text);
    const share = rowCount === 0 ? 0 : Math.round((1000 * missingCount) / rowCount) / 10;
    const top = topValue === null ? "" : topValue === "" ? strings.emptyText : value(topValue);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, column.name),
      element("td", {}, kinds[column.kind]),
      numberCell(missingCount === 0 ? "0" : `${formatNumber(missingCount)} (${formatNumber(share)}%)`),
      distinctCell(profile, strings, formatNumber),
      ...[profile.minimum, profile.firstQuartile, profile.median, profile.thirdQuartile, profile.maximum].map((text) =>
        numberCell(value(text)),
      ),
      numberCell(value(profile.mean)),
      element("td", {}, topValue === null ? "" : fillText(strings.summaryOf, top, formatNumber(topCount))),
    );
  }
}

/** Formats the number of different values, with a label if all values are unique. */
function distinctCell(
  profile: ColumnProfile,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): HTMLElement {
  const count = formatNumber(profile.distinctCount);
  const cell = numberCell(profile.isDistinctExact ? count : fillText(strings.profileAbout, count));
  if (isUnique(profile)) {
    cell.append(" ", element("span", { class: "profile-unique" }, strings.profileUnique));
  }
  return cell;
}

/** Creates the table in its own region, so that it scrolls by keyboard. */
function profileTable(strings: ResultsStrings, body: HTMLElement): HTMLElement {
  const numbers = [
    strings.profileMissing,
    strings.profileDistinct,
    strings.profileMinimum,
    strings.profileQuartile,
    strings.profileMedian,
    strings.profileThirdQuartile,
    strings.profileMaximum,
    strings.profileMean,
  ];
  const names = [strings.profileColumn, strings.profileKind, ...numbers, strings.profileTop];
  const heads = names.map((name) =>
    element("th", { scope: "col", class: numbers.includes(name) ? "is-number" : undefined }, name),
  );
  const head = element("thead", {}, element("tr", {}, ...heads));
  return element(
    "div",
    { class: "profile-table", role: "region", tabindex: 0, "aria-label": strings.profile },
    element("table", {}, head, body),
  );
}

function numberCell(text: string): HTMLElement {
  return element("td", { class: "is-number" }, text);
}
