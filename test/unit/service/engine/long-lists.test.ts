import assert from "node:assert/strict";
import type { QueryFilter } from "../../../../src/contract/query-parts.ts";
import { planListQuery } from "../../../../src/service/engine/list-plan.ts";
import { buildListStatements } from "../../../../src/service/engine/list-sql.ts";
import { StoredModel } from "../../../../src/service/engine/stored-model.ts";
import { listOf, rowsOf, tinyModel, withTenant } from "./tiny-tenant.ts";

const many = 10_000;
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(", ");
const formula = (text: string): QueryFilter => ({ formula: text });

suite("long lists of values and members", () => {
  const people = [
    { key: 1, place: 1, unit: 1, name: "p7", badge: 5n, pay: 0.5 },
    { key: 2, place: 4, unit: 2, name: "other", badge: 20_000n, pay: 99_999.5 },
    { key: 3 },
  ];

  test("members by name and by path, chosen and left out, of several dimensions", async () => {
    await withTenant({ people }, async (tenant) => {
      const strangers = numbered("m", many);
      const count = async (filter: QueryFilter) => (await rowsOf(tenant, "heads", { filters: [filter] }))[0]?.[0];
      assert.equal(await count(formula(`Place IN (${quoted([...strangers, "Umea", "Oslo"])})`)), "1");
      assert.equal(await count(formula(`Place NOT IN (${quoted([...strangers, "Oslo"])})`)), "2");
      assert.equal(await count(formula(`Unit IN (${quoted([...strangers, "Web", "Shop"])})`)), "2");
      const values = [...strangers.map((name) => ["South", name]), ["South", "Rome"]].map((path) => ({ path }));
      const dimension = { name: "Place" };
      assert.equal(await count({ memberSet: { dimension, values: { included: values } } }), "1");
      assert.equal(await count({ memberSet: { dimension, values: { excluded: values } } }), "2");
      const byName = `Place IN (${quoted([...strangers, "North"])})`;
      assert.deepEqual(await listOf(tenant, ["Name"], { filters: [formula(byName)] }), [["p7"]]);
    });
  });

  test("texts, numbers of each kind and dates", async () => {
    await withTenant({ people }, async (tenant) => {
      const names = async (filter: string) => {
        const rows = await listOf(tenant, ["Name"], { filters: [formula(filter)], options: { limit: 10 } });
        return rows.map(([name]) => name);
      };
      assert.deepEqual(await names(`Name IN (${quoted(numbered("p", many))})`), ["p7"]);
      assert.deepEqual(await names(`Name NOT IN (${quoted(numbered("p", many))})`), ["other"]);
      assert.deepEqual(await names(`Badge IN (${numbered("", many).join(", ")}, 19999.5)`), ["p7"]);
      assert.deepEqual(await names(`Badge NOT IN (${numbered("", many).join(", ")}, 20000.0)`), []);
      assert.deepEqual(await names(`Pay IN (${numbered("1", many).join(".5, ")}.5, 0.50)`), ["p7"]);
    });
  });

  test("what DuckDB has to read does not grow with the list", () => {
    const model = new StoredModel(tinyModel);
    const textOf = (filter: string) => {
      const request = {
        source: { analyticObject: "Person" },
        columns: [{ columnDefinition: { formula: "Name" } }],
        filters: [formula(filter)],
      };
      return buildListStatements(planListQuery(request, "Service_Time", model), "jsonlines", model).map(
        ({ sql }) => sql,
      );
    };
    for (const filter of [
      (texts: readonly string[]) => `Place IN (${quoted(texts)})`,
      (texts: readonly string[]) => `Name NOT IN (${quoted(texts)})`,
      (texts: readonly string[]) => `Badge IN (${texts.map((_, index) => index).join(", ")})`,
      (texts: readonly string[]) => `Pay IN (${texts.map((_, index) => index + 0.5).join(", ")})`,
    ]) {
      assert.deepEqual(textOf(filter(numbered("m", many))), textOf(filter(numbered("m", 2))));
    }
  });
});
