import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Frame } from "playwright-core";
import type { BenchOptions } from "../bench-options.ts";
import { firstRowsPainted, keyToPaint, ResultsWindow, scrollTo, settled } from "../grid/results-window.ts";
import { wideColumns, wideSelect } from "../grid/wide-rows.ts";
import { WideService } from "../grid/wide-service.ts";
import { type Reference, withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median } from "../samples.ts";

const megabyte = 1024 * 1024;
const frameMs = 1000 / 60;
const leastRestMs = 250;
const loadTimeoutMs = 5 * 60_000;

/** What the grid asks for is never less. */
const windowSize = { rows: 200, columns: 20 };

/** A wide result in the results view of a real VS Code: its first rows, any of its windows, and the memory that it takes. */
export async function measureGridWindow(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const rowCount = options.isSmall ? 1_000 : 1_000_000;
  const { scratchFolder, programFolder } = options;
  const database = join(scratchFolder, "wide.duckdb");
  return await WideService.with(options, (service) =>
    ResultsWindow.with(options, service.dataFolder, async (window) => {
      const hostAtFirst = await window.hostMemory();
      const heapBefore = await window.heapBytes();
      await window.run();
      const frame = await window.results();
      await settled(frame);
      // With a small result everything is loaded: what grows from here on is for the rows.
      const hostBefore = await window.hostMemory();
      service.rowCount = rowCount;
      const startedMs = Date.now();
      const painted = firstRowsPainted(frame);
      await window.run();
      const paintedMs = await painted;
      await settled(frame, loadTimeoutMs);
      const firstRows: MeasuredRow = {
        kind: "measured",
        name: "grid first rows",
        unit: "ms",
        criteria: [
          { label: "share of the body sent when they are painted", value: service.sentAt(paintedMs), bar: 0.1 },
        ],
        samples: { "from run to paint": [paintedMs - startedMs] },
        facts: { rows: rowCount, columns: wideColumns.length, bytes: service.sentBytes },
      };
      const windows = await withReference(programFolder, database, join(scratchFolder, "spill"), (reference) =>
        measureWindows(options, window, frame, reference, rowCount),
      );
      await sortAndScroll(frame);
      const hostAfter = await window.hostMemory();
      return [
        firstRows,
        windows,
        {
          kind: "measured",
          name: "grid memory",
          unit: "bytes",
          criteria: [
            {
              label: "megabytes that the heap of the view's process grew",
              value: ((await window.heapBytes()) - heapBefore) / megabyte,
              bar: 60,
            },
            {
              label: "megabytes that the extension host grew, heap and external",
              value: (hostAfter.usedBytes - hostBefore.usedBytes) / megabyte,
              bar: 30,
            },
          ],
          samples: {
            "extension host before": [hostBefore.usedBytes],
            "extension host after": [hostAfter.usedBytes],
          },
          facts: {
            "megabytes that its resident set grew": (hostAfter.rssBytes - hostBefore.rssBytes) / megabyte,
            "megabytes of the code for a first result": (hostBefore.usedBytes - hostAtFirst.usedBytes) / megabyte,
          },
        },
      ];
    }),
  );
}

async function measureWindows(
  options: BenchOptions,
  window: ResultsWindow,
  frame: Frame,
  reference: Reference,
  rowCount: number,
): Promise<MeasuredRow> {
  await reference.request("run", { statements: [`CREATE TABLE wide AS ${wideSelect(rowCount)}`, "CHECKPOINT"] });
  let turn = 0;
  const place = () => ((++turn * 0.618_034) % 1) * 0.9;
  // People look before they press: nothing runs any more, and the key falls anywhere between two frames.
  const rest = () => setTimeout(leastRestMs + ((turn * 0.618_034) % 1) * 3 * frameMs);
  const columns = Array.from({ length: windowSize.columns }, (_, index) => `c${index}::VARCHAR`).join(", ");
  const samples = await alternate(
    {
      "key to paint": () => keyToPaint(window.page, frame, place(), rest),
      DuckDB: async () => {
        const first = Math.floor(place() * rowCount);
        await rest();
        const range = `rowid >= ${first} AND rowid < ${first + windowSize.rows}`;
        const { elapsedMs } = await reference.request("rows", { sql: `SELECT ${columns} FROM wide WHERE ${range}` });
        return elapsedMs;
      },
    },
    options.size.rounds,
  );
  const allowedMs = 3 * median(samples.DuckDB ?? []) + frameMs;
  return {
    kind: "measured",
    name: "grid window",
    unit: "ms",
    criteria: [
      {
        label: "key to paint / (3 x DuckDB's query + a frame)",
        value: median(samples["key to paint"] ?? []) / allowedMs,
        bar: 1,
      },
    ],
    samples,
    facts: { rows: rowCount, "rows of DuckDB's window": windowSize.rows, "its columns": windowSize.columns },
  };
}

async function sortAndScroll(frame: Frame): Promise<void> {
  // Beside the name there may be bars, which filter.
  await frame.locator(".grid-header-cell .grid-name").first().click();
  await frame.locator('.grid-header-cell[aria-sort="ascending"]').waitFor({ timeout: loadTimeoutMs });
  for (let step = 1; step <= 20; step++) {
    await scrollTo(frame, step / 21);
  }
}
