import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { startService } from "../../../src/service/process/service.ts";
import { zipOf } from "../../support/zip-of.ts";
import { type BenchOptions, engineLimits, seed } from "../bench-options.ts";
import { aggregateCases } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { copySampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";

const changeCount = 50;

/** An aggregate in a project with many changes, over HTTP, against the same in production. */
export async function measureProjectQuery(bench: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, size, isSmall } = bench;
  const people = isSmall ? size.people : 100_000;
  const dataFolder = await mkdtemp(join(scratchFolder, "project-query-"));
  await copySampleData(bench, people, dataFolder);
  const options = { dataFolder, hasSample: true, people, seed, ...engineLimits };
  const service = await startService(options, { logger: pino({ level: "silent" }) });
  try {
    const { url, apiKey, username, password } = service.ready;
    const token = await (
      await fetch(`${url}/v1/admin/serviceSecureToken`, {
        method: "POST",
        headers: { apikey: apiKey },
        body: new URLSearchParams({ username, password }),
      })
    ).text();
    const call = async (method: string, path: string, body: string | Uint8Array<ArrayBuffer>, headers: object) => {
      const answer = await fetch(url + path, {
        method,
        body,
        headers: { apikey: apiKey, cookie: `ServiceASIDToken=${token}`, ...headers },
      });
      const text = await answer.text();
      if (!answer.ok) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      }
      return text;
    };
    const json = { "content-type": "application/json", accept: "application/json" };
    const { id } = JSON.parse(await call("POST", "/v1/admin/projects", JSON.stringify({ name: "Many" }), json));
    const zip = new Uint8Array(await zipOf({ "changes.json": JSON.stringify({ versions: [{ changes: changes() }] }) }));
    await call("PUT", `/v1/admin/projects/${id}/commits`, zip, { "content-type": "application/zip" });
    const body = JSON.stringify({ query: aggregateCases[0]?.query });
    const ask = async (headers: object) => {
      const startedMs = performance.now();
      await call("POST", "/v1/data/query/sql", body, { ...json, ...headers });
      return performance.now() - startedMs;
    };
    const samples = await alternate(
      { project: () => ask({ ProjectID: id }), production: () => ask({}) },
      isSmall ? 1 : size.rounds * 4,
    );
    return {
      kind: "measured",
      name: `query in a project with ${changeCount} changes`,
      unit: "ms",
      criteria: [
        {
          label: "project / production",
          value: ratioToBest(samples.project ?? [], [samples.production ?? []]),
          bar: 1.1,
        },
      ],
      samples,
      facts: { people, changes: changeCount },
    };
  } finally {
    await service.stop();
  }
}

/** Metrics, properties, bands: of each kind, so that the views differ from those of production. */
function changes(): readonly object[] {
  return Array.from({ length: changeCount }, (_, index) => ({
    id: `change-${index}`,
    name: `Change ${index}`,
    description: "",
    document: documentOf(index),
  }));
}

function documentOf(index: number): object {
  const displayName = `Added ${index}`;
  switch (index % 5) {
    case 0: {
      const formula = { operator: "divide", left: "Base_Salary", right: index + 1 };
      const after = { displayName, type: "number", storage: "DOUBLE", formula };
      return { kind: "property", object: "Employee", id: `Added_${index}`, after };
    }
    case 1: {
      const bands = { property: "Base_Salary", bounds: [40_000 + index, 90_000 + index] };
      const after = { displayName, kind: "range", levels: [], membersOf: `Employee.Added_${index}`, bands };
      return { kind: "dimension", object: "Employee", id: `Added_${index}`, after };
    }
    default: {
      const after = { displayName, object: "Employee", kind: "base", aggregate: "count", filter: "isManager = TRUE" };
      return { kind: "metric", id: `added${index}`, after };
    }
  }
}
