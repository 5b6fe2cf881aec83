import { rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { ledgerRows, TableService } from "../table-service.ts";

/** Each round writes millions of rows: a few say enough. */
const mostRounds = 5;

/** A table source into a Parquet output, by HTTP from the transaction's start to the end of its job, against DuckDB's COPY. */
export async function measureExportParquet(options: BenchOptions): Promise<MeasuredRow> {
  const { programFolder, scratchFolder, size, isSmall } = options;
  const rows = ledgerRows(0, isSmall ? 2_000 : 10_000_000, "note");
  const [database, spill] = [join(scratchFolder, "export.duckdb"), join(scratchFolder, "export-spill")];
  const file = join(scratchFolder, "export.parquet");
  return await withReference(programFolder, database, spill, (reference) =>
    TableService.with(options, rows, async (service) => {
      await reference.request("run", { statements: [`CREATE TABLE ledger AS ${rows}`, "CHECKPOINT"] });
      const output = { format: { parquet: {} }, filename: "ledger.parquet" };
      const samples = await alternate(
        {
          "SQL job": () => service.run([], [{ query: { query: "SELECT * FROM ledger", output } }]),
          COPY: async () => {
            await rm(file, { force: true });
            const statements = [`COPY ledger TO ${quoteText(file)} (FORMAT parquet)`];
            return (await reference.request("run", { statements })).elapsedMs;
          },
        },
        Math.min(size.rounds, mostRounds),
      );
      return {
        kind: "measured",
        name: "export a table source to Parquet",
        unit: "ms",
        criteria: [
          { label: "SQL job / COPY", value: ratioToBest(samples["SQL job"] ?? [], [samples.COPY ?? []]), bar: 1.2 },
        ],
        samples,
        facts: { rows: await service.countRows() },
      };
    }),
  );
}
