import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { type Cell, maximumCellLength, type ResultSummary, type RowRange } from "../../../src/protocol/data-worker.ts";
import type { PivotRequest } from "../../../src/protocol/pivot.ts";
import type { ResultDisplaySettings, StoredLayout } from "../../../src/protocol/result-columns.ts";
import {
  type EventsToResultsView,
  type RequestsFromResultsView,
  resultsGuards,
  type ShownResult,
} from "../../../src/protocol/results-view.ts";
import { computedRows } from "./computed-rows.ts";
import { fakeChartData } from "./fake-chart-data.ts";
import { fakeProfile, fakeSummary } from "./fake-columns.ts";
import { fakePivot } from "./fake-pivot.ts";
import type { FakeResult } from "./fake-result.ts";

type Nothing = Record<never, never>;

/** What the page asked, in order. */
export interface Asked {
  readonly name: string;
  readonly params: unknown;
}

/** The extension's side of the results view: a real channel that answers from computed results. */
export class FakeHost {
  readonly asked: Asked[] = [];
  readonly copied: string[] = [];
  readonly channel: Channel<Nothing, RequestsFromResultsView, EventsToResultsView>;
  readonly #results: Map<string, FakeResult>;
  /** Set to make the next windows fail. */
  failure: string | undefined;
  /** The pivot that results are shown as by themselves. */
  suggestion: PivotRequest | undefined;
  /** What the user's settings say. */
  displaySettings: ResultDisplaySettings = { rowHeight: 22, numberFormat: "locale", hasSummaries: true };
  /** The layouts that were kept, by result. */
  readonly layouts = new Map<string, StoredLayout>();
  /** What is answered in place of the true answer, by the name of the ask. */
  readonly instead = new Map<keyof RequestsFromResultsView, unknown>();

