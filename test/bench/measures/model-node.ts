import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { quoteName } from "../../../src/base/sql-quote.ts";
import { createServiceClient } from "../../../src/client/service-client.ts";
import { Database } from "../../../src/duckdb/database.ts";
import type { ExplorerItem, ModelItem } from "../../../src/features/explorer/explorer-item.ts";
import { ExplorerModel, type ExplorerSource } from "../../../src/features/explorer/explorer-model.ts";
import { NameSearcher } from "../../../src/features/language/name-search-model.ts";
import { memberTableNameOf } from "../../../src/service/model/member-tree.ts";
import { startService } from "../../../src/service/process/service.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { type BenchOptions, engineLimits } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { copySampleData } from "../sample-data.ts";
import { percentile } from "../samples.ts";

const memberCounts = { small: 2_000, full: 50_000 };
const sampleSize = 300;

/** The first page of a dimension's members in the explorer, from a click to its items, over HTTP. */
export async function measureModelNode(bench: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, isSmall } = bench;
  const members = isSmall ? memberCounts.small : memberCounts.full;
  const dataFolder = await mkdtemp(join(scratchFolder, "model-node-"));
  await copySampleData(bench, sampleSize, dataFolder);
  const options = { dataFolder, hasSample: true, people: sampleSize, ...engineLimits };
  await writeMembers(join(dataFolder, "tenants", "WFF_demo.duckdb"), members);
  const service = await startService(options, { logger: pino({ level: "silent" }) });
  const { url, apiKey, username, password, tenantCode } = service.ready;
  const client = createServiceClient({
    connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
    gate: async () => "allowed",
    logger: silentLogger,
  });
  try {
    const searcher = new NameSearcher((body) => client.searchObjects({ body }));
    const source: ExplorerSource = {
      branches: [],
      connections: () => [],
      active: () => ({ connectionId: "bench" }),
      tenants: async () => [],
      tableSources: async () => [],
      reports: async () => [],
      projects: async () => ({}),
      metadata: async () => ({}),
      names: (_target, search, page) => searcher.page(search, page),
    };
    const object = { id: "Employee", displayName: "Employee" };
    const item: ModelItem = {
      kind: "model",
      key: "bench",
      target: { connectionId: "bench", tenant: tenantCode },
      node: { kind: "dimension", entry: { id: "Gender", displayName: "Gender" }, object },
    };
    const samples: number[] = [];
    for (let round = 0; round < (isSmall ? 5 : 200); round++) {
      const startedMs = performance.now();
      const items = await new ExplorerModel(source).children(item);
      samples.push(performance.now() - startedMs);
      requireOnePage(items);
    }
    return {
      kind: "measured",
      name: `model node with ${members.toLocaleString("en")} members opens`,
      unit: "ms",
      criteria: [{ label: "p95 in ms", value: percentile(samples, 0.95), bar: 150 }],
      samples: { "first page": samples },
      facts: { members },
    };
  } finally {
    client.dispose();
    await service.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Replaces the members of a dimension in a tenant's file, which the service only reads. */
async function writeMembers(file: string, members: number): Promise<void> {
  const table = quoteName(memberTableNameOf("Gender"));
  const database = await Database.open(file);
  await database.use(async (connection) => {
    await connection.run(`DELETE FROM ${table}`);
    await connection.run(
      `INSERT INTO ${table} SELECT i::INTEGER, NULL, 0, 'M' || i, 'Member ' || i, 'M' || i, [i::INTEGER], true
       FROM range(${members}) AS numbers(i)`,
    );
  });
  await database.close();
}

function requireOnePage(items: readonly ExplorerItem[]): void {
  if (items.length !== 101 || items.at(-1)?.kind !== "more") {
    throw new Error(`The node has ${items.length} items, the last of them ${items.at(-1)?.kind}.`);
  }
}
