import { zipOf } from "../../support/zip-of.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { aggregateCases } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest } from "../samples.ts";

const jsonType = "application/json";
const changeCount = 50;

/** An aggregate in a project with many changes, over HTTP, against the same in production. */
export function measureProjectQuery(options: BenchOptions): Promise<MeasuredRow> {
  const { people, rounds } = options.size;
  return IntakeService.with(options, people, async (service) => {
    const { id } = JSON.parse(
      await service.text("POST", "/v1/admin/projects", { body: JSON.stringify({ name: "Many" }), type: jsonType }),
    );
    const body = new Uint8Array(
      await zipOf({ "changes.json": JSON.stringify({ versions: [{ changes: changes() }] }) }),
    );
    await service.text("PUT", `/v1/admin/projects/${id}/commits`, { body, type: "application/zip" });
    const query = JSON.stringify({ query: aggregateCases[0]?.query });
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const startedMs = performance.now();
      await service.text("POST", "/v1/data/query/sql", { body: query, type: jsonType, headers });
      return performance.now() - startedMs;
    };
    const samples = await alternate({ project: () => ask({ ProjectID: id }), production: () => ask({}) }, rounds * 4);
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
  });
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
