import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import type { Cell, ResultColumn, ResultState, ResultSummary, RowRange } from "../../../src/protocol/data-worker.ts";
import {
  isResultsAsk,
  type ResultsViewAsks,
  type ResultsViewTells,
  type ShownResult,
} from "../../../src/protocol/results-view.ts";

type Nothing = Record<never, never>;

/** A result that is computed, not stored: any number of rows. */
export interface FakeResult {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly state?: ResultState;
  readonly message?: string;
  readonly title?: string;
  cell(row: number, column: number): Cell;
}

/** What the page asked, in order. */
export interface Asked {
  readonly name: string;
  readonly params: unknown;
}

/** The extension's side of the results view: a real channel that answers from computed results. */
export class FakeHost {
  readonly asked: Asked[] = [];
  readonly copied: string[] = [];
  readonly channel: Channel<Nothing, ResultsViewAsks, ResultsViewTells>;
  readonly #results: ReadonlyMap<string, FakeResult>;
  /** Set to make the next windows fail. */
  failure: string | undefined;
  /** What is answered in place of the true answer, by the name of the ask. */
  readonly instead = new Map<keyof ResultsViewAsks, unknown>();

  constructor(results: Readonly<Record<string, FakeResult>>, post: (packet: Packet) => void) {
    this.#results = new Map(Object.entries(results));
    this.channel = new Channel<Nothing, ResultsViewAsks, ResultsViewTells>({
      port: { post },
      handlers: this.#replacing({
        ready: async (params) => {
          this.#note("ready", params);
          return { results: [...this.#results.keys()].map((id) => this.shown(id)), activeId: undefined, rowHeight: 22 };
        },
        rows: async (params) => {
          this.#note("rows", params);
          if (this.failure) {
            throw new Error(this.failure);
          }
          const rows = Array.from({ length: params.count }, (_, index) =>
            params.columns.map((column) => this.#value(params.resultId, params, params.first + index, column)),
          );
          return { first: params.first, rows, rowCount: this.#result(params.resultId).rowCount, cut: [] };
        },
        cell: async (params) => {
          this.#note("cell", params);
          return this.#result(params.resultId).cell(params.row, params.column);
        },
        sort: async (params) => {
          this.#note("sort", params);
          return { rowCount: this.#result(params.resultId).rowCount };
        },
        columnTypes: async (params) => {
          this.#note("columnTypes", params);
          return { columns: this.#result(params.resultId).columns };
        },
        copy: async (params) => this.#note("copy", params),
        exportCsv: async (params) => {
          this.#note("exportCsv", params);
          return { isWritten: true, rowCount: this.#result(params.resultId).rowCount };
        },
        chartData: async (params) => {
          this.#note("chartData", params);
          const { rowCount, cell } = this.#result(params.resultId);
          const marks = Array.from({ length: rowCount }, (_, row) => ({
            x: cell(row, params.x),
            y: cell(row, params.y),
            series: params.series === undefined ? null : cell(row, params.series),
          }));
          return { marks, isCut: false, isSum: false };
        },
        cancel: async (params) => this.#note("cancel", params),
        rerun: async (params) => this.#note("rerun", params),
        close: async (params) => this.#note("close", params),
        copyText: async (params) => {
          this.#note("copyText", params);
          this.copied.push(params.text);
          return undefined;
        },
        openValue: async (params) => this.#note("openValue", params),
      }),
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }

  shown(resultId: string, changed: Partial<ResultSummary> = {}): ShownResult {
    const { columns, rowCount, state = "done", message, title = resultId } = this.#result(resultId);
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
      origin: { title, query: "SELECT 1", connection: "Local", tenant: "WFF_sample", project: "Headcount" },
      startedAtMs: Date.now(),
      elapsedMs: summary.state === "loading" ? undefined : 1234,
    };
  }

  asks(name: keyof ResultsViewAsks): unknown[] {
    return this.asked.filter((ask) => ask.name === name).map(({ params }) => params);
  }

  #replacing(handlers: HandlersOf<ResultsViewAsks>): HandlersOf<ResultsViewAsks> {
    const entries = Object.entries(handlers).map(([name, answer]) => [
      name,
      async (params: never, signal: AbortSignal): Promise<unknown> => {
        const value = await answer(params, signal);
        const ask = name as keyof ResultsViewAsks;
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

  #value(resultId: string, { sort }: RowRange, row: number, column: number): Cell {
    const { rowCount, cell } = this.#result(resultId);
    return cell(sort?.direction === "descending" ? rowCount - 1 - row : row, column);
  }

  #note(name: keyof ResultsViewAsks, params: unknown): undefined {
    if (!isResultsAsk[name](params)) {
      throw new Error(`The page asked ${name} with parameters that the guard refuses.`);
    }
    this.asked.push({ name, params });
  }
}
