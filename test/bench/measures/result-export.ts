import { rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { wideResultId, wideTable, withWideResult } from "../wide-result.ts";

/** Each round writes more than a gigabyte. */
const mostRounds = 3;

/** A result into a CSV file, against DuckDB's own `COPY` of a table of the same types. */
export async function measureResultExport(options: BenchOptions): Promise<MeasuredRow> {
  return await withWideResult(options, async ({ worker, reference, columns, rowCount }) => {
    const ours = join(options.scratchFolder, "exported.csv");
    const theirs = join(options.scratchFolder, "copied.csv");
    const bytes = { ours: 0 };
    const samples = await alternate(
      {
        "data worker": async () => {
          const startedMs = performance.now();
          const written = await worker.request("export", {
            resultId: wideResultId,
            path: ours,
            format: "csv",
            columns: columns.map((_, index) => index),
            view: defaultRowView,
            hasHeaders: true,
            neutralisesFormulas: true,
            about: [],
          });
          const elapsedMs = performance.now() - startedMs;
          if (written.rowCount !== rowCount) {
            throw new Error(`The export has ${written.rowCount} of ${rowCount} rows.`);
          }
          bytes.ours = written.byteCount;
          // At once: else the disk is still busy with it in the other's turn.
          await rm(ours);
          return elapsedMs;
        },
        COPY: async () => {
          const { elapsedMs } = await reference.request("run", {
            statements: [`COPY ${wideTable} TO ${quoteText(theirs)} (FORMAT csv, HEADER)`],
          });
          await rm(theirs);
          return elapsedMs;
        },
      },
      Math.min(options.size.rounds, mostRounds),
    );
    return {
      kind: "measured",
      name: "export a result to CSV",
      unit: "ms",
      criteria: [
        {
          label: "data worker / COPY",
          value: ratioToBest(samples["data worker"] ?? [], [samples.COPY ?? []]),
          bar: 1.2,
        },
      ],
      samples,
      facts: { rows: rowCount, columns: columns.length, bytes: bytes.ours },
    };
  });
}
