import assert from "node:assert/strict";
import type { AggregateQueryRequest } from "../../../../src/contract/queries.ts";
import type { QueryAxis } from "../../../../src/contract/query-parts.ts";
import { prepareAggregateQuery, QueryError } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, listOf, requestOf, rowsOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const oslo = 1;
const umea = 2;
const rome = 4;

/** Oslo: 3 people paid 20 on average; Umea: 1 paid 90; Rome: 2 paid 40; one has no place. */
const data = {
  people: [
    { key: 1, place: oslo, pay: 10, isLead: true },
    { key: 2, place: oslo, pay: 20 },
    { key: 3, place: oslo, pay: 30 },
    { key: 4, place: umea, pay: 90, isLead: false },
    { key: 5, place: rome, pay: 20, isLead: true },
    { key: 6, place: rome, pay: 60, from: "2024-06-01" },
    { key: 7, pay: 1000 },
  ],
  leaves: [
    { key: 1, time: "2024-03-10", who: 4, why: 0 },
    { key: 2, time: "2024-04-10", who: 4, why: 0 },
    { key: 3, time: "2024-06-10", who: 1, why: 1 },
  ],
};

type SortAndLimit = NonNullable<QueryAxis["sortAndLimitOptions"]>;
type Sort = NonNullable<SortAndLimit["sort"]>;
type Limit = NonNullable<SortAndLimit["limit"]>;

const cities = (sortAndLimitOptions: SortAndLimit, qualifyingPath = "Person", levelIds = ["City"]): QueryAxis => ({
  dimensionLevelSelection: { dimension: { name: "Place", qualifyingPath }, levelIds },
  sortAndLimitOptions,
});

const byValue = (sortDirection: string): Sort => ({ sortType: "METRIC_VALUE", sortDirection });
const top = (n: number, showOthers = false): SortAndLimit => ({
  sort: byValue("SORT_DESCENDING"),
  limit: { limitType: "FIRST_N", n, showOthers },
});

async function rows(
  metrics: string | string[],
  axes: readonly QueryAxis[],
  options: AggregateQueryRequest["options"] = {},
  query: { readonly intervalCount?: number; readonly filters?: AggregateQueryRequest["query"]["filters"] } = {},
) {
  const { intervalCount = 1, filters } = query;
  const timeIntervals = { fromDateTime: "2024-07-01", intervalCount };
  return withTenant(data, async (tenant: TinyTenant) => {
    const parts = { axes: [...axes], timeIntervals, ...(filters && { filters }) };
    const read = await rowsOf(tenant, metrics, parts, options);
    return intervalCount === 1 ? read.map((row) => row.slice(0, -1)) : read;
  });
}

