import type { RowView } from "../../../src/protocol/row-view.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { wideResultId, wideTable, withWideResult } from "../wide-result.ts";

/** Columns of text and of dates. More pairs than the worker keeps orders of, so that each is built anew. */
const pairs: readonly (readonly [text: number, date: number])[] = [
  [1, 3],
  [11, 13],
  [21, 23],
  [31, 33],
];
/** What the grid of a large screen asks for in another order: what is in sight, and a few rows. */
const firstWindow = { first: 0, count: 70, columns: Array.from({ length: 12 }, (_, column) => column) };

/** Order by two columns until the first window has come, against DuckDB building the table of that order by hand. */
export async function measureResultSort(options: BenchOptions): Promise<MeasuredRow> {
  return await withWideResult(options, async ({ worker, reference, rowCount }) => {
    const turns = { worker: 0, reference: 0 };
    const pairOf = (turn: number) => pairs[turn % pairs.length] ?? [0, 0];
    const samples = await alternate(
      {
        "data worker": async () => {
          const [text, date] = pairOf(turns.worker++);
          const view: RowView = {
            sort: [
              { column: text, direction: "ascending" },
              { column: date, direction: "descending" },
            ],
            filter: [],
          };
          const startedMs = performance.now();
          await worker.request("window", { resultId: wideResultId, ...firstWindow, view });
          return performance.now() - startedMs;
        },
        "order by hand": async () => {
          const [text, date] = pairOf(turns.reference++);
          const order = `c${text} NULLS LAST, c${date} DESC NULLS LAST, rowid`;
          const { elapsedMs } = await reference.request("run", {
            statements: [`CREATE OR REPLACE TABLE sorted AS SELECT rowid AS rid FROM ${wideTable} ORDER BY ${order}`],
          });
          return elapsedMs;
        },
      },
      options.size.rounds,
    );
    return {
      kind: "measured",
      name: "sort a result by two columns",
      unit: "ms",
      criteria: [
        {
          label: "data worker to the first window / order by hand",
          value: ratioToBest(samples["data worker"] ?? [], [samples["order by hand"] ?? []]),
          bar: 1.2,
        },
      ],
      samples,
      facts: { rows: rowCount },
    };
  });
}
