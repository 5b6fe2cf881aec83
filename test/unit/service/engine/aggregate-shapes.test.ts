import assert from "node:assert/strict";
import { prepareAggregateQuery, type TableFormat } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, readText, requestOf, rowsOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const city = {
  dimensionLevelSelection: { dimension: { name: "Place", qualifyingPath: "Person" }, levelIds: ["City"] },
};
const people = [
  { key: 1, place: 1, pay: 0 },
  { key: 2, place: 4 },
];

async function bodyOf(tenant: TinyTenant, format: TableFormat, request: ReturnType<typeof requestOf>): Promise<string> {
  return readText((await prepareAggregateQuery(request, contextOf(tenant))).table(format));
}

suite("shapes of aggregate results", () => {
  test("a table is written as header and rows, JSON Lines and CSV", async () => {
    await withTenant({ people }, async (tenant) => {
      const axes = [{ ...city, tableAxisOptions: { columnName: 'City, "old"' } }];
      const request = requestOf("averagePay", { axes });
      assert.deepEqual(JSON.parse(await bodyOf(tenant, "json", request)), {
        header: { 0: 'City, "old"', 1: "averagePay", 2: "DateInRange" },
        rows: [
          { 0: "North.Oslo", 1: "0", 2: "2024-07-01T00:00:00.000Z" },
          { 0: "North.Umea", 1: "", 2: "2024-07-01T00:00:00.000Z" },
          { 0: "South.Rome", 1: "", 2: "2024-07-01T00:00:00.000Z" },
        ],
      });
      assert.equal(
        await bodyOf(tenant, "csv", request),
        '"City, ""old""",averagePay,DateInRange\r\n' +
          "North.Oslo,0,2024-07-01T00:00:00.000Z\r\nNorth.Umea,,2024-07-01T00:00:00.000Z\r\nSouth.Rome,,2024-07-01T00:00:00.000Z\r\n",
      );
      const lines = (await bodyOf(tenant, "jsonlines", request)).split("\n");
      assert.equal(lines[2], '["North.Umea",null,"2024-07-01T00:00:00.000Z"]');
    });
  });

  test("a table without rows still has its header", async () => {
    await withTenant({}, async (tenant) => {
      const request = requestOf("heads", {}, { zeroVisibility: "HIDE" });
      assert.deepEqual(JSON.parse(await bodyOf(tenant, "json", request)), {
        header: { 0: "heads", 1: "DateInRange" },
        rows: [],
      });
      assert.equal(await bodyOf(tenant, "csv", request), "heads,DateInRange\r\n");
    });
  });

  test("time is slowest, oldest first, then the axes in their order", async () => {
    await withTenant({ people }, async (tenant) => {
      const lead = { selectionConcept: { name: "isLead" } };
      const query = { axes: [lead, city], timeIntervals: { fromDateTime: "2024-07-01", intervalCount: 2 } };
      const rows = await rowsOf(tenant, "heads", query);
      assert.deepEqual(rows[0], ["True", "North.Oslo", "0", "2024-06-01T00:00:00.000Z"]);
      assert.deepEqual(rows[6], ["Unknown", "North.Oslo", "1", "2024-06-01T00:00:00.000Z"]);
      assert.deepEqual(rows[17], ["Unknown", "South.Rome", "1", "2024-07-01T00:00:00.000Z"]);
      assert.equal(rows.length, 18);
    });
  });

  test("rows of zeros and of nulls are hidden on request", async () => {
    await withTenant({ people }, async (tenant) => {
      const shown = async (metrics: string | string[], options: object) =>
        (await rowsOf(tenant, metrics, { axes: [city] }, options)).map(([name]) => name);
      assert.deepEqual(await shown("averagePay", { zeroVisibility: "HIDE" }), ["North.Umea", "South.Rome"]);
      assert.deepEqual(await shown("averagePay", { nullVisibility: "ELIMINATE" }), ["North.Oslo"]);
      assert.deepEqual(await shown("heads", { enableSparseResults: true }), ["North.Oslo", "South.Rome"]);
      // North.Umea has 0 people and no average: neither all zero nor all null.
      const both = ["heads", "averagePay"];
      assert.deepEqual(await shown(both, { zeroVisibility: "HIDE" }), ["North.Oslo", "North.Umea", "South.Rome"]);
      assert.deepEqual(await shown(both, { enableSparseResults: true }), ["North.Oslo", "South.Rome"]);
    });
  });

  test("members and instants print in each display mode", async () => {
    const expected = {
      DEFAULT: ["North.Oslo", "1", "2024-07-01T00:00:00.000Z - [0]"],
      COMPACT: ["North.Oslo", "1", "2024-07-01T00:00:00.000Z"],
      DISPLAY: ["The Oslo", "1", "Jul 1, 2024"],
      MDX: ["[North].[Oslo]", "1", "[2024-07-01T00:00:00.000Z]"],
      COMPACT_DISPLAY: ["The Oslo", "1", "2024-07-01T00:00:00.000Z Jul 1, 2024"],
    };
    await withTenant({ people }, async (tenant) => {
      for (const [memberDisplayMode, row] of Object.entries(expected)) {
        const [first] = await rowsOf(tenant, "heads", { axes: [city] }, { memberDisplayMode });
        assert.deepEqual(first, row, memberDisplayMode);
      }
      const [aligned] = await rowsOf(tenant, "heads", {}, { internal: { alignTimeAxisToPeriodEnd: true } });
      assert.deepEqual(aligned, ["2", "2024-06-30T23:59:59.999Z"]);
    });
  });

  test("intervals print in each display mode", async () => {
    const expected = {
      DEFAULT: "2024-06-01T00:00:00.000Z/2024-07-01T00:00:00.000Z - [0]",
      COMPACT: "2024-07-01T00:00:00.000Z",
      DISPLAY: "Jun 1, 2024 - Jun 30, 2024",
      MDX: "[2024-07-01T00:00:00.000Z]",
      COMPACT_DISPLAY: "Jun 30, 2024",
    };
    await withTenant({}, async (tenant) => {
      for (const [memberDisplayMode, text] of Object.entries(expected)) {
        assert.deepEqual(await rowsOf(tenant, "leaves", {}, { memberDisplayMode }), [["0", text]], memberDisplayMode);
      }
    });
  });

  test("a cell set has values, supports and coordinates", async () => {
    await withTenant({ people }, async (tenant) => {
      const result = await prepareAggregateQuery(requestOf("averagePay", { axes: [city] }), contextOf(tenant));
      const { axes, cells } = await result.cellSet();
      assert.deepEqual(axes?.[0]?.dimension, { name: "Place", qualifyingPath: "Person" });
      assert.deepEqual(axes?.[0]?.positions?.[1], {
        path: ["North", "Umea"],
        displayName: "The Umea",
        displayNamePath: ["The North", "The Umea"],
      });
      assert.deepEqual(
        axes?.[1]?.positions?.map(({ path }) => path),
        [["2024-07-01T00:00:00.000Z - [0]"]],
      );
      assert.deepEqual(cells, [
        { value: "0", support: "1", coordinates: [0, 0] },
        { support: "0", coordinates: [1, 0] },
        { support: "1", coordinates: [2, 0] },
      ]);
    });
  });

  test("eliminating takes members without a cell out of the cell set, hiding leaves them", async () => {
    await withTenant({ people }, async (tenant) => {
      const cellSet = async (zeroVisibility: string) =>
        (
          await prepareAggregateQuery(requestOf("heads", { axes: [city] }, { zeroVisibility }), contextOf(tenant))
        ).cellSet();
      const hidden = await cellSet("HIDE");
      assert.equal(hidden.axes?.[0]?.positions?.length, 3);
      assert.deepEqual(
        hidden.cells?.map(({ coordinates }) => coordinates),
        [
          [0, 0],
          [2, 0],
        ],
      );
      const eliminated = await cellSet("ELIMINATE");
      assert.equal(eliminated.axes?.[0]?.positions?.length, 2);
      assert.deepEqual(
        eliminated.cells?.map(({ coordinates }) => coordinates),
        [
          [0, 0],
          [1, 0],
        ],
      );
    });
  });

  test("a cell set refuses too many cells", async () => {
    await withTenant({}, async (tenant) => {
      const timeIntervals = { intervalPeriodType: "DAY", intervalCount: 10_000 };
      const axes = [city, city, city];
      const large = await prepareAggregateQuery(requestOf("heads", { axes, timeIntervals }), contextOf(tenant));
      await assert.rejects(large.cellSet(), /at most 250000 cells/);
    });
  });
});
