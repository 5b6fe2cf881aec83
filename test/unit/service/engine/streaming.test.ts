import assert from "node:assert/strict";
import { prepareAggregateQuery, prepareListQuery } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, requestOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const manyPeople = `
  INSERT INTO "Person" ("$key", "$valid_from", "$from_month", "$to_month", "Name", "Badge", "Pay", "Place")
  SELECT range, TIMESTAMP '2020-01-01', 600, 2147483647, 'Person number ' || range, range, range / 4, range % 5 FROM range(200000)`;

async function withManyPeople(work: (tenant: TinyTenant) => Promise<void>): Promise<void> {
  await withTenant({}, async (tenant) => {
    await tenant.database.use((connection) => connection.run(manyPeople));
    await work(tenant);
  });
}

const names = ["Name", "Badge", "Pay", "Place"].map((formula) => ({ columnDefinition: { formula } }));
const request = { source: { analyticObject: "Person" }, columns: names };

suite("streaming of results", () => {
  test("a long list arrives whole and in pieces", async () => {
    await withManyPeople(async (tenant) => {
      let lines = 0;
      let largest = 0;
      for await (const piece of prepareListQuery(request, contextOf(tenant)).table("jsonlines")) {
        largest = Math.max(largest, piece.length);
        for (const byte of piece) {
          lines += byte === 10 ? 1 : 0;
        }
      }
      assert.equal(lines, 200_001);
      assert.ok(largest <= 256 * 1024, `a piece has ${largest} bytes`);
    });
  });

  test("the cells of a wide table are made as they are read", async () => {
    await withManyPeople(async (tenant) => {
      const dimension = { name: "Place" };
      const axis = { dimensionLevelSelection: { dimension, levelIds: ["City"] } };
      const timeIntervals = { fromDateTime: "2024-07-01", intervalPeriodType: "DAY", intervalCount: 10_000 };
      const axes = [axis, { ...axis, dimensionLevelSelection: { dimension, levelIds: ["Region"] } }];
      const result = await prepareAggregateQuery(requestOf("heads", { axes, timeIntervals }), contextOf(tenant));
      let largest = 0;
      let rows = 0;
      for await (const piece of result.table("jsonlines")) {
        largest = Math.max(largest, piece.length);
        rows += Buffer.from(piece).toString().split("\n").length - 1;
      }
      assert.equal(rows, 60_001);
      assert.ok(largest < 2 ** 20, `a piece has ${largest} bytes`);
    });
  });

  test("a reader that stops early ends the query", async () => {
    await withManyPeople(async (tenant) => {
      for await (const piece of prepareListQuery(request, contextOf(tenant)).table("csv")) {
        assert.ok(piece.length > 0);
        break;
      }
      const timeIntervals = { fromDateTime: "2024-07-01", intervalPeriodType: "DAY", intervalCount: 10_000 };
      const result = await prepareAggregateQuery(requestOf("heads", { timeIntervals }), contextOf(tenant));
      for await (const piece of result.table("csv")) {
        assert.ok(piece.length > 0);
        break;
      }
    });
  });

  test("an abort ends a list and an aggregate within half a second", async () => {
    await withManyPeople(async (tenant) => {
      const timeIntervals = { fromDateTime: "2024-07-01", intervalPeriodType: "DAY", intervalCount: 10_000 };
      const axis = { selectionConcept: { name: "isLead" } };
      const wide = requestOf("heads", { timeIntervals, axes: [axis, axis, axis] });
      const bodies = [
        (signal: AbortSignal) => prepareListQuery(request, contextOf(tenant, signal)).table("json"),
        async function* (signal: AbortSignal) {
          yield* (await prepareAggregateQuery(wide, contextOf(tenant, signal))).table("json");
        },
      ];
      for (const bodyOf of bodies) {
        const controller = new AbortController();
        let abortedAt = 0;
        await assert.rejects(async () => {
          for await (const piece of bodyOf(controller.signal)) {
            assert.ok(piece.length > 0);
            abortedAt ||= performance.now();
            controller.abort(new Error("the caller left"));
          }
        }, /the caller left/);
        assert.ok(performance.now() - abortedAt < 500);
      }
    });
  });
});
