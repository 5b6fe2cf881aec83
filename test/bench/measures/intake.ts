import { execFile } from "node:child_process";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { withProgram, withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, ratioToBest, timed } from "../samples.ts";
import { watchMemory } from "../service-process.ts";

const run = promisify(execFile);
const megabyte = 1024 * 1024;
const sessions = "/v1/op/data-transfer-sessions";
/** Each is hundreds of megabytes: a few say enough. */
const mostRounds = 3;
const people = 300;

/** Statement that writes a CSV file of changes with about so many bytes. */
function changesOfSize(file: string, bytes: number): string {
  const bytesOfRow = 62;
  return `COPY (
    SELECT printf('N-%09d', i) AS "EmployeeID", DATE '2025-01-01' + (i % 365)::INTEGER AS "Effective_Date",
      printf('Person of the bench %08d', i) AS "Full_Name", 30000 + i % 90000 AS "Base_Salary"
    FROM range(${Math.ceil(bytes / bytesOfRow)}) AS numbers(i)
  ) TO ${quoteText(file)} (HEADER)`;
}

/** A file of the largest size that one batch takes, by curl, against curl to a server that only writes it to disk. */
export async function measureFileBatch(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size, isSmall } = options;
  // A little below the limit of 3 GB, since rows differ in length.
  const bytes = (isSmall ? 3 : 2_950) * megabyte;
  const [file, target] = [join(scratchFolder, "employee-batch.csv"), join(scratchFolder, "received.csv")];
  try {
    await withReference(programFolder, join(scratchFolder, "batch.duckdb"), scratchFolder, (reference) =>
      reference.request("run", { statements: [changesOfSize(file, bytes)] }),
    );
    const grown: number[] = [];
    return await IntakeService.with(options, people, (service) =>
      withProgram(programFolder, "disk-server.js", [target], async (url) => {
        const samples = await alternate(
          {
            service: async () => {
              const { transferSessionId } = await service.call("POST", sessions);
              const memory = await watchMemory(service.pid);
              const args = ["--request", "PUT", "--form", `file=@${file}`, ...service.curlHeaders];
              const path = `${sessions}/${transferSessionId}/upload?sourceId=Employee&sequence=1`;
              const elapsedMs = await curl(scratchFolder, [...args, service.url + path]);
              grown.push((await memory.stop()) / megabyte);
              await service.call("PUT", `${sessions}/${transferSessionId}/cancel`);
              return elapsedMs;
            },
            "curl to disk": async () => {
              const elapsedMs = await curl(scratchFolder, ["--upload-file", file, url]);
              await rm(target);
              return elapsedMs;
            },
          },
          Math.min(size.rounds, mostRounds),
        );
        return {
          kind: "measured",
          name: "file batch of the largest size",
          unit: "ms",
          criteria: [
            {
              label: "to the service / to a server that writes it to disk",
              value: ratioToBest(samples.service ?? [], [samples["curl to disk"] ?? []]),
              bar: 1.25,
            },
            { label: "MB that the service grew", value: Math.max(...grown), bar: 100 },
          ],
          samples,
          facts: { bytes: (await stat(file)).size },
        };
      }),
    );
  } finally {
    await rm(file, { force: true });
  }
}

/** Milliseconds of a call by curl, which fails unless it is answered by 2xx. */
async function curl(folder: string, args: readonly string[]): Promise<number> {
  const answer = ["--output", join(folder, "answer.txt"), "--write-out", "%{time_total}"];
  // Without "Expect: 100-continue", for which curl waits a second where a server does not answer it.
  const { stdout } = await run("curl", ["--silent", "--show-error", "--fail", "--location", ...answer, ...args]);
  return Number(stdout) * 1000;
}