suite("sorted and limited axes", () => {
  test("the model's order is kept or turned, under either name", async () => {
    const names = async (sort: Sort) => (await rows("heads", [cities({ sort })])).map(([name]) => name);
    const forwards = ["North.Oslo", "North.Umea", "South.Rome"];
    for (const sortType of ["CONFIGURED", "ORDINAL"]) {
      for (const sortDirection of ["SORT_ASCENDING", "ASCENDING", "ASC"]) {
        assert.deepEqual(await names({ sortType, sortDirection }), forwards, sortDirection);
      }
      for (const sortDirection of ["SORT_DESCENDING", "DESCENDING", "DESC"]) {
        assert.deepEqual(await names({ sortType, sortDirection }), forwards.toReversed(), sortDirection);
      }
    }
    assert.deepEqual(await names({}), forwards);
    assert.deepEqual(await names({ sortType: "NAME", sortDirection: "SORT_DESCENDING" }), forwards.toReversed());
    assert.deepEqual(await names({ sortType: "DISPLAY_NAME" }), forwards);
  });

  test("the metric's value sorts, with missing values last in both directions", async () => {
    assert.deepEqual(await rows("heads", [cities({ sort: byValue("SORT_ASCENDING") })]), [
      ["North.Umea", "1"],
      ["South.Rome", "2"],
      ["North.Oslo", "3"],
    ]);
    const filters = [{ formula: "Pay > 15" }, { formula: "Pay < 80" }];
    for (const [direction, first, second] of [
      ["SORT_ASCENDING", ["North.Oslo", "25"], ["South.Rome", "40"]],
      ["SORT_DESCENDING", ["South.Rome", "40"], ["North.Oslo", "25"]],
    ] as const) {
      const found = await rows("averagePay", [cities({ sort: byValue(direction) })], {}, { filters });
      assert.deepEqual(found, [first, second, ["North.Umea", null]]);
    }
  });

  test("equal values stay in the model's order in both directions", async () => {
    const filters = [{ formula: "Pay >= 30" }];
    for (const direction of ["SORT_ASCENDING", "SORT_DESCENDING"]) {
      const found = await rows("heads", [cities({ sort: byValue(direction) })], {}, { filters });
      assert.deepEqual(found, [
        ["North.Oslo", "1"],
        ["North.Umea", "1"],
        ["South.Rome", "1"],
      ]);
    }
  });

  test("the first or the last n stay, and n below 1 is no limit", async () => {
    const names = async (limit: Limit) => (await rows("heads", [cities({ limit })])).map(([name]) => name);
    for (const limitType of ["FIRST_N", "FIRST"]) {
      assert.deepEqual(await names({ limitType, n: 2 }), ["North.Oslo", "North.Umea"]);
    }
    for (const limitType of ["LAST_N", "LAST"]) {
      assert.deepEqual(await names({ limitType, n: 2 }), ["North.Umea", "South.Rome"]);
    }
    assert.deepEqual(await names({ n: 1 }), ["North.Oslo"]);
    for (const n of [0, -3, 3, 100]) {
      assert.equal((await names({ limitType: "FIRST_N", n, showOthers: true })).length, 3, String(n));
    }
    assert.equal((await names({ showOthers: true })).length, 3);
  });

  test("the others are measured as one member: averages over people, not over members", async () => {
    assert.deepEqual(await rows(["heads", "averagePay", "payTotal", "highestBadge"], [cities(top(1, true))]), [
      ["North.Oslo", "3", "20", "60", null],
      ["Others", "3", "56.666666666666664", "170", null],
    ]);
    assert.deepEqual(await rows("averagePay", [cities(top(1, true))]), [
      ["North.Umea", "90"],
      ["Others", "28"],
    ]);
  });

  test("the others of a derived metric divide their own parts", async () => {
    assert.deepEqual(await rows("leadShare", [cities(top(1, true))]), [
      ["South.Rome", "0.5"],
      ["Others", "0.25"],
    ]);
  });

  test("who is at a kept member is not among the others", async () => {
    const both = cities({ limit: { n: 1, showOthers: true } }, "Person", ["Region", "City"]);
    assert.deepEqual(await rows("heads", [both]), [
      ["North", "4"],
      ["Others", "2"],
    ]);
  });

  test("the others stand beside another axis, and overall positions behind them", async () => {
    const lead: QueryAxis = { selectionConcept: { name: "isLead" }, sortAndLimitOptions: { limit: { n: 1 } } };
    assert.deepEqual(await rows("heads", [cities(top(1, true)), lead], { axesOverallValueMode: "AGGREGATE" }), [
      ["North.Oslo", "True", "1"],
      ["North.Oslo", "Overall", "1"],
      ["Others", "True", "1"],
      ["Others", "Overall", "1"],
      ["Overall", "True", "2"],
      ["Overall", "Overall", "2"],
    ]);
  });

  test("the same dimension at two levels has its others on each branch", async () => {
    const region = cities({}, "Person", ["Region"]);
    assert.deepEqual(await rows("heads", [region, cities(top(1, true))]), [
      ["North", "North.Oslo", "3"],
      ["North", "Others", "1"],
      ["South", "North.Oslo", null],
      ["South", "Others", "2"],
    ]);
  });

  test("uncategorized people are a member that can be sorted and left out", async () => {
    const axis: QueryAxis = {
      dimensionLevelWithUncategorizedValueSelection: { dimension: { name: "Place" }, levelIds: ["City"] },
      sortAndLimitOptions: top(2, true),
    };
    assert.deepEqual(await rows("averagePay", [axis]), [
      ["Uncategorized", "1000"],
      ["North.Umea", "90"],
      ["Others", "28"],
    ]);
  });

  test("the position over all ranges is neither sorted nor left out", async () => {
    const axis: QueryAxis = {
      numericRanges: { property: { property: { name: "Pay" } }, ranges: "0 20 50", includeAllMember: true },
      sortAndLimitOptions: top(1, true),
    };
    assert.deepEqual(await rows("heads", [axis]), [
      ["20 - 50", "3"],
      ["Others", "4"],
      ["All", "7"],
    ]);
  });

  test("the value is that of the whole time: events of all intervals, states at the end of the last", async () => {
    const leaves = cities({ sort: byValue("SORT_DESCENDING"), limit: { n: 1 } }, "Leave.Who");
    assert.deepEqual(
      (await rows("leaves", [leaves], { zeroVisibility: "HIDE" }, { intervalCount: 6 })).map((row) => row.slice(0, 2)),
      [
        ["North.Umea", "1"],
        ["North.Umea", "1"],
      ],
    );
    const heads = await rows("heads", [cities(top(2))], {}, { intervalCount: 2 });
    assert.deepEqual(
      heads.map(([name, value]) => [name, value]),
      [
        ["North.Oslo", "3"],
        ["South.Rome", "1"],
        ["North.Oslo", "3"],
        ["South.Rome", "2"],
      ],
    );
  });

  test("a cell set has the arranged positions, the others last", async () => {
    await withTenant(data, async (tenant) => {
      const request = requestOf("heads", { axes: [cities(top(1, true))] });
      const { axes, cells } = await prepareAggregateQuery(request, contextOf(tenant)).then((result) =>
        result.cellSet(),
      );
      assert.deepEqual(axes?.[0]?.positions, [
        { path: ["North", "Oslo"], displayName: "The Oslo", displayNamePath: ["The North", "The Oslo"] },
        { path: ["Others"], displayName: "Others", displayNamePath: ["Others"] },
      ]);
      assert.deepEqual(cells, [
        { value: "3", support: "3", coordinates: [0, 0] },
        { value: "3", support: "3", coordinates: [1, 0] },
      ]);
    });
  });

  test("unknown words are refused with those that are known", async () => {
    const cases: readonly (readonly [SortAndLimit, RegExp])[] = [
      [{ sort: { sortType: "SIZE" } }, /sortType is "SIZE"; use CONFIGURED, METRIC_VALUE/],
      [{ sort: { sortDirection: "UP" } }, /sortDirection is "UP"; use SORT_ASCENDING, SORT_DESCENDING/],
      [{ limit: { limitType: "SOME", n: 1 } }, /limitType is "SOME"; use FIRST_N, LAST_N/],
    ];
    for (const [options, message] of cases) {
      await assert.rejects(
        rows("heads", [cities(options)]),
        (error) => error instanceof QueryError && message.test(error.message),
      );
    }
  });
});

