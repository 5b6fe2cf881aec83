import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { type Reference, withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { ledger, ledgerRows, TableService } from "../table-service.ts";

/** Each round reads millions of rows: a few say enough. */
const mostRounds = 5;

/** An upsert from an uploaded file, by HTTP from the transaction's start to its commit, against DuckDB's MERGE of the same file. */
export async function measureUpsert(options: BenchOptions): Promise<MeasuredRow> {
  const { programFolder, scratchFolder, size, isSmall } = options;
  const [there, given] = isSmall ? [2_000, 200] : [10_000_000, 1_000_000];
  const rounds = Math.min(size.rounds, mostRounds);
  const fileOf = (round: number) => join(scratchFolder, `upsert-${round}.parquet`);
  const [database, spill] = [join(scratchFolder, "upsert.duckdb"), join(scratchFolder, "upsert-spill")];
  return await withReference(programFolder, database, spill, (reference) =>
    TableService.with(options, ledgerRows(0, there, "old"), async (service) => {
      await reference.request("run", {
        statements: [
          `CREATE TABLE ledger AS ${ledgerRows(0, there, "old")}`,
          "CHECKPOINT",
          // Half of a round's rows are there already, half are new.
          ...Array.from({ length: rounds + 1 }, (_, round) => {
            const rows = ledgerRows(there + Math.floor((round - 1) * (given / 2)), given, `round ${round}`);
            return `COPY (${rows}) TO ${quoteText(fileOf(round))} (FORMAT parquet)`;
          }),
        ],
      });
      const next = { service: 0, reference: 0 };
      const actions = [{ upsert: { source: "given", target: "ledger", keys: ["id"] } }, { commit: {} }];
      const samples = await alternate(
        {
          "SQL job": () => service.run(["ledger"], actions, fileOf(next.service++)),
          MERGE: () => merge(reference, fileOf(next.reference++)),
        },
        rounds,
      );
      const { rows } = await reference.request("rows", { sql: "SELECT count(*) FROM ledger" });
      if (Number(rows[0]?.[0]) !== (await service.countRows())) {
        throw new Error("The service and DuckDB end with different numbers of rows.");
      }
      return {
        kind: "measured",
        name: "upsert into a table source",
        unit: "ms",
        criteria: [
          {
            label: "upload, job and commit / MERGE",
            value: ratioToBest(samples["SQL job"] ?? [], [samples.MERGE ?? []]),
            bar: 1.3,
          },
        ],
        samples,
        facts: { rows: there, "rows upserted": given },
      };
    }),
  );
}

async function merge(reference: Reference, file: string): Promise<number> {
  const values = ledger.columns.slice(1).map(({ name }) => `${name} = given.${name}`);
  const { elapsedMs } = await reference.request("run", {
    statements: [
      `MERGE INTO ledger USING read_parquet(${quoteText(file)}) AS given ON ledger.id = given.id
       WHEN MATCHED THEN UPDATE SET ${values.join(", ")} WHEN NOT MATCHED THEN INSERT`,
    ],
  });
  return elapsedMs;
}
