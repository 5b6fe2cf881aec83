import assert from "node:assert/strict";
import { rowsOf, withTenant } from "./tiny-tenant.ts";

const months = (count: number) => ({ timeIntervals: { fromDateTime: "2024-07-01", intervalCount: count } });
const values = (rows: readonly (readonly (string | null)[])[]) => rows.map(([value]) => value);

suite("aggregate queries over time", () => {
  test("a state that ends at the instant counts and one that starts there does not", async () => {
    const people = [
      { key: 1, from: "2024-01-01", to: "2024-06-01" },
      { key: 2, from: "2024-06-01" },
    ];
    await withTenant({ people }, async (tenant) => {
      assert.deepEqual(await rowsOf(tenant, "heads", months(2)), [
        ["1", "2024-06-01T00:00:00.000Z"],
        ["1", "2024-07-01T00:00:00.000Z"],
      ]);
      const afterwards = { timeIntervals: { fromDateTime: "2024-06-01T00:00:00.001" } };
      assert.deepEqual(values(await rowsOf(tenant, "heads", afterwards)), ["1"]);
    });
  });

  test("a member is counted once where one state follows another", async () => {
    const people = [
      { key: 1, from: "2024-01-01", to: "2024-06-01" },
      { key: 1, from: "2024-06-01", to: "2024-06-15" },
      { key: 1, from: "2024-06-15" },
    ];
    await withTenant({ people }, async (tenant) => {
      assert.deepEqual(values(await rowsOf(tenant, "heads", months(6))), ["1", "1", "1", "1", "1", "1"]);
    });
  });

  test("an event at the start of an interval is in it and one at the end is not", async () => {
    const leaves = [
      { key: 1, time: "2024-05-01" },
      { key: 2, time: "2024-05-31 23:59:59.999" },
      { key: 3, time: "2024-06-01" },
      { key: 4, time: "2024-07-01" },
    ];
    await withTenant({ leaves }, async (tenant) => {
      assert.deepEqual(values(await rowsOf(tenant, "leaves", months(3))), ["0", "2", "1"]);
    });
  });

  test("the last interval is cut off at a date inside a month", async () => {
    const leaves = [
      { key: 1, time: "2024-06-10" },
      { key: 2, time: "2024-06-20" },
    ];
    await withTenant({ leaves }, async (tenant) => {
      const query = { timeIntervals: { fromDateTime: "2024-06-15", intervalCount: 2 } };
      assert.deepEqual(await rowsOf(tenant, "leaves", query, { memberDisplayMode: "DEFAULT" }), [
        ["0", "2024-05-01T00:00:00.000Z/2024-06-01T00:00:00.000Z - [0]"],
        ["1", "2024-06-01T00:00:00.000Z/2024-06-15T00:00:00.000Z - [1]"],
      ]);
    });
  });

  test("trailing periods let an event count in each interval that covers it", async () => {
    await withTenant({ leaves: [{ key: 1, time: "2024-05-10" }] }, async (tenant) => {
      const trailing = { trailingPeriodType: "MONTH", trailingPeriodCount: 3 };
      const query = { timeIntervals: { fromDateTime: "2024-09-01", intervalCount: 5, ...trailing } };
      assert.deepEqual(values(await rowsOf(tenant, "leaves", query)), ["0", "1", "1", "1", "0"]);
    });
  });

  test("periods go forward and are shifted", async () => {
    await withTenant({ leaves: [{ key: 1, time: "2024-05-10" }] }, async (tenant) => {
      const forward = { fromDateTime: "2024-04-01", intervalCount: 3, direction: "FORWARD" };
      assert.deepEqual(await rowsOf(tenant, "leaves", { timeIntervals: forward }), [
        ["0", "2024-05-01T00:00:00.000Z"],
        ["1", "2024-06-01T00:00:00.000Z"],
        ["0", "2024-07-01T00:00:00.000Z"],
      ]);
      const shift = { periodType: "YEAR", periodCount: 1, direction: "BACKWARD" };
      const shifted = { timeIntervals: { fromDateTime: "2025-06-01", shift } };
      assert.deepEqual(await rowsOf(tenant, "leaves", shifted), [["1", "2024-06-01T00:00:00.000Z"]]);
    });
  });

  test("years start in the tenant's fiscal month unless the Gregorian calendar is asked for", async () => {
    await withTenant({}, async (tenant) => {
      const query = { timeIntervals: { fromDateTime: "2024-06-15", intervalPeriodType: "YEAR", intervalCount: 2 } };
      const ends = async (calendarType: string) =>
        (await rowsOf(tenant, "heads", query, { calendarType })).map(([, end]) => end);
      assert.deepEqual(await ends("TENANT_CALENDAR"), ["2024-04-01T00:00:00.000Z", "2024-06-15T00:00:00.000Z"]);
      assert.deepEqual(await ends("GREGORIAN_CALENDAR"), ["2024-01-01T00:00:00.000Z", "2024-06-15T00:00:00.000Z"]);
    });
  });

  test("without a date the last month of the data is taken, or the last whole period", async () => {
    await withTenant({}, async (tenant) => {
      assert.deepEqual(await rowsOf(tenant, "heads", { timeIntervals: {} }), [["0", "2024-07-01T00:00:00.000Z"]]);
      const year = { intervalPeriodType: "YEAR", dynamicDateFrom: "COMPLETE_PERIOD" };
      assert.deepEqual(await rowsOf(tenant, "heads", { timeIntervals: year }), [["0", "2024-04-01T00:00:00.000Z"]]);
    });
  });

  for (const [unit, count] of [
    ["DAY", 400],
    ["MONTH", 40],
    ["WEEK", 60],
    ["QUARTER", 12],
  ] as const) {
    test(`${count} intervals of one ${unit} give the same counts as one question each`, async () => {
      const dayOf = (offset: number) => new Date(Date.UTC(2021, 5, 1) + offset * 86_400_000).toISOString().slice(0, 10);
      const people = Array.from({ length: 40 }, (_, key) => ({ key, from: dayOf(key * 25), to: dayOf(key * 27 + 30) }));
      const leaves = people.map(({ key, to }) => ({ key, time: to }));
      await withTenant({ people, leaves }, async (tenant) => {
        const query = { timeIntervals: { fromDateTime: "2024-06-20", intervalPeriodType: unit, intervalCount: count } };
        const heads = await rowsOf(tenant, "heads", query);
        const exits = await rowsOf(tenant, "leaves", query);
        assert.equal(heads.length, count);
        for (const [index, [value, end]] of heads.entries()) {
          const day = String(end).slice(0, 10);
          assert.equal(value, String(people.filter(({ from, to }) => from < day && to >= day).length), day);
          const before = index > 0 ? String(heads[index - 1]?.[1]).slice(0, 10) : undefined;
          if (before !== undefined) {
            const left = leaves.filter(({ time }) => time >= before && time < day).length;
            assert.deepEqual(exits[index], [String(left), end], day);
          }
        }
      });
    });
  }
});
