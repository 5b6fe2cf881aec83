import assert from "node:assert/strict";
import {
  type QueryOption,
  type QueryOptionTable,
  queryOptionSets,
} from "../../../../src/languages/sql-like/checks/option-table.ts";
import { checkQueryText } from "../../../../src/languages/sql-like/syntax.ts";
import { prepareAggregateQuery, prepareListQuery } from "../../../../src/service/engine/query-engine.ts";
import { QueryError } from "../../../../src/service/engine/query-error.ts";
import { contextOf, readText, requestOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

/** Options of one of several values, those of groups too, with the request that sets one. */
function* choicesOf(table: QueryOptionTable): Generator<{ name: string; values: readonly string[]; set: SetValue }> {
  for (const [name, { type }] of Object.entries<QueryOption>(table)) {
    if (type.kind === "choice") {
      yield { name, values: type.values, set: (value) => ({ [name]: value }) };
    } else if (type.kind === "object") {
      for (const inner of choicesOf(type.fields)) {
        yield { ...inner, set: (value) => ({ [name]: inner.set(value) }) };
      }
    }
  }
}

type SetValue = (value: string) => Record<string, unknown>;

/** Whether the engine runs a query with these options. */
async function runs(tenant: TinyTenant, kind: keyof typeof queryOptionSets, options: object): Promise<boolean> {
  const context = contextOf(tenant);
  try {
    if (kind === "aggregate") {
      await readText((await prepareAggregateQuery(requestOf("heads", {}, options), context)).table("jsonlines"));
    } else {
      const columns = [{ columnDefinition: { formula: "Name" } }];
      const timeInterval = { fromDateTime: "2024-07-01", intervalPeriodCount: 6 };
      const request = { source: { analyticObject: "Person" }, columns, timeInterval, options };
      await readText(prepareListQuery(request, context).table("jsonlines"));
    }
    return true;
  } catch (error) {
    assert.ok(error instanceof QueryError, String(error));
    return false;
  }
}

function isReported(kind: keyof typeof queryOptionSets, options: object): boolean {
  const problems = checkQueryText(`-- ${queryOptionSets[kind].name}: ${JSON.stringify(options)}\nSELECT`, undefined);
  return problems.some(({ code }) => code === "SL802");
}

suite("values of the options of a query", () => {
  test("are taken by the service and not reported by the editor, and others are refused and reported", async () => {
    await withTenant({ people: [{ key: 1 }] }, async (tenant) => {
      const names: string[] = [];
      for (const kind of ["aggregate", "list"] as const) {
        for (const { name, values, set } of choicesOf(queryOptionSets[kind].options)) {
          names.push(name);
          for (const value of [...values, "NONSENSE"]) {
            const isKnown = value !== "NONSENSE";
            // The language has this one; what it stands for is said nowhere, and this service refuses it.
            const isTaken = isKnown && value !== "VERBOSE";
            assert.equal(await runs(tenant, kind, set(value)), isTaken, `${name} ${value} in the service`);
            assert.equal(isReported(kind, set(value)), !isKnown, `${name} ${value} in the editor`);
          }
        }
      }
      assert.ok(names.includes("sparseHandlingMode") && names.includes("recordMode"));
    });
  });

  test("that only this service has are not reported by the editor", () => {
    for (const options of [
      { internal: { sparseHandlingMode: "FORCE" } },
      { internal: { sparseHandlingMode: "DISALLOW" } },
      { memberDisplayMode: "UNCHANGED" },
    ]) {
      assert.equal(isReported("aggregate", options), false, JSON.stringify(options));
    }
  });
});
