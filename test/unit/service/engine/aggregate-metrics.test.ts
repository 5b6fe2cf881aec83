import assert from "node:assert/strict";
import type { QueryFilter } from "../../../../src/contract/query-parts.ts";
import { prepareAggregateQuery, QueryError } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, requestOf, rowsOf, withTenant } from "./tiny-tenant.ts";

const values = (rows: readonly (readonly (string | null)[])[]) => rows.map((row) => row.slice(0, -1));

suite("metrics and filters of aggregate queries", () => {
  test("several metrics of one object stand side by side", async () => {
    const people = [{ key: 1, pay: 10, isLead: true, place: 1 }, { key: 2, pay: 5, place: 4 }, { key: 3 }];
    await withTenant({ people }, async (tenant) => {
      const metrics = ["heads", "leads", "inNorth", "payTotal"];
      assert.deepEqual(values(await rowsOf(tenant, metrics)), [["3", "1", "1", "15"]]);
      await assert.rejects(rowsOf(tenant, ["heads", "leaves"]), /"leaves" belongs to "Leave"/);
    });
  });

  test("a parameter stands in a metric's filter and must have a value", async () => {
    await withTenant(
      {
        people: [
          { key: 1, pay: 10 },
          { key: 2, pay: 20 },
        ],
      },
      async (tenant) => {
        const parameterValues = [{ numericValue: { parameterId: "limit", value: 10 } }];
        assert.deepEqual(values(await rowsOf(tenant, "above", { parameterValues })), [["1"]]);
        await assert.rejects(rowsOf(tenant, "above"), /parameter "limit" has no value/);
      },
    );
  });

  test("whole numbers beyond a double and decimal fractions are kept exactly", async () => {
    const people = [
      { key: 1, badge: 9203817354237048492n, pay: 0.1 },
      { key: 2, badge: 9203817354237048492n, pay: 0.2 },
    ];
    await withTenant({ people }, async (tenant) => {
      const metrics = ["badgeTotal", "highestBadge", "payTotal"];
      assert.deepEqual(values(await rowsOf(tenant, metrics)), [
        ["18407634708474096984", "9203817354237048492", "0.30000000000000004"],
      ]);
    });
    await withTenant({ people: [{ key: 1, pay: -0.1 }] }, async (tenant) => {
      assert.deepEqual(values(await rowsOf(tenant, ["payTotal", "averagePay"])), [["-0.1", "-0.1"]]);
    });
  });

  test("a derived metric divides cell by cell and gives null for a division by zero", async () => {
    const people = [
      { key: 1, place: 1, isLead: true },
      { key: 2, place: 1 },
      { key: 3, place: 4 },
    ];
    await withTenant({ people }, async (tenant) => {
      const axes = [{ dimensionLeafMemberSelection: { dimension: { name: "Place" } } }];
      assert.deepEqual(values(await rowsOf(tenant, "leadShare", { axes })), [
        ["North.Oslo", "0.5"],
        ["North.Umea", null],
        ["South.Rome", "0"],
      ]);
    });
  });

  test("a part over another object is reached through its reference alone", async () => {
    const people = [
      { key: 1, place: 1 },
      { key: 2, place: 1 },
      { key: 3, place: 4 },
      { key: 4, place: 4 },
    ];
    const leaves = [
      { key: 1, time: "2024-06-10", who: 1, why: 0 },
      { key: 2, time: "2024-06-11", who: 3, why: 1 },
      { key: 3, time: "2024-06-12", who: 4, why: 1 },
    ];
    await withTenant({ people, leaves }, async (tenant) => {
      const city = {
        dimensionLevelSelection: { dimension: { name: "Place", qualifyingPath: "Leave.Who" }, levelIds: ["City"] },
      };
      const why = { dimensionLeafMemberSelection: { dimension: { name: "Why", qualifyingPath: "Leave" } } };
      assert.deepEqual(values(await rowsOf(tenant, "leaveRate", { axes: [city] })), [
        ["North.Oslo", "0.5"],
        ["North.Umea", null],
        ["South.Rome", "1"],
      ]);
      // The people of a city do not depend on why somebody leaves.
      assert.deepEqual(values(await rowsOf(tenant, "leaveRate", { axes: [why, city] })), [
        ["Job", "North.Oslo", "0.5"],
        ["Job", "North.Umea", null],
        ["Job", "South.Rome", "0"],
        ["Home", "North.Oslo", "0"],
        ["Home", "North.Umea", null],
        ["Home", "South.Rome", "1"],
      ]);
      const filters = [{ formula: "Why = 'Home'" }, { formula: "Who.Place IN ('South')" }];
      assert.deepEqual(values(await rowsOf(tenant, "leaveRate", { filters })), [["1"]]);
    });
  });

  test("filters keep a record only when they are true", async () => {
    const people = [
      { key: 1, isLead: true, place: 1, name: "Ann", pay: 10, badge: 9203817354237048492n, born: "2000-01-01" },
      { key: 2, isLead: false, place: 4, name: "ann", pay: 20, badge: 9203817354237048491n },
      { key: 4, name: "O'Neil" },
    ];
    const lead: QueryFilter = { selectionConcept: { name: "isLead" } };
    const place = (values: object) => ({ memberSet: { dimension: { name: "Place" }, values } }) as QueryFilter;
    const not = (filter: QueryFilter): QueryFilter => ({ advanced: { operation: "NOT", filters: [filter] } });
    await withTenant({ people }, async (tenant) => {
      const cases: readonly (readonly [string, QueryFilter])[] = [
        ["1", lead],
        ["1", not(lead)],
        ["2", { advanced: { operation: "OR", filters: [lead, not(lead)] } }],
        ["1", place({ included: [{ path: ["North"] }] })],
        ["1", place({ included: [{ path: ["North", "Oslo"] }] })],
        ["1", place({ included: [{ path: ["Rome"] }] })],
        ["0", place({ included: [{ path: ["north"] }] })],
        ["2", place({ excluded: [{ path: ["North"] }] })],
        ["2", not(place({ included: [{ memberId: "North" }] }))],
        ["1", { formula: "Name = 'Ann'" }],
        ["1", { formula: "Name = 'O''Neil'" }],
        ["2", { formula: "Name IN ('Ann', 'ann')" }],
        ["1", { formula: "Pay NOT IN (10, 30)" }],
        ["2", { formula: "Pay BETWEEN 10 AND 20" }],
        ["1", { formula: "NOT Pay BETWEEN 11 AND 20" }],
        ["1", { formula: "Badge > 9203817354237048491" }],
        ["1", { formula: "Badge = 9203817354237048491" }],
        ["2", { formula: "Badge > 12.5" }],
        ["1", { formula: 'Born < date("2000-01-01T00:00:00.001")' }],
        ["0", { formula: 'Born < date("2000-01-01")' }],
        ["2", { formula: "Born IS NULL" }],
        ["1", { formula: "isLead IS NULL" }],
        ["2", { formula: "Place IS NOT NULL" }],
        ["1", { formula: "(Pay = 10 OR Pay = 20) AND NOT isLead = TRUE" }],
        ["0", { formula: "Boss.Pay = 10 OR NOT Boss.Pay = 10" }],
      ];
      for (const [expected, filter] of cases) {
        assert.deepEqual(
          values(await rowsOf(tenant, "heads", { filters: [filter] })),
          [[expected]],
          JSON.stringify(filter),
        );
      }
    });
  });

  test("what cannot be answered is refused with what to do", async () => {
    await withTenant({}, async (tenant) => {
      const axis = (axis: object) => requestOf("heads", { axes: [axis] });
      const filter = (filter: object) => requestOf("heads", { filters: [filter] });
      const option = (options: object) => requestOf("heads", {}, options);
      const cases: readonly (readonly [Parameters<typeof prepareAggregateQuery>[0], RegExp])[] = [
        [requestOf("nobody"), /no metric "nobody"/],
        [{ query: { source: { formula: "1" }, timeIntervals: {} } }, /names no metric/],
        [axis({ memberMapSelection: {} }), /no member map/],
        [axis({ dimensionLevelSelection: { dimension: { name: "Place" }, levelIds: ["Land"] } }), /has Region, City/],
        [axis({ selectionConcept: { name: "Place" } }), /is no concept/],
        [axis({ numericRanges: { property: { property: { name: "Pay" } }, ranges: "2 1" } }), /ascending/],
        [filter({ cohort: {} }), /keyGroup\.filters, a timeInterval/],
        [filter({ formula: "Pay >" }), /formula/],
        [filter({ formula: "Salary > 1" }), /Salary/],
        [filter({ formula: "Pay > 1 AND Service_Time > date('2024-01-01')" }), /cannot hold a condition on the time/],
        [filter({ advanced: { operation: "XOR", filters: [{ formula: "Pay > 1" }] } }), /AND, OR or NOT/],
        [option({ currencyConversionCode: "EUR" }), /currencyConversionCode/],
        [option({ calendarId: "x" }), /calendarId/],
        [option({ zeroVisibility: "MAYBE" }), /SHOW, HIDE, ELIMINATE/],
        [option({ cellDistributionOptions: { binCount: 0 } }), /binCount from 1 to 100/],
        [requestOf("heads", { timeIntervals: { intervalPeriodType: "HOUR" } }), /intervalPeriodType "HOUR"/],
        [requestOf("heads", { timeIntervals: { intervalCount: 0 } }), /1 or more/],
        [requestOf("heads", { timeIntervals: { fromDateTime: "soon" } }), /yyyy-MM-dd/],
        [requestOf("heads", { timeIntervals: { fromInstant: "today" } }), /epoch milliseconds/],
      ];
      for (const [request, message] of cases) {
        await assert.rejects(prepareAggregateQuery(request, contextOf(tenant)), (error) => {
          assert.ok(error instanceof QueryError, String(error));
          assert.match(error.message, message);
          return true;
        });
      }
    });
  });
});
