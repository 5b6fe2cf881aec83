import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, ratioToBest } from "../samples.ts";
import { type WideResult, wideResultId, wideTable, withWideResult } from "../wide-result.ts";

/** Long enough to be in the middle of it. */
const delayMs = 40;
const longestMs = 500;
const longText = 9;

/** From the cancelling of a sort and of an export until the worker says that it is over, against DuckDB's own interrupt. */
export async function measureResultCancel(options: BenchOptions): Promise<MeasuredRow[]> {
  return await withWideResult(options, async (wide) => {
    const view = { sort: [{ column: longText, direction: "descending" }], filter: [] } as const;
    const order = `c${longText} DESC NULLS LAST, rowid`;
    const file = join(options.scratchFolder, "cancelled.csv");
    const written = {
      resultId: wideResultId,
      path: join(options.scratchFolder, "stopped.csv"),
      format: "csv",
      columns: wide.columns.map((_, index) => index),
      view: defaultRowView,
      hasHeaders: true,
      neutralisesFormulas: true,
      about: [],
    } as const;
    return [
      await measureStop(
        options,
        wide,
        "cancel a sort",
        () => wide.worker.cancel("arrange", { resultId: wideResultId, view }, delayMs),
        `CREATE OR REPLACE TABLE stopped AS SELECT rowid AS rid FROM ${wideTable} ORDER BY ${order}`,
      ),
      await measureStop(
        options,
        wide,
        "cancel an export",
        () => wide.worker.cancel("export", written, delayMs),
        `COPY ${wideTable} TO ${quoteText(file)} (FORMAT csv, HEADER)`,
      ),
    ];
  });
}

async function measureStop(
  { size, isSmall }: BenchOptions,
  { reference, rowCount }: WideResult,
  name: string,
  cancel: () => Promise<number | undefined>,
  sql: string,
): Promise<MeasuredRow> {
  const stopped = (elapsedMs: number | undefined): number => {
    if (elapsedMs === undefined && !isSmall) {
      throw new Error("It was over before it was stopped.");
    }
    return elapsedMs ?? 1;
  };
  const samples = await alternate(
    {
      "data worker": async () => stopped(await cancel()),
      interrupt: async () => stopped((await reference.request("interrupt", { sql, delayMs })).elapsedMs),
    },
    size.rounds,
  );
  const ours = samples["data worker"] ?? [];
  return {
    kind: "measured",
    name,
    unit: "ms",
    criteria: [
      { label: "data worker / interrupt", value: ratioToBest(ours, [samples.interrupt ?? []]), bar: 10 },
      { label: "ms until the worker is free", value: median(ours), bar: longestMs },
    ],
    samples,
    facts: { rows: rowCount },
  };
}
