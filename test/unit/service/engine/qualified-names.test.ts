import assert from "node:assert/strict";
import { prepareAggregateQuery, prepareListQuery, QueryError } from "../../../../src/service/engine/query-engine.ts";
import { contextOf, listOf, requestOf, rowsOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const data = {
  people: [
    { key: 1, name: "Ann", pay: 10, place: 1, isLead: true },
    { key: 2, name: "Bob", pay: 30, place: 4, boss: 1 },
  ],
  leaves: [{ key: 1, time: "2024-06-10", cost: 5, why: 0, who: 1 }],
};

const property = (name: string, qualifyingPath?: string) => ({
  columnDefinition: { property: { name, ...(qualifyingPath !== undefined && { qualifyingPath }) } },
});

async function listed(tenant: TinyTenant, object: string, columns: readonly ReturnType<typeof property>[]) {
  return listOf(tenant, [], { source: { analyticObject: object }, columns: [...columns], options: { limit: 9 } });
}

suite("names with a qualifying path", () => {
  test("a list takes the name alone, behind its object, and behind the path", async () => {
    await withTenant(data, async (tenant) => {
      const columns = [
        property("Name", "Person"),
        property("Person.Name", "Person"),
        property("Person.Name"),
        property("Name"),
        property("Name", "Person.Boss"),
        property("Person.Name", "Person.Boss"),
        property("Person.Boss.Name", "Person.Boss"),
        property("Person.Boss.Name"),
        property("person.name", "PERSON"),
        property("Person.Name", "Boss"),
      ];
      assert.deepEqual(await listed(tenant, "Person", columns), [
        ["Ann", "Ann", "Ann", "Ann", null, null, null, null, "Ann", null],
        ["Bob", "Bob", "Bob", "Bob", "Ann", "Ann", "Ann", "Ann", "Bob", "Ann"],
      ]);
    });
  });

  test("an event's own properties and those of its subject are named in full", async () => {
    await withTenant(data, async (tenant) => {
      const columns = [
        property("Leave.Cost", "Leave"),
        property("Person.Name", "Leave.Who"),
        property("Leave.Who.Name", "Leave.Who"),
      ];
      assert.deepEqual(await listed(tenant, "Leave", columns), [["5", "Ann", "Ann"]]);
    });
  });

  test("axes, ranges, concepts and filters take full names", async () => {
    await withTenant(data, async (tenant) => {
      const dimension = { name: "Person.Place", qualifyingPath: "Leave.Who" };
      const concept = { name: "Person.isLead", qualifyingPath: "Person" };
      const pay = { property: { name: "Person.Pay", qualifyingPath: "Person" } };
      const cells = async (metric: string, axis: object, filters: object[] = []) => {
        const rows = await rowsOf(tenant, metric, { axes: [axis], filters }, { zeroVisibility: "HIDE" });
        return rows.map((row) => row.slice(0, -1));
      };
      assert.deepEqual(await cells("leaves", { dimensionLevelSelection: { dimension, levelIds: ["City"] } }), [
        ["North.Oslo", "1"],
      ]);
      assert.deepEqual(await cells("heads", { selectionConcept: concept }), [
        ["True", "1"],
        ["Unknown", "1"],
      ]);
      const range = { numericRanges: { property: pay, ranges: "0 20" } };
      assert.deepEqual(await cells("heads", range), [
        ["0 - 20", "1"],
        [">= 20", "1"],
      ]);
      const included = [{ path: ["South"] }];
      const place = { name: "Person.Place", qualifyingPath: "Person" };
      assert.deepEqual(await cells("heads", range, [{ memberSet: { dimension: place, values: { included } } }]), [
        [">= 20", "1"],
      ]);
      assert.deepEqual(await cells("heads", range, [{ selectionConcept: concept }]), [["0 - 20", "1"]]);
      assert.deepEqual(await cells("heads", range, [{ formula: "Person.Pay < 20" }]), [["0 - 20", "1"]]);
    });
  });

  test("a name that does not belong to its path is refused", async () => {
    await withTenant(data, async (tenant) => {
      const cases: readonly (readonly [string, string, string | undefined, RegExp])[] = [
        ["Person", "Skill.Title", "Person", /"Skill\.Title" does not belong to its qualifying path "Person"/],
        [
          "Leave",
          "Leave.Cost",
          "Leave.Who",
          /"Leave\.Cost" does not belong .* leads to "Person"; write "Person\.Cost"/,
        ],
        ["Person", "Person.Boss.Name", "Person", /"Person\.Boss\.Name" does not belong/],
        ["Person", "Person.Nobody", "Person", /"Person\.Nobody" is no property that can be reached/],
        ["Person", "Person.Name", "Person.Friend", /"Person" has no reference "Friend"/],
        ["Leave", "Name", "Person", /"Person" starts at another object than "Leave"; write "Leave\.Who"/],
        ["Leave", "Person.Name", undefined, /"Person" starts at another object than "Leave"; write "Leave\.Who"/],
        ["Leave", "Skill.Title", undefined, /"Skill" starts at another object than "Leave"; "Leave" has no reference/],
      ];
      for (const [analyticObject, name, path, message] of cases) {
        const request = { source: { analyticObject }, columns: [property(name, path)] };
        assert.throws(() => prepareListQuery(request, contextOf(tenant)), isRefusal(message));
      }
    });
  });

  test("an event's metric reaches its subject through the reference alone", async () => {
    await withTenant(data, async (tenant) => {
      const dimension = { name: "Place", qualifyingPath: "Person" };
      const axes = [{ dimensionLevelSelection: { dimension, levelIds: ["City"] } }];
      const values = { included: [{ path: ["North"] }] };
      const refusal = isRefusal(/"Person" starts at another object than "Leave"; write "Leave\.Who"/);
      for (const metric of ["leaves", "leaveRate"]) {
        await assert.rejects(prepareAggregateQuery(requestOf(metric, { axes }), contextOf(tenant)), refusal);
        const filters = [{ memberSet: { dimension, values } }];
        await assert.rejects(prepareAggregateQuery(requestOf(metric, { filters }), contextOf(tenant)), refusal);
      }
    });
  });
});

function isRefusal(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof QueryError, String(error));
    assert.match(error.message, message);
    return true;
  };
}
