import { rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { curl, sizeOf, withEncryptedUpload, withFileBatch, withJsonBatches } from "../intake-workloads.ts";
import { withProgram, withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { watchMemory } from "../service-process.ts";

const megabyte = 1024 * 1024;
/** Each is hundreds of megabytes: a few say enough. */
const mostRounds = 3;
const people = 300;

/** A file of the largest size that one batch takes, by curl, against curl to a server that only writes it to disk. */
export async function measureFileBatch(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size } = options;
  const target = join(scratchFolder, "received.csv");
  const grown: number[] = [];
  return await withFileBatch(options, ({ file, run }) =>
    IntakeService.with(options, people, (service) =>
      withProgram(programFolder, "disk-server.js", [target], async (url) => {
        const samples = await alternate(
          {
            service: async () => {
              const memory = await watchMemory(service.pid);
              const elapsedMs = await run(service);
              grown.push((await memory.stop()) / megabyte);
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
          facts: { bytes: await sizeOf(file) },
        };
      }),
    ),
  );
}

/** Batches of rows as JSON of the largest size, one after the other, against one `read_json` of the same bytes. */
export async function measureJsonBatches(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size } = options;
  return await withJsonBatches(options, ({ files, rows, run }) =>
    IntakeService.with(options, people, (service) =>
      withReference(programFolder, join(scratchFolder, "json.duckdb"), scratchFolder, async (reference) => {
        const list = files.map(quoteText).join(", ");
        const samples = await alternate(
          {
            service: () => run(service),
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
          facts: {
            batches: files.length,
            "bytes of a batch": await sizeOf(files.at(-1) ?? ""),
            "rows of a batch": rows,
          },
        };
      }),
    ),
  );
}

/** An encrypted file of the largest size, from its upload until it is received, against `gpg` and `read_csv`. */
export async function measureEncryptedUpload(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, programFolder, size } = options;
  const decrypted = join(scratchFolder, "decrypted.csv");
  try {
    return await IntakeService.with(options, people, (service) =>
      withEncryptedUpload(options, service, ({ encrypted, decrypt, run }) =>
        withReference(programFolder, join(scratchFolder, "encrypted.duckdb"), scratchFolder, async (reference) => {
          const samples = await alternate(
            {
              service: () => run(service),
              "gpg and read_csv": async () => {
                const startedMs = performance.now();
                await decrypt(decrypted);
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
            facts: { bytes: await sizeOf(encrypted) },
          };
        }),
      ),
    );
  } finally {
    await rm(decrypted, { force: true });
  }
}
