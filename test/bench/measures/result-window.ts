import type { RowView } from "../../../src/protocol/row-view.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { type WideResult, wideResultId, wideTable, withWideResult } from "../wide-result.ts";

/** What a large screen shows, and what is read ahead. */
const windowRows = 200;
const windowColumns = 20;
/** Windows of one sample: a single one takes so little that whatever else the machine does would show. */
const windowsOfSample = 20;
const firstColumn = 15;

const view: RowView = {
  sort: [
    { column: 1, direction: "ascending" },
    { column: 3, direction: "descending" },
  ],
  filter: [],
};

/** A window at a random depth, asked over the process channel until its rows are here, against the same query in DuckDB. */
export async function measureResultWindow(options: BenchOptions): Promise<MeasuredRow[]> {
  return await withWideResult(options, async (wide) => {
    await wide.worker.request("arrange", { resultId: wideResultId, view });
    await wide.reference.request("run", {
      statements: [
        `CREATE TABLE sorted AS SELECT rowid AS rid FROM ${wideTable} ORDER BY c1, c3 DESC NULLS LAST, rowid`,
      ],
    });
    const values = Array.from({ length: windowColumns }, (_, index) => `w.c${firstColumn + index}`).join(", ");
    const whole = (first: number) =>
      `SELECT ${values} FROM ${wideTable} AS w WHERE w.rowid >= ${first} AND w.rowid < ${first + windowRows} ORDER BY w.rowid`;
    const sorted = (first: number) =>
      `SELECT ${values} FROM sorted AS s JOIN ${wideTable} AS w ON w.rowid = s.rid WHERE s.rowid >= ${first} AND s.rowid < ${first + windowRows} ORDER BY s.rowid`;
    return [
      await measureWindows(options, wide, "window of a result", { sort: [], filter: [] }, whole),
      await measureWindows(options, wide, "window of a sorted result", view, sorted),
    ];
  });
}

async function measureWindows(
  { size }: BenchOptions,
  { worker, reference, rowCount }: WideResult,
  name: string,
  shown: RowView,
  query: (first: number) => string,
): Promise<MeasuredRow> {
  const columns = Array.from({ length: windowColumns }, (_, index) => firstColumn + index);
  const depths = Array.from({ length: windowsOfSample }, (_, index) =>
    Math.floor(((index * 0.618) % 1) * (rowCount - windowRows)),
  );
  const samples = await alternate(
    {
      "data worker": () =>
        meanMs(depths, async (first) => {
          const startedMs = performance.now();
          const { rows } = await worker.request("window", {
            resultId: wideResultId,
            first,
            count: windowRows,
            columns,
            view: shown,
          });
          checkRows(rows.length);
          return performance.now() - startedMs;
        }),
      "bare query": () =>
        meanMs(depths, async (first) => {
          const { elapsedMs, rows } = await reference.request("rows", { sql: query(first) });
          checkRows(rows.length);
          return elapsedMs;
        }),
    },
    size.rounds,
  );
  return {
    kind: "measured",
    name,
    unit: "ms",
    criteria: [
      {
        label: "data worker / bare query",
        value: ratioToBest(samples["data worker"] ?? [], [samples["bare query"] ?? []]),
        bar: 3,
      },
    ],
    samples,
    facts: { rows: rowCount, "rows of a window": windowRows, "columns of a window": windowColumns },
  };
}

async function meanMs(depths: readonly number[], read: (first: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const first of depths) {
    sum += await read(first);
  }
  return sum / depths.length;
}

function checkRows(count: number): void {
  if (count !== windowRows) {
    throw new Error(`A window had ${count} rows.`);
  }
}
