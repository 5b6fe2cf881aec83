import { createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { quoteText } from "../../../src/duckdb/database.ts";
import type { BenchOptions } from "../bench-options.ts";
import { DataWorker } from "../data-worker-host.ts";
import { type Reference, withReference, withStaticServer } from "../programs.ts";
import { listColumnKinds, listQuery, sortColumn } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, median, ratioToBest } from "../samples.ts";
import { withService } from "../service-process.ts";

const contentType = "application/jsonlines";

/** The bytes of a list into the data worker until it can be sorted, against DuckDB reading the same bytes from a file. */
export async function measureLoad(options: BenchOptions): Promise<MeasuredRow> {
  const file = join(options.scratchFolder, "list.jsonl");
  await saveList(options, file);
  const columns = await readHeader(file);
  const spill = join(options.scratchFolder, "spill");
  const database = join(options.scratchFolder, "loaded.duckdb");
  const sorting: number[] = [];
  const state = { workerRows: 0 };
  return await withStaticServer(options.programFolder, file, contentType, (url) =>
    withReference(options.programFolder, database, spill, (reference) =>
      withWorker(options, async (worker) => {
        const samples = await alternate(
          {
            "data worker": async () => {
              const { elapsedMs, sortMs, rowCount } = await loadInto(worker, url);
              sorting.push(sortMs);
              state.workerRows = rowCount;
              return elapsedMs;
            },
            read_json: async () => {
              const { elapsedMs } = await reference.request("run", { statements: [readJsonStatement(file, columns)] });
              await checkSame(reference, state.workerRows);
              // At once, as the worker's files are removed: else the disk is still busy with it in the other's turn.
              await reference.request("run", { statements: ["DROP TABLE loaded", "CHECKPOINT"] });
              return elapsedMs;
            },
          },
          options.size.rounds,
        );
        return {
          kind: "measured",
          name: "load until sortable",
          unit: "ms",
          criteria: [
            {
              label: "data worker / read_json",
              value: ratioToBest(samples["data worker"] ?? [], [samples.read_json ?? []]),
              bar: 1.3,
            },
          ],
          samples,
          facts: { rows: state.workerRows, bytes: (await stat(file)).size, "ms to sort then": median(sorting) },
        };
      }),
    ),
  );
}

async function saveList(options: BenchOptions, file: string): Promise<void> {
  const { dataFolder } = await prepareSampleData(options);
  await withService(options, dataFolder, async (service) => {
    await pipeline(await service.query(listQuery, contentType), createWriteStream(file));
  });
}

async function readHeader(file: string): Promise<string[]> {
  const handle = await open(file);
  try {
    for await (const line of handle.readLines()) {
      return JSON.parse(line);
    }
  } finally {
    await handle.close();
  }
  throw new Error("The list has no header.");
}

/** What is left of a run is gone before the next: the worker has no result, as the reference has no table. */
async function loadInto(
  worker: DataWorker,
  url: string,
): Promise<{ elapsedMs: number; sortMs: number; rowCount: number }> {
  const startedMs = performance.now();
  await worker.request("open", { resultId: "list", format: "jsonLines", kinds: listColumnKinds, label: "" });
  await worker.send("list", await fetchBody(url));
  const { state, message, rowCount } = await worker.request("finish", { resultId: "list" });
  const elapsedMs = performance.now() - startedMs;
  if (state !== "done") {
    throw new Error(`The data worker ended the list as ${state}: ${message}`);
  }
  const view = { sort: [{ column: sortColumn, direction: "descending" }], filter: [] } as const;
  await worker.request("arrange", { resultId: "list", view });
  const sortMs = performance.now() - startedMs - elapsedMs;
  await worker.request("close", { resultId: "list" });
  return { elapsedMs, sortMs, rowCount };
}

/** Runs `work` with a worker that lives as long as the reference, as it does in a window of VS Code. */
async function withWorker<Value>(
  { extensionFolder, scratchFolder }: BenchOptions,
  work: (worker: DataWorker) => Promise<Value>,
): Promise<Value> {
  const spoolFolder = join(scratchFolder, "spool");
  const worker = await DataWorker.start(extensionFolder, spoolFolder);
  try {
    return await work(worker);
  } finally {
    await worker.stop();
    await rm(spoolFolder, { recursive: true, force: true });
  }
}

function fetchBody(url: string): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    get(url, resolve).on("error", reject);
  });
}

/** The best that is known: one statement that reads, types and stores. The header fails every cast and is left out by that. */
function readJsonStatement(file: string, columns: readonly string[]): string {
  const values = columns.map((name, index) => {
    const text = `json[${index + 1}]`;
    switch (listColumnKinds[name]) {
      case "number":
        return `${text}::DOUBLE AS c${index}`;
      case "date":
        return `epoch_ms(${text}::BIGINT) AS c${index}`;
      default:
        return `${text} AS c${index}`;
    }
  });
  const source = `read_json(${quoteText(file)}, format = 'newline_delimited', records = false, columns = {'json': 'VARCHAR[]'})`;
  return `CREATE TABLE loaded AS SELECT ${values.join(", ")} FROM ${source} WHERE json[1] <> ${quoteText(columns[0] ?? "")}`;
}

async function checkSame(reference: Reference, workerRows: number): Promise<void> {
  const { rows } = await reference.request("rows", { sql: "SELECT count(*) FROM loaded" });
  if (Number(rows[0]?.[0]) !== workerRows) {
    throw new Error(`The data worker has ${workerRows} rows and read_json ${rows[0]?.[0]}.`);
  }
}
