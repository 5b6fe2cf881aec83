import assert from "node:assert/strict";
import type { RowBlock, RowRange } from "../../../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { WindowLoader } from "../../../../src/webview/grid/window-loader.ts";

const rowCount = 1000;
const columnCount = 2;
const top = { firstRow: 0, endRow: 20, frozenColumns: 0, firstColumn: 0, endColumn: columnCount, isMovingUp: false };
const middle = { ...top, firstRow: 600, endRow: 620 };

function blockOf({ first, count, columns }: RowRange): RowBlock {
  const rows = Array.from({ length: count }, (_, row) => columns.map((column) => `${first + row}:${column}`));
  return { first, rows, rowCount, cut: [] };
}

/** A loader of 1000 rows whose answers the test gives. */
function createLoader() {
  const asked: { range: RowRange; signal: AbortSignal; answer(value: unknown): Promise<void> }[] = [];
  const heard: string[] = [];
  const loader = new WindowLoader(
    (range, signal) => {
      let resolve: (value: unknown) => void = () => undefined;
      const promise = new Promise<unknown>((resolvePromise) => {
        resolve = resolvePromise;
      });
      const answer = async (value: unknown) => {
        resolve(value);
        await promise;
      };
      asked.push({ range, signal, answer });
      return promise;
    },
    "no block",
    (failure) => heard.push(failure instanceof Error ? failure.message : "read"),
  );
  loader.reset([0, 1], defaultRowView);
  loader.setRowCount(rowCount);
  const last = () => {
    const question = asked.at(-1);
    assert.ok(question, "nothing was asked");
    return question;
  };
  return { loader, asked, heard, last };
}

suite("The window loader", () => {
  test("gives the cells of the block that it asked for", async () => {
    const { loader, heard, last } = createLoader();
    loader.show(top);
    assert.deepEqual(last().range, { first: 0, count: 70, columns: [0, 1], view: defaultRowView });
    assert.equal(loader.cell(3, 1), undefined);
    await last().answer(blockOf(last().range));
    assert.equal(loader.cell(3, 1), "3:1");
    assert.deepEqual(heard, ["read"]);
  });

  test("asks for nothing that it has or has asked for", async () => {
    const { loader, asked, last } = createLoader();
    loader.show(top);
    loader.show({ ...top, firstRow: 5, endRow: 25 });
    assert.equal(asked.length, 1);
    await last().answer(blockOf(last().range));
    loader.show({ ...top, firstRow: 50, endRow: 70 });
    assert.equal(asked.length, 1);
  });

  test("drops an older question for a newer one", async () => {
    const { loader, asked, heard, last } = createLoader();
    loader.show(top);
    loader.show(middle);
    const [first] = asked;
    assert.equal(first?.signal.aborted, true);
    await last().answer(blockOf(last().range));
    await first?.answer(blockOf(first.range));
    assert.equal(loader.cell(600, 0), "600:0");
    assert.equal(loader.cell(0, 0), undefined);
    assert.deepEqual(heard, ["read"]);
  });

  const range: RowRange = { first: 590, count: 50, columns: [0, 1], view: defaultRowView };
  const whole = blockOf(range);
  const malformed: Record<string, unknown> = {
    "nothing at all": undefined,
    "a block without rows": { first: 590, rowCount, cut: [] },
    "a block without cuts": { ...whole, cut: undefined },
    "rows that are none": { ...whole, rows: whole.rows.map(() => null) },
    "cells that are numbers": { ...whole, rows: whole.rows.map(() => [1, 2]) },
    "rows with a cell too few": { ...whole, rows: whole.rows.map(([cell]) => [cell]) },
    "rows of another place": { ...whole, first: 0 },
    "fewer rows than the result has there": { ...whole, rows: whole.rows.slice(1) },
    "more rows than were asked for": { ...whole, rows: [...whole.rows, ["a", "b"]] },
  };
  for (const [what, answer] of Object.entries(malformed)) {
    test(`fails on ${what}, keeps the rows that it has, and asks again when it is told to`, async () => {
      const { loader, asked, heard, last } = createLoader();
      loader.show(top);
      await last().answer(blockOf(last().range));
      loader.show(middle);
      assert.deepEqual(last().range, range);
      await last().answer(answer);
      assert.deepEqual(heard, ["read", "no block"]);
      assert.equal(loader.cell(3, 1), "3:1");
      loader.show(middle);
      assert.equal(asked.length, 2, "a failed range is not asked for over and over");
      loader.reset([0, 1], defaultRowView);
      loader.show(middle);
      await last().answer(whole);
      assert.equal(loader.cell(600, 1), "600:1");
      assert.deepEqual(heard, ["read", "no block", "read"]);
    });
  }

  test("asks for little beside what is in sight after a jump, and for more in a while", async () => {
    const { loader, asked, heard, last } = createLoader();
    const one = { ...middle, endColumn: 1 };
    loader.show({ ...top, endColumn: 1 });
    await last().answer(blockOf(last().range));
    assert.equal(loader.show(one), true);
    assert.deepEqual(last().range, { ...range, columns: [0] });
    await last().answer(blockOf(last().range));
    assert.equal(loader.show(one), false, "all that is in sight is here");
    assert.equal(asked.length, 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(last().range, { ...range, first: 570, count: 150 });
    assert.equal(loader.cell(600, 0), "600:0");
    await last().answer(blockOf(last().range));
    loader.show(one);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(asked.length, 3);
    assert.deepEqual(heard, ["read", "read", "read"]);
  });

  test("asks for the next rows before the view comes to the end of those that are here", async () => {
    const { loader, asked, last } = createLoader();
    loader.show(top);
    await last().answer(blockOf(last().range));
    loader.show({ ...top, firstRow: 25, endRow: 45 });
    loader.show({ ...top, firstRow: 40, endRow: 60 });
    assert.equal(asked.length, 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual([asked.length, last().range.first, last().range.count], [2, 10, 150]);
    assert.equal(loader.show({ ...top, firstRow: 80, endRow: 100 }), true, "they are on their way");
    assert.equal(asked.length, 2);
    assert.equal(loader.cell(65, 1), "65:1");
    assert.deepEqual([loader.cell(70, 1), loader.texts(1).length], [undefined, 70]);
    loader.dispose();
    assert.equal(last().signal.aborted, true);
  });

  test("gives back the texts that came, of any script and length, and tells missing from empty", async () => {
    const { loader, last } = createLoader();
    loader.show({ ...top, firstRow: 0, endRow: 3 });
    const rows = [
      ["Zoë", null],
      ["", "東京 🗼"],
      [null, "x".repeat(300)],
    ];
    await last().answer({ first: 0, rows, rowCount: 3, cut: [] });
    assert.deepEqual(
      rows.map((_, row) => [loader.cell(row, 0), loader.cell(row, 1)]),
      rows,
    );
    assert.deepEqual([loader.cell(3, 0), loader.cell(0, 2)], [undefined, undefined]);
  });

  test("takes the rows that a result still has when it has become shorter", async () => {
    const { loader, heard, last } = createLoader();
    loader.show({ ...top, firstRow: 0, endRow: 20 });
    await last().answer({ first: 0, rows: [["a", null]], rowCount: 1, cut: ["0:0"] });
    assert.deepEqual(heard, ["read"]);
    assert.equal(loader.cell(0, 1), null);
    assert.equal(loader.isCut(0, 0), true);
  });
});
