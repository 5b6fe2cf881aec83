import assert from "node:assert/strict";
import { listOf, rowsOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const skills = ["sums", "songs", "speech"];
const people = [
  { key: 1, name: "a", pay: 10, skills: [1, 0], boss: 4 },
  { key: 2, name: "b", pay: 20, skills: [], boss: 1 },
  { key: 3, name: "c", pay: 40, boss: 1 },
  { key: 4, name: "d", pay: 80, skills: [0], boss: 1 },
];

suite("conditions through a multi-value reference", () => {
  const first = (rows: readonly (readonly (string | null)[])[]) => rows.map(([value]) => value);
  const filtered = (formula: string) => ({ filters: [{ formula }] });

  test("choose among the records of an aggregate, and count none of them twice", async () => {
    await withTenant({ people, skills }, async (tenant) => {
      const count = async (formula: string, metric = "heads") => first(await rowsOf(tenant, metric, filtered(formula)));
      assert.deepEqual(await count("Skills.Title IN ('sums', 'songs')"), ["2"]);
      assert.deepEqual(await count("Skills.Title IN ('sums', 'songs')", "payTotal"), ["90"]);
      assert.deepEqual(await count("Skills.Title IN ('sums', 'songs')", "averagePay"), ["45"]);
      assert.deepEqual(await count("Skills.Title = 'songs'"), ["1"]);
      assert.deepEqual(await count("Skills.Title IS NULL"), ["2"]);
      assert.deepEqual(await count("Skills.Title IS NULL OR Skills.Title IS NOT NULL"), ["4"]);
      assert.deepEqual(await count("Skills.Title = 'songs' OR Pay > 30"), ["3"]);
      assert.deepEqual(await count("Skills.Title IN ('sums', 'songs') AND Pay > 30"), ["1"]);
      assert.deepEqual(await count("Boss.Skills.Title IN ('sums', 'songs')"), ["4"]);
    });
  });

  test("are met by one and the same target", async () => {
    await withTenant({ people, skills }, async (tenant) => {
      const both = "Skills.Title != 'speech' AND Skills.Title != 'sums'";
      assert.deepEqual(first(await rowsOf(tenant, "heads", filtered(both))), ["1"]);
      assert.deepEqual(first(await listOf(tenant, ["Name"], filtered(both))), ["a"]);
    });
  });

  test("hold in each interval by the targets of the state that counts there", async () => {
    const changing = [
      { key: 1, from: "2024-01-01", to: "2024-03-01", skills: [0] },
      { key: 1, from: "2024-03-01", to: "2024-05-01", skills: [0, 1] },
      { key: 1, from: "2024-05-01", skills: [2] },
    ];
    await withTenant({ people: changing, skills }, async (tenant) => {
      const timeIntervals = { fromDateTime: "2024-07-01", intervalPeriodCount: 1, intervalCount: 6 };
      const monthly = async (formula: string) =>
        (await rowsOf(tenant, "heads", { timeIntervals, ...filtered(formula) })).map((row) => row[0]);
      assert.deepEqual(await monthly("Skills.Title IN ('sums', 'songs')"), ["1", "1", "1", "1", "0", "0"]);
      assert.deepEqual(await monthly("Skills.Title = 'songs'"), ["0", "0", "1", "1", "0", "0"]);
    });
  });

  test("choose among events, too", async () => {
    const leaves = [
      { key: 1, time: "2024-06-10", cost: 5, who: 1 },
      { key: 2, time: "2024-06-10", cost: 7, who: 4 },
      { key: 3, time: "2024-06-11", cost: 9, who: 3 },
    ];
    await withTenant({ people, skills, leaves }, async (tenant) => {
      const query = filtered("Who.Skills.Title IN ('sums', 'songs')");
      assert.deepEqual(first(await rowsOf(tenant, "leaveCost", query)), ["12"]);
      assert.deepEqual(first(await rowsOf(tenant, "leaves", query)), ["2"]);
    });
  });

  test("are refused where one joins a reference that is shown with one that is not", async () => {
    await withTenant({ people, skills }, async (tenant) => {
      const either = filtered("Skills.Title = 'songs' OR Boss.Skills.Title = 'speech'");
      const refused = /joins the multi-value references "Skills", which the query shows, and "Boss\.Skills"/;
      await assert.rejects(listOf(tenant, ["Name", "Skills.Title"], either), refused);
      assert.deepEqual(await listOf(tenant, ["Name"], either), [["a"]]);
      assert.deepEqual(await listOf(tenant, ["Name", "Skills.Title", "Boss.Skills.Title"], either), [
        ["a", "songs", "sums"],
      ]);
    });
  });

  test("choose among the records of a list, unless a column shows the targets", async () => {
    await withTenant({ people, skills }, async (tenant) => {
      const query = { ...filtered("Skills.Title IN ('sums', 'songs')"), options: { limit: 100 } };
      assert.deepEqual(await listOf(tenant, ["Name"], query), [["a"], ["d"]]);
      assert.deepEqual(await listOf(tenant, ["Name"], { ...query, options: { limit: 1, page: 1 } }), [["d"]]);
      assert.deepEqual(await listOf(tenant, ["Name", "Skills.Title"], query), [
        ["a", "sums"],
        ["a", "songs"],
        ["d", "sums"],
      ]);
      const through = {
        ...filtered("Skills.Title = 'sums' AND Boss.Skills.Title IN ('sums', 'songs')"),
        options: { limit: 100 },
      };
      assert.deepEqual(await listOf(tenant, ["Name", "Skills.Title"], through), [
        ["a", "sums"],
        ["d", "sums"],
      ]);
    });
  });

  test("are refused in the filter of a metric", async () => {
    await withTenant({ people, skills }, async (tenant) => {
      const filter = "Skills.Title = 'sums'";
      const metrics = tenant.model.metrics.map((one) => (one.id === "leads" ? { ...one, filter } : one));
      const changed = { ...tenant, model: { ...tenant.model, metrics } as TinyTenant["model"] };
      await assert.rejects(rowsOf(changed, "leads"), /metric "leads" goes through the multi-value reference "Skills"/);
    });
  });
});
