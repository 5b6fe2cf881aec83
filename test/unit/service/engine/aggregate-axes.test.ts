import assert from "node:assert/strict";
import { rowsOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

const north = 0;
const oslo = 1;
const rome = 4;
const place = { name: "Place", qualifyingPath: "Person" };
const level = (...levelIds: string[]) => ({ dimensionLevelSelection: { dimension: place, levelIds } });
const withoutTime = async (rows: ReturnType<typeof rowsOf>) => (await rows).map((row) => row.slice(0, -1));

const people = [
  { key: 1, place: oslo, pay: 10, isLead: true, unit: 1 },
  { key: 2, place: oslo, pay: 20, isLead: false, unit: 0 },
  { key: 3, place: rome, pay: 40, unit: 2, boss: 1 },
  { key: 4, boss: 3 },
];

async function rows(
  metrics: string | string[],
  axes: object[],
  options = {},
  data: Parameters<typeof withTenant>[0] = { people },
) {
  return withTenant(data, (tenant: TinyTenant) => withoutTime(rowsOf(tenant, metrics, { axes }, options)));
}

suite("aggregate queries over axes", () => {
  test("a level has all its members in the model's order and leaves out who has none", async () => {
    assert.deepEqual(await rows("heads", [level("City")]), [
      ["North.Oslo", "2"],
      ["North.Umea", "0"],
      ["South.Rome", "1"],
    ]);
    assert.deepEqual(await rows("heads", [{ dimensionLevelSelection: { dimension: place, levelDepths: [0] } }]), [
      ["North", "2"],
      ["South", "1"],
    ]);
  });

  test("averages of nothing are null and sums are 0", async () => {
    assert.deepEqual(await rows(["averagePay", "payTotal"], [level("City")]), [
      ["North.Oslo", "15", "30"],
      ["North.Umea", null, "0"],
      ["South.Rome", "40", "40"],
    ]);
  });

  test("a missing value is not averaged but its record is counted", async () => {
    const data = { people: [{ key: 1, pay: 10 }, { key: 2 }] };
    assert.deepEqual(await rows(["averagePay", "heads"], [], {}, data), [["10", "2"]]);
  });

  test("a concept has the positions True, False and Unknown", async () => {
    assert.deepEqual(await rows("heads", [{ selectionConcept: { name: "isLead" } }]), [
      ["True", "1"],
      ["False", "1"],
      ["Unknown", "2"],
    ]);
  });

  test("a dimension at two levels has empty cells off the branch, also for counts", async () => {
    assert.deepEqual(await rows("heads", [level("Region"), level("City")]), [
      ["North", "North.Oslo", "2"],
      ["North", "North.Umea", "0"],
      ["North", "South.Rome", null],
      ["South", "North.Oslo", null],
      ["South", "North.Umea", null],
      ["South", "South.Rome", "1"],
    ]);
  });

  test("an axis of two levels counts a record at each", async () => {
    assert.deepEqual(await rows("heads", [level("Region", "City")]), [
      ["North", "2"],
      ["North.Oslo", "2"],
      ["North.Umea", "0"],
      ["South", "1"],
      ["South.Rome", "1"],
    ]);
  });

  test("leaf members, data members and chosen members of a parent-child dimension", async () => {
    const dimension = { name: "Unit" };
    assert.deepEqual(await rows("heads", [{ dimensionLeafMemberSelection: { dimension } }]), [
      ["All.Shop", "1"],
      ["All.Web", "1"],
    ]);
    assert.deepEqual(await rows("heads", [{ dimensionDataMemberSelection: { dimension } }]), [
      ["All", "1"],
      ["All.Shop", "1"],
      ["All.Web", "1"],
    ]);
    const members = [{ path: ["All", "Web"] }, { memberId: "All" }];
    assert.deepEqual(await rows("heads", [{ dimensionMemberSelection: { dimension, members } }]), [
      ["All.Web", "1"],
      ["All", "3"],
    ]);
  });

  test("a record above the level of a parent-child dimension is in no cell", async () => {
    const axis = (levelId: string) => ({
      dimensionLevelSelection: { dimension: { name: "Unit" }, levelIds: [levelId] },
    });
    assert.deepEqual(await rows("heads", [axis("Level_1")]), [["All", "3"]]);
    assert.deepEqual(await rows("heads", [axis("Level_2")]), [
      ["All.Shop", "1"],
      ["All.Web", "1"],
    ]);
  });

  test("uncategorized records have a position where they are asked for", async () => {
    const axis = { dimensionLevelWithUncategorizedValueSelection: { dimension: place, levelIds: ["City"] } };
    const data = { people: [...people, { key: 5, place: north }] };
    assert.deepEqual((await rows("heads", [axis], {}, data)).at(-1), ["Uncategorized", "2"]);
  });

  test("numeric ranges hold their lower bound", async () => {
    const numericRanges = { property: { property: { name: "Pay" } }, ranges: "10 20 30", includeAllMember: true };
    assert.deepEqual(await rows("heads", [{ numericRanges }]), [
      ["10 - 20", "1"],
      ["20 - 30", "1"],
      [">= 30", "1"],
      ["All", "3"],
    ]);
  });

  test("overall positions stand after the members of each axis", async () => {
    const axes = [level("City"), { selectionConcept: { name: "isLead" } }];
    const cell = (table: readonly (readonly (string | null)[])[], city: string, lead: string) =>
      table.find(([one, other]) => one === city && other === lead)?.[2];
    const overMembers = await rows("heads", axes, { axesOverallValueMode: "AGGREGATE" });
    assert.equal(overMembers.length, 16);
    assert.equal(cell(overMembers, "Overall", "Overall"), "3");
    assert.equal(cell(overMembers, "North.Oslo", "Overall"), "2");
    const overAll = await rows("heads", axes, { axesOverallValueMode: "OVERALL" });
    assert.equal(cell(overAll, "Overall", "Overall"), "4");
    assert.equal(cell(overAll, "Overall", "Unknown"), "2");
  });

  test("an axis through a reference shows the target as it is at the instant", async () => {
    const moved = [
      { key: 1, boss: 2 },
      { key: 2, from: "2020-01-01", to: "2024-03-01", place: oslo },
      { key: 2, from: "2024-04-01", to: "2024-05-01", place: rome },
      { key: 3, boss: 9 },
    ];
    await withTenant({ people: moved }, async (tenant) => {
      const timeIntervals = { fromDateTime: "2024-07-01", intervalCount: 6 };
      const dimension = { name: "Place", qualifyingPath: "Person.Boss" };
      const axes = [{ dimensionLevelSelection: { dimension, levelIds: ["City"] } }];
      const found = await rowsOf(tenant, "heads", { axes, timeIntervals }, { zeroVisibility: "HIDE" });
      assert.deepEqual(found, [
        ["North.Oslo", "1", "2024-02-01T00:00:00.000Z"],
        ["North.Oslo", "1", "2024-03-01T00:00:00.000Z"],
        ["South.Rome", "1", "2024-05-01T00:00:00.000Z"],
      ]);
      const filters = [{ formula: "Boss.Place IS NOT NULL" }];
      const heads = await rowsOf(tenant, "heads", { filters, timeIntervals });
      assert.deepEqual(
        heads.map(([value]) => value),
        ["1", "1", "0", "1", "0", "0"],
      );
    });
  });

  test("a chain of references is followed at one instant", async () => {
    const dimension = { name: "Place", qualifyingPath: "Person.Boss.Boss" };
    const axes = [{ dimensionLevelSelection: { dimension, levelIds: ["City"] } }];
    assert.deepEqual(await rows("heads", axes, { zeroVisibility: "HIDE" }), [["North.Oslo", "1"]]);
  });

  test("an event's reference shows the state just before it", async () => {
    const data = {
      people: [
        { key: 1, from: "2020-01-01", to: "2024-06-10", place: oslo },
        { key: 1, from: "2024-06-10", place: rome },
      ],
      leaves: [
        { key: 1, time: "2024-06-10", who: 1 },
        { key: 2, time: "2024-06-11", who: 1 },
      ],
    };
    const dimension = { name: "Place", qualifyingPath: "Leave.Who" };
    assert.deepEqual(await rows("leaves", [{ dimensionLevelSelection: { dimension, levelIds: ["City"] } }], {}, data), [
      ["North.Oslo", "1"],
      ["North.Umea", "0"],
      ["South.Rome", "1"],
    ]);
  });

  test("positions are sorted by name and limited", async () => {
    const sorted = {
      ...level("City"),
      sortAndLimitOptions: { sort: { sortType: "NAME", sortDirection: "DESCENDING" }, limit: { n: 2 } },
    };
    assert.deepEqual(await rows("heads", [sorted]), [
      ["South.Rome", "1"],
      ["North.Umea", "0"],
    ]);
  });
});