/** Batches of rows as JSON of the largest size, one after the other, against one `read_json` of the same bytes. */
export async function measureJsonBatches(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size, isSmall } = options;
  const [batches, rows] = isSmall ? [2, 200] : [20, 150_000];
  const fileOf = (batch: number) => join(scratchFolder, `batch-${batch}.json`);
  for (let batch = 0; batch < batches; batch += 1) {
    await writeFile(fileOf(batch), jsonBatch(batch * rows, rows));
  }
  const bytes = (await stat(fileOf(batches - 1))).size;
  const files = Array.from({ length: batches }, (_, batch) => fileOf(batch));
  return await IntakeService.with(options, people, (service) =>
    withReference(programFolder, join(scratchFolder, "json.duckdb"), scratchFolder, async (reference) => {
      const list = files.map(quoteText).join(", ");
      const samples = await alternate(
        {
          service: async () => {
            const bodies = await Promise.all(files.map((file) => readFile(file)));
            const { transferSessionId } = await service.call("POST", sessions);
            const startedMs = performance.now();
            for (const [sequence, body] of bodies.entries()) {
              const path = `${sessions}/${transferSessionId}/add?sourceId=Employee&sequence=${sequence + 1}`;
              await service.text("PUT", path, { body, type: "application/json" });
            }
            const elapsedMs = performance.now() - startedMs;
            await service.call("PUT", `${sessions}/${transferSessionId}/cancel`);
            return elapsedMs;
          },
          read_json: async () => {
            const sql = `CREATE OR REPLACE TABLE batch AS FROM read_json([${list}], format = 'array', records = false, columns = {row: 'VARCHAR[]'})`;
            return (await reference.request("run", { statements: [sql] })).elapsedMs;
          },
        },
        Math.min(size.rounds, mostRounds),
      );
      return {
        kind: "measured",
        name: "batches of JSON",
        unit: "ms",
        criteria: [
          {
            label: "to the service / read_json",
            value: ratioToBest(samples.service ?? [], [samples.read_json ?? []]),
            bar: 2.5,
          },
        ],
        samples,
        facts: { batches, "bytes of a batch": bytes, "rows of a batch": rows },
      };
    }),
  );
}

function jsonBatch(first: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = first + index;
    const id = `J-${String(number).padStart(9, "0")}`;
    return JSON.stringify([id, "2025-03-01", `Person of the bench ${number}`, 30_000 + (number % 90_000)]);
  });
  return `[${[JSON.stringify(["EmployeeID", "Effective_Date", "Full_Name", "Base_Salary"]), ...lines].join(",\n")}]`;
}

/** An encrypted file of the largest size, from its upload until it is received, against `gpg` and `read_csv`. */
export async function measureEncryptedUpload(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size, isSmall } = options;
  const bytes = (isSmall ? 1 : 490) * megabyte;
  const [home, name] = [join(scratchFolder, "gnupg"), "employee-encrypted.csv.gpg"];
  const [plain, encrypted, decrypted] = ["plain.csv", name, "decrypted.csv"].map((file) => join(scratchFolder, file));
  if (plain === undefined || encrypted === undefined || decrypted === undefined) {
    throw new Error("Three files are needed.");
  }
  const gpg = (...args: readonly string[]) => run("gpg", ["--homedir", home, "--batch", "--yes", ...args]);
  await run("mkdir", ["--mode", "700", home]);
  try {
    return await IntakeService.with(options, people, (service) =>
      withReference(programFolder, join(scratchFolder, "encrypted.duckdb"), scratchFolder, async (reference) => {
        await reference.request("run", { statements: [changesOfSize(plain, bytes)] });
        const { publicKey } = await service.call("POST", "/v1/api/pgp-keys", {});
        await writeFile(join(home, "service.asc"), String(publicKey));
        // The service's private key never leaves it, so gpg decrypts what was encrypted to a key of its own as well.
        await gpg("--passphrase", "", "--quick-generate-key", "bench@example.org", "future-default", "default", "1y");
        const to = ["--recipient-file", join(home, "service.asc"), "--recipient", "bench@example.org"];
        const flags = ["--trust-model", "always", "--compress-algo", "none"];
        await gpg(...flags, ...to, "--output", encrypted, "--encrypt", plain);
        const samples = await alternate(
          {
            service: async () => {
              const startedMs = performance.now();
              const path = `/v1/data/upload/files/${name}`;
              await curl(scratchFolder, ["--upload-file", encrypted, ...service.curlHeaders, service.url + path]);
              const model = { files: [name], skipDataLoad: true };
              const { jobId } = await service.call("POST", "/v1/op/data/startload", { model });
              await service.ended(String(jobId));
              const elapsedMs = performance.now() - startedMs;
              await service.excludeAll();
              return elapsedMs;
            },
            "gpg and read_csv": async () => {
              const startedMs = performance.now();
              await gpg("--output", decrypted, "--decrypt", encrypted);
              const sql = `CREATE OR REPLACE TABLE received AS FROM read_csv(${quoteText(decrypted)})`;
              await reference.request("run", { statements: [sql, "CHECKPOINT"] });
              return performance.now() - startedMs;
            },
          },
          Math.min(size.rounds, mostRounds),
        );
        return {
          kind: "measured",
          name: "encrypted upload until it is received",
          unit: "ms",
          criteria: [
            {
              label: "service / gpg and read_csv",
              value: ratioToBest(samples.service ?? [], [samples["gpg and read_csv"] ?? []]),
              bar: 3,
            },
          ],
          samples,
          facts: { bytes: (await stat(encrypted)).size },
        };
      }),
    );
  } finally {
    await run("gpgconf", ["--homedir", home, "--kill", "all"]);
    await Promise.all([plain, encrypted, decrypted].map((file) => rm(file, { force: true })));
  }
}

