import assert from "node:assert/strict";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { GridCursor } from "../../../../src/webview/grid/grid-cursor.ts";
import { selectCell } from "../../../../src/webview/grid/grid-selection.ts";

const columns = [{ name: "a", kind: "text" }] as const;

/** A cursor over 1000 rows of which those from `hereUntil` on have to be waited for, and what it did. */
function createCursor(hereUntil: number) {
  const did: string[] = [];
  const cursor: GridCursor = new GridCursor(
    { columns, positions: [0], headLines: 1, rowCount: 1000, view: defaultRowView, isArranging: false },
    {
      prefetch: ({ row }) => row >= hereUntil,
      onDidWait: () => undefined,
      reveal: ({ row }) => did.push(`reveal ${row}`),
      draw: () => did.push("draw"),
      drawSoon: () => did.push("draw soon"),
      nodeOf: () => undefined,
      onDidMove: ({ row }) => did.push(`move ${row}`),
      onDidChange: () => did.push("change"),
    },
  );
  return { cursor, did };
}

const shown = (row: number) => [`reveal ${row}`, "draw", `move ${row}`, "change"];
const at = (row: number) => selectCell({ row, column: 0 });

suite("The cursor of the grid", () => {
  test("goes at once to rows that are here", () => {
    const { cursor, did } = createCursor(100);
    cursor.selectAhead(at(5));
    assert.deepEqual(did, shown(5));
  });

  test("changes nothing in sight until the rows are here that it goes to, and goes on from there with the next key", () => {
    const { cursor, did } = createCursor(100);
    cursor.selectAhead(at(500));
    cursor.selectAhead(at(cursor.active.row + 1));
    assert.deepEqual(did, []);
    assert.equal(cursor.active.row, 501);
    assert.equal(cursor.finishMove(), true);
    assert.deepEqual(did, shown(501));
    assert.equal(cursor.finishMove(), false, "once only");
  });

  test("waits for no longer than a moment, however many keys follow", async () => {
    const { cursor, did } = createCursor(100);
    const startedMs = performance.now();
    let row = 500;
    while (did.length === 0 && performance.now() - startedMs < 2000) {
      cursor.selectAhead(at(row++));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal(did[1], "draw");
    cursor.dispose();
  });

  test("goes on from a place that is not in sight yet to one that is here", () => {
    const { cursor, did } = createCursor(100);
    cursor.selectAhead(at(500));
    cursor.selectAhead(at(-1));
    assert.deepEqual(did, ["reveal 500", ...shown(-1)]);
  });

  test("forgets where it was about to go when it is sent elsewhere", async () => {
    const { cursor, did } = createCursor(100);
    cursor.selectAhead(at(500));
    cursor.select(at(7), true);
    assert.deepEqual(did, shown(7));
    cursor.selectAhead(at(600));
    cursor.restore({ row: 8, column: 0 });
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.deepEqual(did.slice(4), ["draw soon"]);
    assert.equal(cursor.active.row, 8);
  });
});
