import assert from "node:assert/strict";
import type { ResultColumn } from "../../../../src/protocol/data-worker.ts";
import {
  arrangementFitsColumns,
  canMoveColumn,
  createNaturalArrangement,
  freezeColumn,
  hideColumn,
  moveColumn,
  moveDraggedColumn,
  showAllColumns,
  shownColumns,
} from "../../../../src/webview/grid/column-arrangement.ts";
import { fromStoredLayout, toStoredLayout } from "../../../../src/webview/results/pane-columns.ts";

const natural = createNaturalArrangement(4);
const column = (name: string): ResultColumn => ({ name, kind: "text" });

suite("The arrangement of columns", () => {
  test("shows the frozen columns first and the hidden ones not at all", () => {
    const arranged = hideColumn(freezeColumn(natural, 2, true), 1);
    assert.deepEqual(shownColumns(arranged), [2, 0, 3]);
    assert.deepEqual(shownColumns(freezeColumn(arranged, 2, false)), [0, 2, 3]);
    assert.deepEqual(shownColumns(showAllColumns(arranged)), [2, 0, 1, 3]);
  });

  test("keeps the last column that shows", () => {
    const last = [0, 1, 2, 3].reduce(hideColumn, natural);
    assert.deepEqual(shownColumns(last), [3]);
  });

  test("moves a column past what shows, within the frozen ones or the others", () => {
    const arranged = freezeColumn(hideColumn(natural, 1), 3, true);
    assert.deepEqual(shownColumns(moveColumn(arranged, 0, 1)), [3, 2, 0]);
    assert.equal(canMoveColumn(arranged, 0, -1), false);
    assert.equal(canMoveColumn(arranged, 3, 1), false);
    assert.deepEqual(moveColumn(arranged, 3, 1), arranged);
  });

  test("freezes what is dropped among the frozen columns", () => {
    const arranged = freezeColumn(natural, 3, true);
    assert.deepEqual(shownColumns(moveDraggedColumn(arranged, 1, 3, false)), [1, 3, 0, 2]);
    assert.deepEqual(moveDraggedColumn(arranged, 3, 1, true).frozen, []);
    assert.equal(moveDraggedColumn(arranged, 3, 3, true), arranged);
  });

  test("is taken only when it speaks of every column once", () => {
    assert.equal(arrangementFitsColumns(natural, 4), true);
    for (const wrong of [
      undefined,
      {},
      createNaturalArrangement(3),
      { ...natural, order: [0, 0, 1, 2] },
      { ...natural, frozen: [9] },
    ]) {
      assert.equal(arrangementFitsColumns(wrong, 4), false, JSON.stringify(wrong));
    }
  });

  test("is kept by name, also of columns of the same name, for a run with other columns", () => {
    const columns = [column("A"), column("B"), column("A"), column("C")];
    const look = { arrangement: { order: [3, 2, 0, 1], hidden: [0], frozen: [2] }, widths: { 2: 90 } };
    const layout = toStoredLayout(columns, look);
    assert.deepEqual(fromStoredLayout(columns, layout), look);
    assert.deepEqual(fromStoredLayout([column("D"), column("A"), column("C")], layout), {
      arrangement: { order: [2, 1, 0], hidden: [1], frozen: [] },
      widths: {},
    });
    assert.deepEqual(fromStoredLayout([column("A")], layout).arrangement.hidden, []);
  });
});
