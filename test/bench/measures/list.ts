import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { BenchOptions } from "../bench-options.ts";
import { engineSelect } from "../engine-select.ts";
import { type Reference, withReference } from "../programs.ts";
import { listQuery } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { readMemory, watchMemory, withService } from "../service-process.ts";

const megabyte = 1024 * 1024;

/** A list as JSON Lines over HTTP against DuckDB's own `COPY` of the same SELECT into a JSON file. */
export async function measureList(options: BenchOptions): Promise<MeasuredRow> {
  const { dataFolder, referenceFile } = await prepareSampleData(options);
  const spill = join(options.scratchFolder, "spill");
  return await withService(options, dataFolder, (service) =>
    withReference(options.programFolder, referenceFile, spill, async (reference) => {
      const file = join(options.scratchFolder, "copied.json");
      const copy = `COPY (${engineSelect(listQuery, await readModel(reference))}) TO ${quoteText(file)} (FORMAT json)`;
      const before = await readMemory(service.pid);
      const memory = await watchMemory(service.pid);
      const answer = await countLines(await service.query(listQuery, "application/jsonlines"));
      // Watched while nothing is timed: looking costs the processors as well.
      const growth = (await memory.stop()) / megabyte;
      let fileBytes = 0;
      const samples = await alternate(
        {
          service: async () => {
            const startedMs = performance.now();
            await drain(await service.query(listQuery, "application/jsonlines"));
            return performance.now() - startedMs;
          },
          "COPY to JSON": async () => {
            const { elapsedMs } = await reference.request("run", { statements: [copy] });
            fileBytes = (await stat(file)).size;
            // At once, as the service removes its own file: else the disk is still busy with it in the other's turn.
            await rm(file);
            return elapsedMs;
          },
        },
        options.size.rounds,
      );
      await reference.request("run", { statements: [copy] });
      const [[count] = []] = (
        await reference.request("rows", { sql: `SELECT count(*) FROM read_json_objects(${quoteText(file)})` })
      ).rows;
      if (answer.lines - 1 !== Number(count)) {
        throw new Error(`The service gave ${answer.lines - 1} rows and COPY ${count}.`);
      }
      return {
        kind: "measured",
        name: "list as JSON Lines",
        unit: "ms",
        criteria: [
          {
            label: "over HTTP / COPY to JSON",
            value: ratioToBest(samples.service ?? [], [samples["COPY to JSON"] ?? []]),
            bar: 1.35,
          },
          { label: "MB that the service grew", value: growth, bar: 300 },
        ],
        samples,
        facts: {
          rows: Number(count),
          columns: 8,
          "answer bytes": answer.bytes,
          "file bytes": fileBytes,
          "MB before": before.now / megabyte,
        },
      };
    }),
  );
}

async function readModel(reference: Reference): Promise<TenantModel> {
  const { rows } = await reference.request("rows", { sql: 'SELECT document FROM "$model"' });
  return JSON.parse(rows[0]?.[0] ?? "null");
}

/** Takes the bytes and does nothing with them: that they have come is all that is measured. */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body);
}

async function countLines(body: AsyncIterable<Buffer>): Promise<{ lines: number; bytes: number }> {
  const result = { lines: 0, bytes: 0 };
  for await (const chunk of body) {
    result.bytes += chunk.length;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, end + 1)) {
      result.lines += 1;
    }
  }
  return result;
}
