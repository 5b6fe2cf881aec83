import assert from "node:assert/strict";
import type { MatrixRow } from "../../../../src/protocol/transaction-view.ts";
import { findCellAfterKey } from "../../../../src/webview/transactions/tenant-matrix.ts";
import { filterTenantRows, phasesIn } from "../../../../src/webview/transactions/tenants-pane.ts";

const rows: readonly MatrixRow[] = [
  {
    tenant: "WFF_a",
    cells: [
      { phase: "open", state: "OPEN" },
      { phase: "failed", state: "FAILED", message: "No Table" },
    ],
  },
  {
    tenant: "WFF_b",
    cells: [
      { phase: "open", state: "OPEN" },
      { phase: "succeeded", state: "SUCCEEDED" },
    ],
  },
  { tenant: "WFF_c", cells: [null, null] },
];

suite("the rows of the matrix", () => {
  const found = (text: string, phase?: "failed" | "open") =>
    filterTenantRows(rows, { text, phase }).map(({ tenant }) => tenant);

  test("are found by tenant or message, and by the state of a cell", () => {
    assert.deepEqual(found(""), ["WFF_a", "WFF_b", "WFF_c"]);
    assert.deepEqual(found(" wff_B "), ["WFF_b"]);
    assert.deepEqual(found("no table"), ["WFF_a"]);
    assert.deepEqual(found("", "open"), ["WFF_a", "WFF_b"]);
    assert.deepEqual(found("wff_b", "failed"), []);
  });

  test("tell which states there are", () => {
    assert.deepEqual([...phasesIn(rows)].toSorted(), ["failed", "open", "succeeded"]);
  });
});

suite("the keys of the matrix", () => {
  const size = { rows: 5000, columns: 3, page: 20 };
  const after = (key: string, row: number, column: number, ctrlKey = false) =>
    findCellAfterKey({ key, ctrlKey, metaKey: false }, { row, column }, size);

  test("go by cells, pages and to the ends, up to the names of the columns", () => {
    assert.deepEqual(after("ArrowUp", 0, 1), { row: -1, column: 1 });
    assert.deepEqual(after("ArrowUp", -1, 1), { row: -1, column: 1 });
    assert.deepEqual(after("PageDown", 4990, 1), { row: 4999, column: 1 });
    assert.deepEqual(after("End", 7, 0), { row: 7, column: 2 });
    assert.deepEqual(after("End", 7, 0, true), { row: 4999, column: 2 });
    assert.deepEqual(after("Home", 7, 2, true), { row: 0, column: 0 });
    assert.deepEqual(after("ArrowRight", 7, 2), { row: 7, column: 2 });
    assert.equal(after("a", 7, 2), undefined);
  });
});
