import { Agent } from "node:http";
import fetch from "node-fetch";
import { createBenchClient } from "../bench-client.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withProgram } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";

/** Calls that list 100 items each, by the client against plain node-fetch with `JSON.parse`. */
export async function measureCalls({ programFolder, size, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const count = isSmall ? 20 : 1000;
  return await withProgram(programFolder, "call-server.js", [], async (url) => {
    const client = createBenchClient(url);
    const agent = new Agent({ keepAlive: true });
    try {
      const samples = await alternate(
        {
          client: () =>
            timed(count, async () => {
              const { tables = [] } = await client.listTableSources({ query: { limit: 100 } });
              return tables.length;
            }),
          "node-fetch": () =>
            timed(count, async () => {
              const answer = await fetch(`${url}/v1alpha/data/table-sources/tables?limit=100`, {
                headers: { accept: "application/json", apikey: "KEY", cookie: "ServiceASIDToken=TOKEN" },
                agent,
              });
              return JSON.parse(await answer.text()).tables.length;
            }),
        },
        size.rounds,
      );
      return {
        kind: "measured",
        name: `${count.toLocaleString("en")} list calls of 100 items`,
        unit: "ms",
        criteria: [
          {
            label: "client / node-fetch and JSON.parse",
            value: ratioToBest(samples.client ?? [], [samples["node-fetch"] ?? []]),
            bar: 1.3,
          },
        ],
        samples,
        facts: { calls: count },
      };
    } finally {
      client.dispose();
      agent.destroy();
    }
  });
}

/** Milliseconds for so many calls, one after the other. */
async function timed(count: number, call: () => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    const found = await call();
    if (found !== 100) {
      throw new Error(`A call gave ${found} items.`);
    }
  }
  return performance.now() - startedMs;
}
