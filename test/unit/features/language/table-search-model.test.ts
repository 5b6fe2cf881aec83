import assert from "node:assert/strict";
import { findTables, searchTables, tableEntryOf } from "../../../../src/features/language/table-search-model.ts";

const list = {
  isComplete: true,
  tables: ["badge_history", "site_badge", "sites"].map((objectName) => ({
    objectName,
    displayName: `All ${objectName === "sites" ? "places" : "badges"}`,
    columns: [],
  })),
};

suite("The table sources that the language server is given", () => {
  test("carry names, types and the primary timestamp of the service's definition", () => {
    assert.deepEqual(
      tableEntryOf({
        uuid: "7",
        objectName: "sites",
        basicInformation: { displayName: "Sites", description: "Where people work" },
        columns: [{ name: "at", dataType: "DATE", isPrimaryTimestamp: true }, { name: "b" }, { dataType: "LONG" }],
        materializedView: { enabled: true },
      }),
      [
        {
          objectName: "sites",
          id: "7",
          displayName: "Sites",
          description: "Where people work",
          isMaterializedView: true,
          columns: [
            { name: "at", type: "DATE", isPrimaryTimestamp: true },
            { name: "b", type: "UNSPECIFIED", isPrimaryTimestamp: false },
          ],
        },
      ],
    );
    assert.deepEqual(tableEntryOf({ uuid: "7" }), []);
  });

  test("that begin with a prefix come before those that hold it", () => {
    const names = searchTables(list, "BADGE").tables.map(({ objectName }) => objectName);
    assert.deepEqual(names, ["badge_history", "site_badge"]);
    assert.deepEqual(
      searchTables(list, "places").tables.map(({ objectName }) => objectName),
      ["sites"],
    );
    assert.equal(searchTables(list, "").tables.length, 3);
  });

  test("are not all when more fit than are given", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ objectName: `t${index}`, columns: [] }));
    const { tables, isComplete } = searchTables({ tables: many, isComplete: true }, "t");
    assert.equal(isComplete, false);
    assert.ok(tables.length < many.length);
  });

  test("are found by name in any letter case; of a part of the list a missing one may still exist", () => {
    assert.deepEqual(findTables(list, ["SITES", "none"]).tables.length, 1);
    assert.equal(findTables(list, ["none"]).isComplete, true);
    assert.equal(findTables({ ...list, isComplete: false }, ["none"]).isComplete, false);
    assert.equal(findTables({ ...list, isComplete: false }, ["sites"]).isComplete, true);
  });

  test("are found by their unique ids as well as by their names", () => {
    const tables = list.tables.map((table, index) => ({ ...table, id: `Id-${index}` }));
    const found = findTables({ tables, isComplete: true }, ["ID-2", "Badge_History", "id-7"]);
    assert.deepEqual(
      found.tables.map(({ objectName }) => objectName),
      ["badge_history", "sites"],
    );
    assert.equal(found.isComplete, true);
  });
});
