import { mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseSparkRemote } from "../../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../../src/spark-connect/spark-session.ts";
import { testCluster } from "../../spark/test-cluster.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, percentile, type SampleSets, timed } from "../samples.ts";

const path = "/v1alpha/data/table-sources";
const namespace = "bench";
/** Tables whose transactions are measured. */
const written = ["ledger", "person"];
/** Table that single statements write, as young as that by hand: Spark takes longer with each state of a table. */
const single = "entry";
/** What a client waits between two questions for a job's state. */
const pollMs = 5;
const statementsOfJob = 5;

type Action = Readonly<Record<string, unknown>>;

/** Columns of the tables of short statements, as the service and as Spark defines them. */
const twoColumns = [
  { name: "id", dataType: "LONG" },
  { name: "note", dataType: "STRING" },
];
const byHand = "by_hand (id BIGINT, note STRING)";

/** A service that runs SQL jobs on the cluster, with tables, and a session of a user's own on the same cluster with one. */
export class SparkBench {
  readonly #service: IntakeService;
  readonly #spark: SparkSession;
  #lastJob = "";

  private constructor(service: IntakeService, spark: SparkSession) {
    this.#service = service;
    this.#spark = spark;
  }

  /** `byHand`: name and columns of the user's own table, in the namespace `lake.bench`. */
  static async with<Value>(
    options: BenchOptions,
    tables: readonly { readonly objectName: string; readonly columns: readonly object[] }[],
    byHand: string,
    work: (bench: SparkBench) => Promise<Value>,
  ): Promise<Value> {
    const { remote, catalogUri } = testCluster();
    const folder = await mkdtemp(join(options.scratchFolder, "spark-"));
    const dataFolder = join(folder, "data");
    const spark = new SparkSession(parseSparkRemote(remote));
    try {
      const cluster = { remote, catalogUri, catalog: "lake", namespace };
      const make = async (service: IntakeService) => {
        for (const table of tables) {
          await service.call("POST", `${path}/tables`, table);
        }
        await spark.command(
          `CREATE TABLE lake.bench.${byHand} USING iceberg TBLPROPERTIES ('format-version' = '3', 'write.merge.mode' = 'merge-on-read')`,
        );
        return await work(new SparkBench(service, spark));
      };
      return await IntakeService.start(options, { dataFolder, spark: cluster }, make);
    } finally {
      await spark.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async open(tablesToModify: readonly string[]): Promise<string> {
    const { transactionId } = await this.#service.call("POST", `${path}/transactions`, { tablesToModify });
    return String(transactionId);
  }

  /** Uploads an input of a transaction, a Parquet file. */
  async upload(transaction: string, file: string): Promise<void> {
    await this.#service.sendFile("PUT", `${path}/transactions/${transaction}/inputs/${basename(file)}`, file);
  }

  /** Runs actions to their end. */
  async run(transaction: string, ...actions: readonly Action[]): Promise<void> {
    await this.runJob(transaction, { actions }, pollMs);
  }

  /** Runs a job to its end, and asks for its state each so many milliseconds. */
  async runJob(transaction: string, job: object, pauseMs: number): Promise<void> {
    const place = `${path}/transactions/${transaction}/jobs`;
    const { jobId } = await this.#service.call("POST", place, job);
    this.#lastJob = `${place}/${jobId}`;
    for (;;) {
      const answer = await this.#service.call("GET", this.#lastJob);
      if (answer.status === "SUCCEEDED") {
        return;
      }
      if (answer.status === "FAILED") {
        throw new Error(JSON.stringify(answer));
      }
      await wait(pauseMs);
    }
  }

  /**
   * Runs a statement and gives its milliseconds. Meanwhile the state of a job that has ended is asked for, as often as that of a job
   * that runs: the questions take of the cores that Spark runs on.
   */
  async byHand(statement: string): Promise<number> {
    let isRunning = true;
    const ask = async () => {
      while (isRunning) {
        await this.#service.call("GET", this.#lastJob);
        await wait(pollMs);
      }
    };
    const asking = ask();
    const elapsedMs = await timed(() => this.#spark.command(statement)).finally(() => {
      isRunning = false;
    });
    await asking;
    return elapsedMs;
  }
}

/**
 * SQL jobs on a real Spark and catalog, which `npm run bench -- --only spark` starts: what a transaction costs, and statements through the
 * service against the same by hand on the same server.
 */
export async function measureSpark(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { isSmall, size } = options;
  const rounds = isSmall ? 1 : size.rounds;
  const rows = isSmall ? 1_000 : 3_000_000;
  const tables = [...written, single].map((objectName) => ({ objectName, columns: twoColumns }));
  return await SparkBench.with(options, tables, byHand, async (bench) => {
    const times: Record<"open" | "commit" | "rollback" | "reset", number[]> = {
      open: [],
      commit: [],
      rollback: [],
      reset: [],
    };
    const insert = (table: string, from: string) => ({ query: { query: `INSERT INTO ${table} ${from}` } });
    const both = [insert("ledger", "VALUES (1, 'one')"), insert("person", "VALUES (1, 'one')")];
    for (let round = 0; round < 2 * rounds + 1; round += 1) {
      let transaction = "";
      const opened = await timed(async () => {
        transaction = await bench.open(written);
      });
      await bench.run(transaction, ...both);
      const ended = await timed(() => bench.run(transaction, round % 2 === 0 ? { commit: {} } : { rollback: {} }));
      // The first of each is not counted: it makes what later ones find.
      if (round > 1 || rounds === 1) {
        times.open.push(opened);
        (round % 2 === 0 ? times.commit : times.rollback).push(ended);
      }
    }
    const transaction = await bench.open([...written, single]);
    const asOfTimestamp = new Date().toISOString();
    for (let round = 0; round < rounds + 1; round += 1) {
      await bench.run(transaction, insert("ledger", "VALUES (2, 'two')"));
      const reset = await timed(() => bench.run(transaction, { reset: { table: "ledger", asOfTimestamp } }));
      if (round > 0 || rounds === 1) {
        times.reset.push(reset);
      }
    }
    const against = (from: string, statements = 1) =>
      alternate(
        {
          service: () => timed(() => bench.run(transaction, ...Array(statements).fill(insert(single, from)))),
          "by hand": async () => {
            let elapsedMs = 0;
            for (let statement = 0; statement < statements; statement += 1) {
              elapsedMs += await bench.byHand(`INSERT INTO lake.bench.by_hand ${from}`);
            }
            return elapsedMs;
          },
        },
        rounds,
      );
    const one = await against("VALUES (3, 'three')");
    const several = await against("VALUES (3, 'three')", statementsOfJob);
    const long = await against(`SELECT id, concat('row ', id % 1000) FROM range(${rows})`);
    const more = (samples: SampleSets) => median(samples.service ?? []) - median(samples["by hand"] ?? []);
    await bench.run(transaction, { rollback: {} });
    const most = (samples: readonly number[], label: string, bar: number) => ({
      label: `ms that 95 % of ${label} take at most`,
      value: percentile(samples, 0.95),
      bar,
    });
    return [
      {
        kind: "measured",
        name: "transactions of two tables on Spark",
        unit: "ms",
        criteria: [
          most(times.open, "opened ones", 400),
          most(times.commit, "commits", 400),
          most(times.rollback, "rollbacks", 200),
          most(times.reset, "resets of a table", 200),
        ],
        samples: times,
        facts: {},
      },
      {
        kind: "measured",
        name: "statements on Spark",
        unit: "ms",
        criteria: [
          {
            label: "ms that each of the one-row INSERTs of a job takes more than by hand",
            value: more(several) / statementsOfJob,
            bar: 15,
          },
          {
            label: "an INSERT of many rows / by hand",
            value: median(long.service ?? []) / median(long["by hand"] ?? []),
            bar: 1.1,
          },
        ],
        samples: {
          "one row, service": one.service ?? [],
          "one row, by hand": one["by hand"] ?? [],
          "several of one row, service": several.service ?? [],
          "several of one row, by hand": several["by hand"] ?? [],
          "many rows, service": long.service ?? [],
          "many rows, by hand": long["by hand"] ?? [],
        },
        facts: { rows, statementsOfJob, "ms that a whole job of one INSERT takes more": Math.round(more(one)) },
      },
    ];
  });
}
