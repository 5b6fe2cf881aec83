import assert from "node:assert/strict";
import { listExportScopes, safeFileName } from "../../../../src/features/results/export-choice-model.ts";
import type { RowView } from "../../../../src/protocol/row-view.ts";

const sort = [{ column: 1, direction: "ascending" }] as const;
const filtered: RowView = { sort, filter: [{ column: 0, operator: "isPresent", values: [] }] };
const nothing = { first: 0, count: 1, columns: [0] };

suite("What can be exported of a result", () => {
  test("is what is shown first, then every row in the same order, then the selection", () => {
    const selection = { first: 2, count: 5, columns: [1] };
    const scopes = listExportScopes({ allRows: 9, shownRows: 4, view: filtered, columns: [1, 0], selection });
    assert.deepEqual(
      scopes.map(({ kind, rowCount, columns, rows }) => [kind, rowCount, columns, rows]),
      [
        ["filtered", 4, [1, 0], undefined],
        ["all", 9, [1, 0], undefined],
        ["selection", 2, [1], { first: 2, count: 2 }],
      ],
    );
    assert.deepEqual(scopes[1]?.view, { sort, filter: [] });
  });

  test("leaves no choice where nothing is filtered and only one cell or everything is selected", () => {
    const view = { sort, filter: [] };
    const all = { first: 0, count: 4, columns: [0, 1] };
    for (const selection of [nothing, all]) {
      const scopes = listExportScopes({ allRows: 4, shownRows: 4, view, columns: [0, 1], selection });
      assert.deepEqual(
        scopes.map(({ kind }) => kind),
        ["all"],
      );
    }
  });

  test("has the members of a tree as they show", () => {
    const tree = { depth: 0, toggled: [] };
    const [all] = listExportScopes({
      allRows: 3,
      shownRows: 3,
      view: { sort, filter: [], tree },
      columns: [0],
      selection: nothing,
    });
    assert.deepEqual(all?.view, { sort, filter: [], tree });
  });

  test("is called as the result, without what a file system refuses", () => {
    assert.equal(safeFileName("Köpfe: a/b*", "csv"), "Köpfe ab.csv");
    assert.equal(safeFileName("///", "xlsx"), "result.xlsx");
  });
});
