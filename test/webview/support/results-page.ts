import type { Page } from "playwright-core";
import { escapePattern } from "../../../src/base/escape-pattern.ts";
import type { HandlersOf } from "../../../src/protocol/channel.ts";
import { resultsHtml } from "../../../src/protocol/page-html.ts";
import type { StoredLayout } from "../../../src/protocol/result-columns.ts";
import { englishResultsStrings } from "../../../src/protocol/results-strings.ts";
import type { RequestsFromResultsView } from "../../../src/protocol/results-view.ts";
import { FakeHost } from "./fake-host.ts";
import type { FakeResult } from "./fake-result.ts";
import { type OpenedPage, type PageOptions, type PageSource, withPage } from "./webview-page.ts";

export type ResultsPage = OpenedPage<FakeHost>;

export interface ResultsPageOptions extends PageOptions {
  /** What the page kept of each result. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** The layouts of columns that the host kept, by result. */
  readonly layouts?: Readonly<Record<string, StoredLayout>>;
  /** What the host answers in place of the true answers, from the first one on. */
  readonly instead?: Partial<Record<keyof RequestsFromResultsView, unknown>>;
  /** Height of the rows in pixels. */
  readonly rowHeight?: number;
  /** Asks that something else answers, such as a data worker. */
  readonly forwarded?: Partial<HandlersOf<RequestsFromResultsView>>;
}

const source: PageSource = {
  script: "results.js",
  style: "results.css",
  html: (options, urlOf) =>
    resultsHtml({
      ...options,
      scriptUris: { chart: urlOf("chart.js"), dialogs: urlOf("dialogs.js") },
      strings: englishResultsStrings,
    }),
};

/** The results view, with a host that answers from `results`. */
export function withResultsPage(
  results: Readonly<Record<string, FakeResult>>,
  work: (opened: ResultsPage) => Promise<void>,
  { state = {}, layouts = {}, instead = {}, forwarded = {}, rowHeight = 22, ...options }: ResultsPageOptions = {},
): Promise<void> {
  return withPage(
    source,
    { viewport: { width: 1200, height: 420 }, ...options, state: { activeId: undefined, states: state } },
    (post) => {
      const host = new FakeHost(results, post, forwarded);
      host.displaySettings = { ...host.displaySettings, rowHeight };
      for (const [resultId, layout] of Object.entries(layouts)) {
        host.layouts.set(resultId, layout);
      }
      for (const [name, answer] of Object.entries(instead)) {
        host.instead.set(name as keyof RequestsFromResultsView, answer);
      }
      return host;
    },
    work,
  );
}

/** Waits until no row in sight is awaited, and none of a former order or filter is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const cells = document.querySelectorAll(".grid-cell");
    // A key that leads far changes nothing in sight until the rows are here.
    const waiting = document.querySelectorAll(
      '.grid-cell[data-state="waiting"], .grid.is-coming, .grid[aria-busy="true"]',
    );
    return cells.length > 0 && waiting.length === 0;
  });
}

/** Waits until what the page said last to a screen reader is a text, or matches a pattern. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector('[aria-live="polite"]')?.textContent ?? ""),
    typeof text === "string" ? `^${escapePattern(text)}$` : text.source,
  );
}

/** Waits until the page says this of the number of rows. */
export async function rowsFact(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('[data-fact="rows"]')?.textContent === wanted, text);
}

/** Waits until the rows in sight have these values in a column, each once or more often, in this order. */
export async function columnShows(page: Page, place: number, values: readonly string[]): Promise<void> {
  await page.waitForFunction(
    ([wanted, texts]) => {
      const rows = [...document.querySelectorAll(".grid-row")].sort(
        (one, other) => Number(one.getAttribute("aria-rowindex")) - Number(other.getAttribute("aria-rowindex")),
      );
      const shown = rows.map((row) => row.querySelector(`[aria-colindex="${wanted + 2}"]`)?.textContent ?? "");
      return JSON.stringify([...new Set(shown)]) === texts;
    },
    [place, JSON.stringify(values)] as const,
  );
}
