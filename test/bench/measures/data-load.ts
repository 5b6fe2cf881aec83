import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { changedEmployees, changesCsv } from "../hand-written-load.ts";
import { IntakeService } from "../intake-service.ts";
import { type Reference, withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";

/** Each round reads and writes millions of rows: a few say enough. */
const mostRounds = 3;
const rowsOfPerson = 20;

interface Load {
  readonly name: string;
  readonly people: number;
  readonly rows: number;
  readonly bar: number;
  readonly label: string;
}

/**
 * Loads of changes into Employee by HTTP, from the start of the transaction to the published data version: against hand-written
 * SQL that reads the same file and gives the same table, and, where much is stored, against a copy of the table.
 */
export async function measureDataLoad(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const rows = options.isSmall ? 500 : 1_000_000;
  const sizes = options.isSmall ? [300, 300] : [100_000, 1_250_000];
  return [
    await measure(options, "hand", {
      name: "load of changes to a data version",
      people: sizes[0] ?? 0,
      rows,
      bar: 2,
      label: "receiving and processing / read_csv, states and table by hand",
    }),
    await measure(options, "copy", {
      name: "load of changes where much is stored",
      people: sizes[1] ?? 0,
      rows,
      bar: 1.5,
      label: "receiving and processing / CREATE TABLE AS of the object",
    }),
  ];
}

async function measure(options: BenchOptions, against: "hand" | "copy", load: Load): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size } = options;
  const { people } = load;
  const rounds = Math.min(size.rounds, mostRounds);
  const sample = await prepareSampleData({ ...options, size: { ...size, people } });
  const fileOf = (round: number) => join(scratchFolder, `employee-${round}.csv`);
  const target = join(scratchFolder, "target.duckdb");
  return await IntakeService.with(options, people, (service, dataFolder) =>
    withReference(
      programFolder,
      join(scratchFolder, "load.duckdb"),
      join(scratchFolder, "load-spill"),
      async (reference) => {
        const run = (...statements: readonly string[]) => reference.request("run", { statements });
        await run(`ATTACH ${quoteText(sample.referenceFile)} AS base (READ_ONLY)`);
        for (let round = 0; round <= rounds; round += 1) {
          await run(changesCsv("base", load.rows, rowsOfPerson, round, fileOf(round)));
        }
        const columns = (await reference.request("rows", { sql: 'SELECT column_name FROM (DESCRIBE base."Employee")' }))
          .rows;
        const names = columns.map(([name]) => name ?? "");
        const next = { service: 0, reference: 0 };
        const byHand = async () => {
          await rm(target, { force: true });
          const create =
            against === "copy"
              ? 'CREATE TABLE target."Employee" AS FROM base."Employee"'
              : changedEmployees("base", names, fileOf(next.reference), "target");
          next.reference += 1;
          await run(`ATTACH ${quoteText(target)} AS target`);
          const { elapsedMs } = await run(create, "CHECKPOINT target");
          await run("DETACH target");
          return elapsedMs;
        };
        const samples = await alternate(
          {
            service: async () => {
              const elapsedMs = await service.load("Employee", fileOf(next.service));
              next.service += 1;
              if (next.service <= rounds) {
                await service.excludeAll();
              }
              return elapsedMs;
            },
            [against === "hand" ? "SQL by hand" : "CREATE TABLE AS"]: byHand,
          },
          rounds,
        );
        const reached = await newestFile(join(dataFolder, "tenants"));
        if (against === "hand") {
          await checkSame(reference, names, target, reached);
        }
        const states = await countRows(reference, reached);
        const others = Object.entries(samples).flatMap(([name, values]) => (name === "service" ? [] : [values]));
        return {
          kind: "measured",
          name: load.name,
          unit: "ms",
          criteria: [{ label: load.label, value: ratioToBest(samples.service ?? [], others), bar: load.bar }],
          samples,
          facts: { people, "changes loaded": load.rows, columns: 8, "states afterwards": states },
        };
      },
    ),
  );
}

/** The newest file with the table of employees. */
async function newestFile(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /(^|\/)Employee\.\w+\.duckdb$/.test(name),
  );
  const times = await Promise.all(
    files.map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = times.sort((one, other) => other.time - one.time)[0];
  if (!newest) {
    throw new Error("The service has written no table of employees.");
  }
  return newest.path;
}

async function countRows(reference: Reference, file: string): Promise<number> {
  await reference.request("run", { statements: [`ATTACH ${quoteText(file)} AS reached (READ_ONLY)`] });
  const { rows } = await reference.request("rows", { sql: 'SELECT count(*) FROM reached."Employee"' });
  await reference.request("run", { statements: ["DETACH reached"] });
  return Number(rows[0]?.[0]);
}

async function checkSame(
  reference: Reference,
  columns: readonly string[],
  byHand: string,
  reached: string,
): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join(", ");
  const of = (database: string) => `SELECT ${names} FROM ${database}."Employee"`;
  await reference.request("run", {
    statements: [
      `ATTACH ${quoteText(byHand)} AS hand (READ_ONLY)`,
      `ATTACH ${quoteText(reached)} AS reached (READ_ONLY)`,
    ],
  });
  const { rows } = await reference.request("rows", {
    sql: `SELECT (SELECT count(*) FROM (${of("hand")} EXCEPT ALL ${of("reached")})), (SELECT count(*) FROM (${of("reached")} EXCEPT ALL ${of("hand")}))`,
  });
  await reference.request("run", { statements: ["DETACH hand", "DETACH reached"] });
  if (rows[0]?.some((count) => count !== "0")) {
    throw new Error(`The service and the hand-written SQL give other states: ${rows[0].join(" and ")} of one only.`);
  }
}
