import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import { exportFormats } from "../../../src/protocol/stored-results.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { Criterion, MeasuredRow } from "../report.ts";
import { readMemory } from "../service-process.ts";
import { wideResultId, withWideResult } from "../wide-result.ts";

const megabyte = 1024 * 1024;
const rows = 1_500_000;
const columnCount = 10;
const mostMegabytes = 200;

/** What the data worker's memory grows by while it exports 1,500,000 rows in each format. */
export async function measureResultExportMemory(options: BenchOptions): Promise<MeasuredRow> {
  return await withWideResult(
    options,
    async ({ worker, columns, rowCount }) => {
      const criteria: Criterion[] = [];
      const samples: Record<string, number[]> = {};
      for (const format of exportFormats) {
        const path = join(options.scratchFolder, `exported.${format}`);
        // Sets the most that the process ever had to what it has now (proc(5)).
        await writeFile(`/proc/${worker.pid}/clear_refs`, "5");
        const before = (await readMemory(worker.pid)).now;
        const startedMs = performance.now();
        const written = await worker.request("export", {
          resultId: wideResultId,
          path,
          format,
          columns: columns.map((_, index) => index),
          view: defaultRowView,
          hasHeaders: true,
          neutralisesFormulas: true,
          about: [],
        });
        samples[format] = [performance.now() - startedMs];
        await rm(path);
        if (written.rowCount !== rowCount) {
          throw new Error(`The export has ${written.rowCount} of ${rowCount} rows.`);
        }
        const grown = ((await readMemory(worker.pid)).peak - before) / megabyte;
        criteria.push({ label: `MB that the worker grew by ${format}`, value: grown, bar: mostMegabytes });
      }
      return {
        kind: "measured",
        name: "memory of an export",
        unit: "ms",
        criteria,
        samples,
        facts: { rows: rowCount, columns: columnCount },
      };
    },
    { rows, columnCount },
  );
}