suite("the words of members and of sparse answers", () => {
  const city = (memberValueMode?: string) => ({
    columnDefinition: {
      dimensionLevelSelection: {
        dimension: { name: "Place", qualifyingPath: "Person" },
        levelId: "City",
        ...(memberValueMode !== undefined && { memberValueMode }),
      },
    },
  });

  test("a list's level gives the member's display name, name or path", async () => {
    await withTenant({ people: [{ key: 1, place: rome }, { key: 2 }] }, async (tenant) => {
      const columns = [city(), city("DISPLAY_NAME"), city("NAME"), city("PATH")];
      assert.deepEqual(await listOf(tenant, [], { columns, options: { limit: 9 } }), [
        ["The Rome", "The Rome", "Rome", "South.Rome"],
        [null, null, null, null],
      ]);
      const request = { columns: [city("ID")] };
      await assert.rejects(listOf(tenant, [], request), /memberValueMode is "ID"; use DISPLAY_NAME, NAME, PATH/);
    });
  });

  test("an axis whose display mode is unchanged prints in the mode of the query", async () => {
    const shown = async (ofQuery: string, ofAxis: string) => {
      const axis = { ...cities({ limit: { n: 1 } }), tableAxisOptions: { memberDisplayMode: ofAxis } };
      return (await rows("heads", [axis], { memberDisplayMode: ofQuery })).map(([name]) => name);
    };
    assert.deepEqual(await shown("DISPLAY", "UNCHANGED"), ["The Oslo"]);
    assert.deepEqual(await shown("UNCHANGED", "UNCHANGED"), ["North.Oslo"]);
    assert.deepEqual(await shown("DISPLAY", "MDX"), ["[North].[Oslo]"]);
    await assert.rejects(shown("DISPLAY", "SMALL"), /memberDisplayMode is "SMALL"; use DEFAULT, COMPACT, .*UNCHANGED/);
  });

  test("a sparse answer is allowed, forbidden or insisted on", async () => {
    const cells = async (sparseHandlingMode: string, enableSparseResults: boolean) => {
      const filters = [{ formula: "Pay < 50" }];
      const options = { enableSparseResults, internal: { sparseHandlingMode } };
      return (await rows("heads", [cities({})], options, { filters })).map(([name]) => name);
    };
    const all = ["North.Oslo", "North.Umea", "South.Rome"];
    const filled = ["North.Oslo", "South.Rome"];
    assert.deepEqual(await cells("ALLOW", true), filled);
    assert.deepEqual(await cells("ALLOW", false), all);
    assert.deepEqual(await cells("DISALLOW", true), all);
    assert.deepEqual(await cells("FORCE", false), filled);
    await assert.rejects(cells("NEVER", false), /internal\.sparseHandlingMode is "NEVER"; use ALLOW, DISALLOW, FORCE/);
  });
});
