import { basename, join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, timed } from "../samples.ts";
import { ledger, ledgerRows } from "../table-service.ts";
import { SparkBench } from "./spark.ts";

/** Each round merges millions of rows: a few say enough. */
const mostRounds = 3;
/** What a client waits between two questions for a job's state, as VS Code does: each takes of the cores that Spark runs on. */
const pollMs = 250;
/** What reading the upload and sending it to Spark may take, beside a tenth of the MERGE. */
const allowedMs = 3_000;

/** An upsert of an uploaded file on Spark, from the transaction's start to its commit, against a MERGE by hand of rows that Spark has already. */
export async function measureSparkUpsert(options: BenchOptions): Promise<MeasuredRow> {
  const { programFolder, scratchFolder, size, isSmall } = options;
  const [there, given] = isSmall ? [2_000, 200] : [10_000_000, 1_000_000];
  const rounds = Math.min(size.rounds, mostRounds);
  // Half of a round's rows are there already, half are new.
  const firstOf = (round: number) => there + Math.floor((round - 1) * (given / 2));
  const fileOf = (round: number) => join(scratchFolder, `spark-upsert-${round}.parquet`);
  await withReference(programFolder, join(scratchFolder, "spark-upsert.duckdb"), scratchFolder, (reference) =>
    reference.request("run", {
      statements: Array.from(
        { length: rounds + 1 },
        (_, round) =>
          `COPY (${ledgerRows(firstOf(round), given, `round ${round}`)}) TO ${quoteText(fileOf(round))} (FORMAT parquet)`,
      ),
    }),
  );
  const byHand = "ledger (id BIGINT, person_key STRING, amount DOUBLE, posted_on DATE, note STRING, hours INT)";
  return await SparkBench.with(options, [ledger], byHand, async (bench) => {
    const filled = await bench.open([ledger.objectName]);
    const rows = sparkRows(0, there, "old");
    await bench.run(filled, { query: { query: `INSERT INTO ledger ${rows}` } }, { commit: {} });
    await bench.byHand(`INSERT INTO lake.bench.ledger ${rows}`);
    const next = { service: 0, byHand: 0 };
    const samples = await alternate(
      {
        "SQL job": () => timed(() => upsert(bench, fileOf(next.service++))),
        "MERGE by hand": () => merge(bench, sparkRows(firstOf(next.byHand), given, `round ${next.byHand++}`)),
      },
      rounds,
    );
    const [job, hand] = [median(samples["SQL job"] ?? []), median(samples["MERGE by hand"] ?? [])];
    return {
      kind: "measured",
      name: "upsert on Spark",
      unit: "ms",
      criteria: [
        { label: "upload, job and commit, without 3 s / MERGE by hand", value: (job - allowedMs) / hand, bar: 1.1 },
      ],
      samples,
      facts: { rows: there, "rows upserted": given },
    };
  });
}

async function upsert(bench: SparkBench, file: string): Promise<void> {
  const transaction = await bench.open([ledger.objectName]);
  await bench.upload(transaction, file);
  const filename = basename(file);
  const inputs = [{ id: "given", filename, format: { parquet: {} } }];
  const actions = [{ upsert: { source: "given", target: "ledger", keys: ["id"] } }, { commit: {} }];
  await bench.runJob(transaction, { inputs, actions }, pollMs);
}

function merge(bench: SparkBench, rows: string): Promise<number> {
  return bench.byHand(
    `MERGE INTO lake.bench.ledger AS ledger USING (${rows}) AS given ON ledger.id = given.id
     WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *`,
  );
}

/** The rows of `ledgerRows` in Spark SQL. */
function sparkRows(first: number, count: number, note: string): string {
  return `SELECT id + ${first} AS id, format_string('P%07d', id % 50000) AS person_key, id * 0.37D AS amount,
    date_add(DATE '2020-01-01', CAST(id % 2000 AS INT)) AS posted_on, concat('${note} ', id % 1000) AS note,
    CAST(id % 160 AS INT) AS hours FROM range(${count})`;
}
