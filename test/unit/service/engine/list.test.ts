import assert from "node:assert/strict";
import type { ListQueryRequest } from "../../../../src/contract/queries.ts";
import { prepareListQuery, prepareSnapshotQuery, QueryError } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, listOf, readText, withTenant } from "./tiny-tenant.ts";

const firstPage = { limit: 100 };
const day = (date: string) => String(Date.parse(`${date}T00:00:00Z`));

suite("list queries", () => {
  test("a member valid at any time in the range has one row with its latest values", async () => {
    const people = [
      { key: 1, from: "2023-01-01", to: "2024-01-01", name: "gone before" },
      { key: 2, from: "2023-01-01", to: "2024-01-02", name: "gone at the start" },
      { key: 3, from: "2023-01-01", to: "2024-03-01", name: "old" },
      { key: 3, from: "2024-03-01", to: "2024-07-01", name: "new" },
      { key: 4, from: "2024-02-01", to: "2024-03-01", name: "first" },
      { key: 4, from: "2024-04-01", to: "2024-05-01", name: "second" },
      { key: 5, from: "2024-06-30", name: "late" },
      { key: 6, from: "2024-07-01", name: "too late" },
    ];
    await withTenant({ people }, async (tenant) => {
      assert.deepEqual(await listOf(tenant, ["Name"], { options: firstPage }), [
        ["gone at the start"],
        ["new"],
        ["second"],
        ["late"],
      ]);
      assert.deepEqual((await listOf(tenant, ["Name"])).length, 4);
      const changes = await listOf(tenant, ["Service_Time", "Name"], {
        options: { ...firstPage, recordMode: "CHANGES" },
      });
      assert.deepEqual(changes, [
        [day("2024-03-01"), "new"],
        [day("2024-02-01"), "first"],
        [day("2024-04-01"), "second"],
        [day("2024-06-30"), "late"],
      ]);
    });
  });

  test("the filter looks at the latest state only", async () => {
    const people = [
      { key: 1, from: "2024-01-01", to: "2024-02-01", pay: 1 },
      { key: 1, from: "2024-02-01", pay: 2 },
    ];
    await withTenant({ people }, async (tenant) => {
      assert.deepEqual(await listOf(tenant, ["Pay"], { filters: [{ formula: "Pay = 1" }] }), []);
      assert.deepEqual(await listOf(tenant, ["Pay"], { filters: [{ formula: "Pay = 2" }] }), [["2"]]);
    });
  });

  test("values of every kind are text and missing ones null", async () => {
    const people = [
      {
        key: 1,
        name: 'a "b",\n\\c é',
        badge: 9203817354237048492n,
        pay: -0.1,
        born: "0001-01-01",
        place: 1,
        isLead: false,
      },
      { key: 2 },
    ];
    await withTenant({ people }, async (tenant) => {
      const columns = ["Name", "Badge", "Pay", "Born", "Place", "isLead", "Service_Time"];
      const dates = ["-62135596800000", day("2024-07-01")];
      assert.deepEqual(await listOf(tenant, columns, { options: firstPage }), [
        ['a "b",\n\\c é', "9203817354237048492", "-0.1", dates[0], "North.Oslo", "false", dates[1]],
        [null, null, null, null, null, null, dates[1]],
      ]);
      const options = { dateTimeDisplayMode: "DATETIME", limit: 1 };
      assert.deepEqual(await listOf(tenant, ["Service_Time"], { options }), [["2024-07-01 00:00:00+00:00"]]);
    });
  });

  test("doubles print as the shortest text that reads back", async () => {
    const numbers = [
      0,
      -0,
      50_000,
      0.1,
      1 / 3,
      2 ** 53,
      2 ** 63,
      9.203817354237048e18,
      1.5e20,
      1e21,
      -1e22,
      1e-5,
      -1.25e-6,
      1e-7,
      5e-324,
      1e16,
      123456.789,
    ];
    const people = numbers.map((pay, key) => ({ key, pay }));
    await withTenant({ people }, async (tenant) => {
      const rows = await listOf(tenant, ["Pay"], { options: firstPage });
      assert.deepEqual(
        rows,
        numbers.map((number) => [String(number)]),
      );
    });
  });

  test("a level prints the display name and the same level is missing above it", async () => {
    const people = [
      { key: 1, place: 1, unit: 0 },
      { key: 2, place: 3, unit: 2 },
    ];
    await withTenant({ people }, async (tenant) => {
      const level = (name: string, levelId: string) => ({
        columnDefinition: { dimensionLevelSelection: { dimension: { name, qualifyingPath: "Person" }, levelId } },
      });
      const columns = [
        level("Place", "Region"),
        level("Place", "City"),
        level("Unit", "Level_1"),
        level("Unit", "Level_2"),
      ];
      assert.deepEqual(await listOf(tenant, [], { columns, options: firstPage }), [
        ["The North", "The Oslo", "The All", null],
        ["The South", null, "The All", "The Web"],
      ]);
    });
  });

  test("references are followed at the row's own instant", async () => {
    const people = [
      { key: 1, from: "2024-01-01", to: "2024-03-01", boss: 9 },
      { key: 2, from: "2024-03-01", boss: 9 },
      { key: 9, from: "2023-01-01", to: "2024-03-01", name: "before" },
      { key: 9, from: "2024-03-01", name: "after", boss: 1 },
    ];
    const leaves = [
      { key: 1, time: "2024-03-01", who: 9 },
      { key: 2, time: "2024-04-01", who: 7 },
    ];
    await withTenant({ people, leaves }, async (tenant) => {
      const normal = await listOf(tenant, ["Boss.Name", "Boss.Boss.Name"], { options: firstPage });
      assert.deepEqual(normal, [
        ["before", null],
        ["after", null],
        [null, null],
      ]);
      const changes = await listOf(tenant, ["Boss.Name"], { options: { ...firstPage, recordMode: "CHANGES" } });
      assert.deepEqual(changes, [["before"], ["after"], [null]]);
      const source = { analyticObject: "Leave" };
      assert.deepEqual(await listOf(tenant, ["Who.Name"], { source, options: firstPage }), [["before"], [null]]);
    });
  });

  test("a multi-value reference gives one row for each target and one for none", async () => {
    const people = [
      { key: 1, name: "a", skills: [1, 0] },
      { key: 2, name: "b", skills: [] },
      { key: 3, name: "c" },
    ];
    await withTenant({ people, skills: ["sums", "songs"] }, async (tenant) => {
      assert.deepEqual(await listOf(tenant, ["Name", "Skills.Title"], { options: firstPage }), [
        ["a", "sums"],
        ["a", "songs"],
        ["b", null],
        ["c", null],
      ]);
    });
  });

  test("rows are sorted with missing values last, then by key, and paged", async () => {
    const people = [{ key: 1, pay: 10 }, { key: 2 }, { key: 3, pay: 9 }, { key: 4, pay: 10 }];
    await withTenant({ people }, async (tenant) => {
      const columns = ["Pay", "Service_Time"];
      const sorted = async (sortDirection: string, options = {}) =>
        (await listOf(tenant, columns, { sortOptions: [{ columnIndex: 0, sortDirection }], options })).map(
          ([pay]) => pay,
        );
      assert.deepEqual(await sorted("ASCENDING"), ["9", "10", "10", null]);
      assert.deepEqual(await sorted("DESCENDING"), ["10", "10", "9", null]);
      assert.deepEqual(await sorted("DESCENDING", { limit: 2, page: 1 }), ["9", null]);
      assert.deepEqual(await listOf(tenant, ["Pay"], { options: { limit: 3, page: 1 } }), [["10"]]);
      assert.deepEqual(await listOf(tenant, ["Pay"], { options: { page: 1 } }), []);
    });
  });

  test("a column that cannot be resolved is refused or filled", async () => {
    await withTenant({ people: [{ key: 1 }] }, async (tenant) => {
      await assert.rejects(listOf(tenant, ["Nothing"]), QueryError);
      await assert.rejects(listOf(tenant, ["Nothing"], { options: { queryMode: "FAIL" } }), QueryError);
      assert.deepEqual(await listOf(tenant, ["Nothing"], { options: { queryMode: "FILL" } }), [[null]]);
      await assert.rejects(listOf(tenant, ["Pay"], { options: { omitHeader: true } }), /queryMode FILL or FAIL/);
    });
  });

  test("a level that is asked for in no known way is refused in each query mode, as in a text", async () => {
    await withTenant({ people: [{ key: 1 }] }, async (tenant) => {
      const levels = (selection: object) =>
        listOf(tenant, [], {
          columns: [
            {
              columnDefinition: {
                dimensionLevelSelection: { dimension: { name: "Place", qualifyingPath: "Person" }, ...selection },
              },
            },
          ],
          options: { queryMode: "FILL" },
        });
      assert.deepEqual(await levels({ levelId: "Nowhere" }), [[null]]);
      await assert.rejects(levels({}), /needs levelId or levelDepth/);
      await assert.rejects(levels({ levelId: "City", memberValueMode: "LOUD" }), /memberValueMode is "LOUD"/);
    });
  });

  test("a list is written as header and rows and as CSV, with and without its header", async () => {
    await withTenant({ people: [{ key: 1, name: 'a"b' }, { key: 2 }] }, async (tenant) => {
      const request: ListQueryRequest = {
        source: { analyticObject: "Person" },
        columns: [
          { columnName: "Who, exactly", columnDefinition: { property: { name: "Name", qualifyingPath: "Person" } } },
        ],
        options: { limit: 10, queryMode: "FAIL" },
      };
      const body = (format: "json" | "csv" | "jsonlines", omitHeader = false) =>
        readText(
          prepareListQuery({ ...request, options: { ...request.options, omitHeader } }, contextOf(tenant)).table(
            format,
          ),
        );
      const rows = [{ 0: 'a"b' }, { 0: "" }];
      assert.deepEqual(JSON.parse(await body("json")), { header: { 0: "Who, exactly" }, rows });
      assert.deepEqual(JSON.parse(await body("json", true)), { header: {}, rows });
      assert.equal(await body("csv"), '"Who, exactly"\r\n"a""b"\r\n\r\n');
      assert.equal(await body("csv", true), '"a""b"\r\n\r\n');
      assert.equal(await body("jsonlines", true), '["a\\"b"]\n[null]\n');
    });
  });

  test("an empty list has its header and no rows in every form", async () => {
    await withTenant({}, async (tenant) => {
      const request: ListQueryRequest = {
        source: { metric: "inNorth" },
        columns: [{ columnDefinition: { property: { name: "Name" } } }],
      };
      const body = (format: "json" | "csv" | "jsonlines") =>
        readText(prepareListQuery(request, contextOf(tenant)).table(format));
      assert.deepEqual(JSON.parse(await body("json")), { header: { 0: "Name" }, rows: [] });
      assert.equal(await body("csv"), "Name\r\n");
      assert.equal(await body("jsonlines"), '["Name"]\n');
    });
  });

  test("a snapshot is its lists one after the other, pages going over all of them", async () => {
    const people = [
      { key: 1, from: "2024-05-10", name: "a" },
      { key: 2, from: "2024-06-10", name: "b" },
    ];
    await withTenant({ people }, async (tenant) => {
      const snapshots = (options: object) =>
        readText(
          prepareSnapshotQuery(
            {
              source: { analyticObject: "Person" },
              columns: [
                { columnDefinition: { effectiveDateProperty: {} } },
                { columnDefinition: { property: { name: "Name" } } },
              ],
              timeIntervals: { fromDateTime: "2024-07-01", intervalCount: 2 },
              options: { queryMode: "FAIL", omitHeader: true, dateTimeDisplayMode: "DATETIME", ...options },
            },
            contextOf(tenant),
          ).table("csv"),
        );
      const rows = [
        "2024-06-01 00:00:00+00:00,a\r\n",
        "2024-07-01 00:00:00+00:00,a\r\n",
        "2024-07-01 00:00:00+00:00,b\r\n",
      ];
      assert.equal(await snapshots({ limit: 10 }), rows.join(""));
      assert.equal(await snapshots({ limit: 1, page: 1 }), rows[1]);
      const unordered = (await snapshots({})).split(/(?<=\n)/);
      assert.equal(unordered[0], rows[0]);
      assert.deepEqual(unordered.sort(), [...rows].sort());
    });
  });
});
