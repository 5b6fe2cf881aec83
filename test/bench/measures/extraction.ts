import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { quoteText } from "../../../src/duckdb/database.ts";
import { hasPostgresql, startPostgresql } from "../../support/servers/postgresql-server.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";

/** Each is hundreds of megabytes: a few say enough. */
const mostRounds = 3;
const people = 300;
const bar = 1.5;
const pollIntervalMs = 20;

/** The columns of the rows by their SQL in PostgreSQL and DuckDB; `n` counts the rows. */
const columns: readonly (readonly [string, string, string?])[] = [
  ["employee_id", "'X-' || lpad(n::text, 9, '0')", "printf('X-%09d', n)"],
  ["effective_date", "DATE '2025-01-01' + (n % 365)::int"],
  ["end_date", "NULL::date"],
  ["full_name", "'Person of the bench ' || n"],
  ["work_email", "'person' || n || '@bench.example'"],
  ["base_salary", "30000 + n % 90000 + 0.5"],
  ["start_date", "DATE '2015-01-01' + (n % 3000)::int"],
  ["work_model", "CASE n % 2 WHEN 0 THEN 'Remote' ELSE 'Hybrid' END"],
  ["is_manager", "n % 10 = 0"],
  ["is_high_potential", "n % 20 = 0"],
];

/** Extracts all rows of a connector and waits until they are received; gives milliseconds. */
async function extract(service: IntakeService, connectorId: string): Promise<number> {
  const startedMs = performance.now();
  const request = { connectorIds: [connectorId], overrideLastExtractionTimestamp: "0" };
  const { jobId } = await service.call("POST", "/v1alpha/op/jobs/extraction-jobs", request);
  await service.ended(String(jobId));
  for (;;) {
    const { jobStatus } = await service.call("GET", "/v1/op/job-status/jobs");
    const jobs = jobStatus as readonly { jobId: string; parentJobId?: string }[];
    const receiving = jobs.find(({ parentJobId }) => parentJobId === jobId);
    if (receiving) {
      await service.ended(receiving.jobId);
      return performance.now() - startedMs;
    }
    await wait(pollIntervalMs);
  }
}

/** Gives a connector a credential and the table or file to read. */
async function connect(
  service: IntakeService,
  connectorId: string,
  [provider, parameters]: readonly [string, Readonly<Record<string, string>>],
  tables: string,
): Promise<void> {
  const dataProviderAuthParams = { provider, [`${provider}AuthParams`]: parameters };
  const created = await service.call("POST", "/v1/op/data-connector-credentials", { dataProviderAuthParams });
  const tenantCode = "WFF_demo";
  const tenants = [{ tenantCode, credentialId: created.uuid }];
  await service.call("POST", "/v1/op/data-connectors/assignCredentials", { connectors: [{ connectorId, tenants }] });
  const connectorSettings = [{ settingKey: "tables", value: tables }];
  await service.call("PUT", "/v1/op/data-connectors/connector-settings", {
    connectors: [{ connectorId, tenants: [{ tenantCode, connectorSettings }] }],
  });
}

/** A table of a million rows with ten columns, extracted and received, against psql's \copy of it and read_csv to Parquet. */
export async function measureExtraction(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { isSmall, programFolder, scratchFolder } = options;
  const rows = isSmall ? 2000 : 1_000_000;
  return await IntakeService.with(options, people, (service, dataFolder) =>
    withReference(programFolder, join(scratchFolder, "extraction.duckdb"), scratchFolder, async (reference) => {
      const parquet = join(scratchFolder, "extraction.parquet");
      const toParquet = async (csv: string) => {
        const sql = `COPY (FROM read_csv(${quoteText(csv)})) TO ${quoteText(parquet)} (FORMAT parquet)`;
        return (await reference.request("run", { statements: [sql] })).elapsedMs;
      };
      const folder = join(dataFolder, "inbox", "WFF_demo", "extraction");
      const file = join(folder, "staff.csv");
      await mkdir(folder, { recursive: true });
      const values = columns.map(([name, sql, ofDuckDb = sql]) => `${ofDuckDb} AS ${name}`).join(", ");
      await reference.request("run", {
        statements: [`COPY (SELECT ${values} FROM range(${rows}) AS rows(n)) TO ${quoteText(file)} (HEADER)`],
      });
      await connect(service, "hris-files", ["folder", { path: folder }], "Employee: staff.csv");
      const rounds = Math.min(options.size.rounds, mostRounds);
      const facts = { rows, columns: columns.length };
      try {
        const fromFolder = await alternate(
          { extraction: () => extract(service, "hris-files"), "read_csv to Parquet": () => toParquet(file) },
          rounds,
        );
        const measured = [toRow("extraction from a folder", fromFolder, "read_csv to Parquet", 4, facts)];
        return hasPostgresql()
          ? [
              ...measured,
              await measurePostgresql(service, { rows, rounds, copied: join(scratchFolder, "copied.csv"), toParquet }),
            ]
          : measured;
      } finally {
        await rm(parquet, { force: true });
      }
    }),
  );
}

async function measurePostgresql(
  service: IntakeService,
  {
    rows,
    rounds,
    copied,
    toParquet,
  }: {
    readonly rows: number;
    readonly rounds: number;
    readonly copied: string;
    readonly toParquet: (csv: string) => Promise<number>;
  },
): Promise<MeasuredRow> {
  const database = await startPostgresql();
  try {
    const values = columns.map(([name, sql]) => `${sql} AS ${name}`).join(", ");
    database.psql(`CREATE TABLE staff AS SELECT ${values} FROM generate_series(1, ${rows}) AS n; ANALYZE staff`);
    const { host, port, database: name, user, password } = database.parameters;
    const parameters = { host, port: String(port), database: name, username: user, password };
    await connect(service, "payroll-database", ["postgresql", parameters], "Employee: staff");
    const reference = "psql \\copy, read_csv to Parquet";
    const samples = await alternate(
      {
        extraction: () => extract(service, "payroll-database"),
        [reference]: async () => {
          const startedMs = performance.now();
          database.psql(`\\copy staff TO '${copied}' CSV HEADER`);
          return performance.now() - startedMs + (await toParquet(copied));
        },
      },
      rounds,
    );
    return toRow("extraction from PostgreSQL", samples, reference, bar, { rows, columns: columns.length });
  } finally {
    await rm(copied, { force: true });
    await database.stop();
  }
}

function toRow(
  name: string,
  samples: MeasuredRow["samples"],
  reference: string,
  ofBar: number,
  facts: MeasuredRow["facts"],
): MeasuredRow {
  const value = ratioToBest(samples.extraction ?? [], [samples[reference] ?? []]);
  const label = `extracted and received / ${reference}`;
  return { kind: "measured", name, unit: "ms", criteria: [{ label, value, bar: ofBar }], samples, facts };
}