  /** `forwarded` are asks that something else answers, such as a data worker. */
  constructor(
    results: Readonly<Record<string, FakeResult>>,
    post: (packet: Packet) => void,
    forwarded: Partial<HandlersOf<RequestsFromResultsView>> = {},
  ) {
    this.#results = new Map(Object.entries(results));
    this.channel = new Channel<Nothing, RequestsFromResultsView, EventsToResultsView>({
      port: { post },
      handlers: this.#replacing({
        ...computedRows((resultId) => this.#result(resultId)),
        ready: async (params) => {
          this.#note("ready", params);
          return {
            results: [...this.#results.keys()].map((id) => this.shown(id)),
            activeId: undefined,
            displaySettings: this.displaySettings,
          };
        },
        rows: async (params) => {
          this.#note("rows", params);
          if (this.failure) {
            throw new Error(this.failure);
          }
          const rows = Array.from({ length: params.count }, (_, index) =>
            params.columns.map((column) => this.#value(params.resultId, params, params.first + index, column)),
          );
          const cut = rows.flatMap((row, index) =>
            row.flatMap((cell, column) => ((cell?.length ?? 0) > maximumCellLength ? [`${index}:${column}`] : [])),
          );
          const short = rows.map((row) => row.map((cell) => cell?.slice(0, maximumCellLength) ?? null));
          return { first: params.first, rows: short, rowCount: this.#result(params.resultId).rowCount, cut };
        },
        cell: async (params) => {
          this.#note("cell", params);
          return this.#result(params.resultId).cell(params.row, params.column);
        },
        recordsQuery: async (params) => {
          this.#note("recordsQuery", params);
          return { kind: "query", text: "SELECT Full_Name FROM Employee" };
        },
        correctConnection: async (params) => this.#note("correctConnection", params),
        runRecordsQuery: async (params) => this.#note("runRecordsQuery", params),
        arrange: async (params) => {
          this.#note("arrange", params);
          return { rowCount: this.#result(params.resultId).rowCount };
        },
        columnTypes: async (params) => {
          this.#note("columnTypes", params);
          return { columns: this.#result(params.resultId).columns };
        },
        columnSummary: async (params) => {
          this.#note("columnSummary", params);
          return fakeSummary(this.#result(params.resultId), params.column);
        },
        columnProfile: async (params) => {
          this.#note("columnProfile", params);
          return fakeProfile(this.#result(params.resultId), params.column);
        },
        layout: async (params) => {
          this.#note("layout", params);
          return this.layouts.get(params.resultId);
        },
        storeLayout: async (params) => {
          this.#note("storeLayout", params);
          this.layouts.set(params.resultId, params.layout);
          return undefined;
        },
        copy: async (params) => this.#note("copy", params),
        pin: async (params) => this.#note("pin", params),
        export: async (params) => {
          this.#note("export", params);
          return { isWritten: true, rowCount: this.#result(params.resultId).rowCount };
        },
        chartData: async (params) => {
          this.#note("chartData", params);
          return fakeChartData(this.#result(params.resultId), params);
        },
        chartSpec: async (params) => {
          this.#note("chartSpec", params);
          return { text: undefined, name: "headcount.chart.json" };
        },
        editChartSpec: async (params) => this.#note("editChartSpec", params),
        saveChart: async (params) => {
          this.#note("saveChart", params);
          return { isWritten: true };
        },
        pivot: async (params) => {
          this.#note("pivot", params);
          const { table, result } = fakePivot(this.#result(params.resultId), params, this.#results.size);
          this.#results.set(table.resultId, result);
          return table;
        },
        suggestPivot: async (params) => {
          this.#note("suggestPivot", params);
          return { request: this.suggestion };
        },
        cancel: async (params) => this.#note("cancel", params),
        rerun: async (params) => this.#note("rerun", params),
        close: async (params) => this.#note("close", params),
        setActive: async (params) => this.#note("setActive", params),
        touch: async (params) => this.#note("touch", params),
        rename: async (params) => this.#note("rename", params),
        compareWithPrevious: async (params) => this.#note("compareWithPrevious", params),
        focusEditor: async (params) => this.#note("focusEditor", params),
        copyText: async (params) => {
          this.#note("copyText", params);
          this.copied.push(params.text);
          return undefined;
        },
        goTo: async (params) => this.#note("goTo", params),
        openValue: async (params) => this.#note("openValue", params),
        ...this.#noting(forwarded),
      }),
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }

  shown(resultId: string, changed: Partial<ResultSummary> = {}): ShownResult {
    const { columns, rowCount, state = "done", message, title = resultId, origin, remedy } = this.#result(resultId);
    const summary: ResultSummary = {
      resultId,
      columns,
      rowCount,
      byteCount: 92_879_677,
      state,
      message,
      label: "",
      ...changed,
    };
    return {
      summary,
      origin: { title, query: "SELECT 1", connection: "Local", tenant: "WFF_sample", project: "Headcount", ...origin },
      startedAtMs: Date.now(),
      elapsedMs: summary.state === "loading" ? undefined : 1234,
      ...(remedy && { remedy }),
    };
  }

  /** Has one more result; the page hears of it by an event. */
  addResult(resultId: string, result: FakeResult): void {
    this.#results.set(resultId, result);
  }

  asks(name: keyof RequestsFromResultsView): unknown[] {
    return this.asked.filter((ask) => ask.name === name).map(({ params }) => params);
  }

  #noting(handlers: Partial<HandlersOf<RequestsFromResultsView>>): Partial<HandlersOf<RequestsFromResultsView>> {
    const entries = Object.entries(handlers).map(([name, answer]) => [
      name,
      (params: never, signal: AbortSignal) => {
        this.#note(name as keyof RequestsFromResultsView, params);
        return answer(params, signal);
      },
    ]);
    return Object.fromEntries(entries);
  }

  #replacing(handlers: HandlersOf<RequestsFromResultsView>): HandlersOf<RequestsFromResultsView> {
    const entries = Object.entries(handlers).map(([name, answer]) => [
      name,
      async (params: never, signal: AbortSignal): Promise<unknown> => {
        const value = await answer(params, signal);
        const ask = name as keyof RequestsFromResultsView;
        return this.instead.has(ask) ? this.instead.get(ask) : value;
      },
    ]);
    return Object.fromEntries(entries);
  }

  #result(resultId: string): FakeResult {
    const result = this.#results.get(resultId);
    if (!result) {
      throw new Error(`There is no result ${resultId}.`);
    }
    return result;
  }

  #value(resultId: string, { view }: RowRange, row: number, column: number): Cell {
    const { rowCount, cell } = this.#result(resultId);
    return cell(view.sort[0]?.direction === "descending" ? rowCount - 1 - row : row, column);
  }

  #note(name: keyof RequestsFromResultsView, params: unknown): undefined {
    if (!resultsGuards[name](params)) {
      throw new Error(`The page asked ${name} with parameters that the guard refuses.`);
    }
    this.asked.push({ name, params });
  }
}