/** What a load costs everybody else: answers meanwhile, the way back to the former version, and the disk. */
export async function measureBesideLoad(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, isSmall, size } = options;
  const [population, rows] = isSmall ? [people, 500] : [100_000, 1_000_000];
  const file = join(scratchFolder, "employee-beside.csv");
  await withReference(programFolder, join(scratchFolder, "beside.duckdb"), scratchFolder, (reference) =>
    reference.request("run", { statements: [changesOfSize(file, rows * 62)] }),
  );
  return await IntakeService.with(options, population, async (service, dataFolder) => {
    const query = () =>
      service.query(
        'SELECT employeeCount() AS "Heads" FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month));',
      );
    const before = await query();
    // Asked as often alone as beside the load, so that the questions meet each other alike. One that needs no data waits for the event loop
    // and nothing else.
    const watch = async <Value>(work: () => Promise<Value>) => {
      const [delays, queries] = [[] as number[], [] as number[]];
      let isRunning = true;
      const repeat = async (into: number[], pauseMs: number, ask: () => Promise<unknown>) => {
        while (isRunning) {
          into.push(await timed(ask));
          await wait(pauseMs);
        }
      };
      const asking = [repeat(delays, 10, () => service.ping()), repeat(queries, 200, query)];
      const value = await work().finally(() => {
        isRunning = false;
      });
      await Promise.all(asking);
      return { delays, queries, value };
    };
    const { queries: idle } = await watch(() => wait(size.rounds * 500));
    const { delays, queries: beside, value: loadMs } = await watch(() => service.load("Employee", file));
    if ((await query()) === before) {
      throw new Error("The load has changed nothing.");
    }
    const sizes = await objectSizes(join(dataFolder, "tenants"));
    const disableMs = await timed(async () => {
      await service.call("PUT", "/v1/op/data-versions/disable", { model: { dataVersionObjects: [{}] } });
      if ((await query()) !== before) {
        throw new Error("The query still reads the version that was disabled.");
      }
    });
    const p99 = delays.toSorted((one, other) => one - other)[Math.ceil(delays.length * 0.99) - 1] ?? 0;
    return {
      kind: "measured",
      name: "beside a load and after it",
      unit: "ms",
      criteria: [
        { label: "ms that 99 % of questions without data take at most", value: p99, bar: 100 },
        { label: "a query beside the load / alone", value: median(beside) / median(idle), bar: 2 },
        {
          label: "ms until a query reads the former version, without the query",
          value: disableMs - median(idle),
          bar: 200,
        },
        { label: "bytes of the new version / of its changed object", value: sizes.all / sizes.object, bar: 1.05 },
      ],
      samples: { "query alone": idle, "query beside the load": beside, "question without data": delays },
      facts: {
        people: population,
        "rows loaded": rows,
        "ms of the load": loadMs,
        "ms of the longest question without data": Math.round(Math.max(...delays)),
      },
    };
  });
}

/** Bytes of the newest table of employees, and of all files that were written with it. */
async function objectSizes(folder: string): Promise<{ readonly object: number; readonly all: number }> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[0-9a-f]{16}\.duckdb$/.test(name));
  const files = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  const object = files.find(({ name }) => /(^|\/)Employee\.\w+\.duckdb$/.test(name));
  if (!object) {
    throw new Error("The service has written no table of employees.");
  }
  return { object: object.size, all: files.reduce((sum, { size }) => sum + size, 0) };
}
