import assert from "node:assert/strict";
import type { ColumnFilter, FilterOperator, RowView, SortKey } from "../../../src/protocol/row-view.ts";
import type { FindRequest } from "../../../src/protocol/view-requests.ts";
import { startWorker, type WorkerProcess, withFolder, withWorker } from "./worker-process.ts";

const kinds = { Number: "number", Amount: "number", Text: "text", Day: "date", Flag: "boolean" } as const;
const rows = [
  ["1", "0.1", "Anna", "1717200000000", "true"],
  ["9203817354237048492", "0.10000000000000000001", "anna", "1719792000000", "false"],
  ["9203817354237048493", "-0.1", "Bea", "1717246800000", "true"],
  ["12345678901234567890123", "1.5e3", "", "n/a", null],
  ["n/a", "12345678901234567890.123456789", null, null, "true"],
  [null, "12345678901234567890.123456788", 'it\'s, a "test"', "0001-01-01", "false"],
];
const body = `${JSON.stringify(Object.keys(kinds))}\n${rows.map((row) => `${JSON.stringify(row)}\n`).join("")}`;

function viewOf(filter: readonly ColumnFilter[], sort: readonly SortKey[] = []): RowView {
  return { sort, filter };
}

/** The rows of a view by the number of their line. */
async function shown(worker: WorkerProcess, view: RowView, resultId = "typed"): Promise<number[]> {
  const { rowCount } = await worker.channel.request("arrange", { resultId, view });
  const range = { resultId, first: 0, count: 500, columns: [0, 1, 2, 3, 4], view };
  const block = await worker.channel.request("window", range);
  assert.equal(block.rowCount, rowCount);
  assert.equal(block.rows.length, rowCount);
  return block.rows.map((row) =>
    rows.findIndex((known) =>
      known.every((cell, index) => cell === row[index] || (index === 3 && known[0] === row[0])),
    ),
  );
}

suite("A view of a result", function () {
  this.timeout(60_000);

  test("holds the rows that pass its filters, compared exactly", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const expectations: [number, FilterOperator, (string | null)[], number[]][] = [
        [0, "equals", ["9203817354237048492"], [1]],
        [0, "more", ["9203817354237048492"], [2, 3]],
        [0, "atLeast", ["9203817354237048492.5"], [2, 3]],
        [0, "differs", ["1"], [1, 2, 3]],
        [0, "between", ["9203817354237048493", "12345678901234567890123"], [2, 3]],
        [0, "isMissing", [], [5]],
        [0, "oneOf", ["n/a", null], [4, 5]],
        [1, "equals", ["0.1"], [0]],
        [1, "more", ["0.1"], [1, 3, 4, 5]],
        [1, "equals", ["1500"], [3]],
        [1, "atLeast", [" 12345678901234567890.123456789 "], [4]],
        [1, "less", ["12345678901234567890.123456789"], [0, 1, 2, 3, 5]],
        [1, "less", ["-1e-1"], []],
        [2, "contains", ["ANN"], [0, 1]],
        [2, "startsWith", ["an"], [0, 1]],
        [2, "equals", ["anna"], [1]],
        [2, "equals", ['it\'s, a "test"'], [5]],
        [2, "isEmpty", [], [3]],
        [2, "isMissing", [], [4]],
        [2, "isPresent", [], [0, 1, 2, 3, 5]],
        [2, "oneOf", ["Bea", "", null], [2, 3, 4]],
        [2, "oneOf", [], []],
        [2, "noneOf", ["Bea", null], [0, 1, 3, 5]],
        [2, "noneOf", ["Bea"], [0, 1, 3, 4, 5]],
        [0, "noneOf", [], [0, 1, 2, 3, 4, 5]],
        [3, "equals", ["2024-06-01"], [0, 2]],
        [3, "equals", ["2024-06-01 00:00"], [0]],
        [3, "more", ["2024-06-01"], [1]],
        [3, "atMost", ["2024-06-01T13:00:00Z"], [0, 2, 5]],
        [3, "between", ["0001-01-01", "2024-06-01"], [0, 2, 5]],
        [4, "equals", ["true"], [0, 2, 4]],
      ];
      for (const [column, operator, values, expected] of expectations) {
        const found = await shown(worker, viewOf([{ column, operator, values }]));
        assert.deepEqual(found, expected, `${column} ${operator} ${values}`);
      }
      const both = viewOf([
        { column: 4, operator: "equals", values: ["true"] },
        { column: 2, operator: "isPresent", values: [] },
      ]);
      assert.deepEqual(await shown(worker, both), [0, 2]);
    });
  });

  test("orders by several columns, missing values last, equal rows as they came", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const by = (...sort: [number, SortKey["direction"]][]) =>
        viewOf(
          [],
          sort.map(([column, direction]) => ({ column, direction })),
        );
      assert.deepEqual(await shown(worker, by([4, "ascending"], [0, "descending"])), [1, 5, 2, 0, 4, 3]);
      assert.deepEqual(await shown(worker, by([4, "descending"], [2, "descending"])), [2, 0, 4, 5, 1, 3]);
      assert.deepEqual(await shown(worker, by([4, "ascending"])), [1, 5, 0, 2, 4, 3]);
      const filtered = viewOf(
        [{ column: 1, operator: "more", values: ["1"] }],
        [{ column: 1, direction: "descending" }],
      );
      assert.deepEqual(await shown(worker, filtered), [4, 5, 3]);
    });
  });

  test("refuses what cannot be compared with the column, in words for its field, and shows the view before", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const view = viewOf([{ column: 2, operator: "contains", values: ["a"] }]);
      const before = await shown(worker, view);
      for (const [column, value, message] of [
        [0, "12x", /^Number: this is not a number. Write it/],
        [1, "", /^Amount: this is not a number/],
        [1, "1e999", /^Amount: this is not a number/],
        [3, "2024-02-30", /^Day: this is not a date. Write a day/],
        [3, "yesterday", /^Day: this is not a date/],
      ] as const) {
        const filter = { column, operator: "equals", values: [value] } as const;
        const asked = worker.channel.request("arrange", { resultId: "typed", view: viewOf([filter]) });
        await assert.rejects(asked, (error: Error & { code?: string }) => {
          assert.match(error.message, message);
          return error.code === "badFilter";
        });
      }
      assert.deepEqual(await shown(worker, view), before);
    });
  });

  test("is what copies, exports, charts and value lists follow", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const view = viewOf(
        [{ column: 4, operator: "equals", values: ["true"] }],
        [{ column: 2, direction: "descending" }],
      );
      const range = { resultId: "typed", first: 0, count: 2, columns: [2, 0], view };
      const copied = await worker.channel.request("copy", { ...range, format: "cells", neutralisesFormulas: false });
      assert.equal(copied.text, "Bea\t9203817354237048493\nAnna\t1");
      const chart = { kind: "bars", x: 2, y: 0, series: undefined, function: "sum" } as const;
      const { marks } = await worker.channel.request("chartData", { resultId: "typed", ...chart, view });
      assert.deepEqual(
        marks.map(({ x }) => x),
        ["Anna", "Bea", null],
      );
      const listed = await worker.channel.request("columnValues", {
        resultId: "typed",
        column: 2,
        filter: view.filter,
        search: "",
      });
      assert.deepEqual(listed, {
        values: [null, "Anna", "Bea"].map((value) => ({ value, rowCount: 1 })),
        isCut: false,
      });
      const searched = await worker.channel.request("columnValues", {
        resultId: "typed",
        column: 2,
        filter: [],
        search: "NN",
      });
      assert.deepEqual(
        searched.values.map(({ value }) => value),
        ["Anna", "anna"],
      );
    });
  });

  test("is there again after the worker was killed while it was built", async () => {
    await withFolder(async (folder) => {
      const killed = await startWorker(folder);
      await killed.load("typed", body, kinds);
      const view = viewOf([{ column: 2, operator: "isPresent", values: [] }], [{ column: 1, direction: "descending" }]);
      killed.channel.request("arrange", { resultId: "typed", view }).catch(() => undefined);
      await killed.kill();
      const worker = await startWorker(folder);
      try {
        const block = await worker.channel.request("window", {
          resultId: "typed",
          first: 0,
          count: 9,
          columns: [2],
          view,
        });
        assert.deepEqual(block.rows.flat(), ['it\'s, a "test"', "", "anna", "Anna", "Bea"]);
      } finally {
        await worker.stop();
      }
    });
  });

  test("is searched from a place on, around its end, before and after the matches were counted", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const view = viewOf([], [{ column: 0, direction: "descending" }]);
      const request = { resultId: "typed", view, columns: [2, 4, 0], text: "A", isCaseSensitive: false };
      const find = async (row: number, column: number, direction: FindRequest["direction"], text = "A") => {
        const { cell: place, ordinal } = await worker.channel.request("find", {
          ...request,
          text,
          from: { row, column },
          direction,
        });
        return place && [place.row, place.column, ...(ordinal === undefined ? [] : [ordinal])];
      };
      // In this order: 12345..., 9203...493, 9203...492, 1, n/a, missing.
      assert.deepEqual(await find(0, -1, "next"), [1, 0]);
      assert.deepEqual(await find(1, 0, "next"), [2, 0]);
      assert.deepEqual(await find(2, 0, "next"), [2, 1]);
      assert.deepEqual(await find(2, 1, "previous"), [2, 0]);
      assert.deepEqual(await find(5, 1, "next"), [1, 0], "goes on at the start");
      assert.deepEqual(await find(1, 0, "previous"), [5, 1], "goes on at the end");
      assert.equal(await find(0, -1, "next", "nowhere"), undefined);
      assert.deepEqual(await worker.channel.request("countMatches", request), { count: 7 });
      assert.deepEqual(await find(1, 0, "next"), [2, 0, 2]);
      assert.deepEqual(await find(2, 0, "next"), [2, 1, 3]);
      assert.deepEqual(await find(5, 1, "next"), [1, 0, 1]);
      assert.deepEqual(await find(1, 0, "previous"), [5, 1, 7]);
      const exact = { ...request, isCaseSensitive: true };
      assert.deepEqual(await worker.channel.request("countMatches", exact), { count: 1 });
    });
  });

  test("adds up a range exactly, digit for digit", async () => {
    await withWorker(async (worker) => {
      await worker.load("typed", body, kinds);
      const metadata = (columns: number[], first = 0, count = 6, view = viewOf([])) =>
        worker.channel.request("rangeStatistics", { resultId: "typed", first, count, columns, view });
      const whole = await metadata([0]);
      assert.deepEqual(
        [whole.cellCount, whole.valueCount, whole.numberCount, whole.sum, whole.minimum, whole.maximum, whole.isExact],
        [6, 5, 4, "12364086535943041987109", "1", "12345678901234567890123", true],
      );
      const pair = await metadata([0], 1, 2);
      assert.deepEqual([pair.sum, pair.average], ["18407634708474096985", "9203817354237048492.5"]);
      const amounts = await metadata([1], 4, 2);
      assert.equal(amounts.sum, "24691357802469135780.246913577");
      assert.equal(amounts.average, "12345678901234567890.1234567885");
      const sorted = await metadata([0, 1], 0, 1, viewOf([], [{ column: 0, direction: "descending" }]));
      assert.equal(sorted.cellCount, 2);
      const days = await metadata([3]);
      assert.deepEqual([days.sum, days.minimum, days.maximum], [undefined, "0001-01-01", "2024-07-01"]);
      const none = await metadata([2]);
      assert.deepEqual([none.valueCount, none.sum, none.minimum], [5, undefined, undefined]);
      const distinct = async (columns: number[]) =>
        (
          await worker.channel.request("rangeDistinct", {
            resultId: "typed",
            first: 0,
            count: 6,
            columns,
            view: viewOf([]),
          })
        ).distinctCount;
      assert.deepEqual([await distinct([4]), await distinct([2, 4])], [2, 7]);
    });
  });

  test("can be stopped while it is built, and the worker is free within half a second", async () => {
    await withWorker(async (worker) => {
      const many = Array.from({ length: 300_000 }, (_, row) => `["name ${(row * 7919) % 300_007}","${row % 13}"]\n`);
      await worker.load("large", `["Name","Number"]\n${many.join("")}`, { Name: "text", Number: "number" });
      const before = viewOf([{ column: 1, operator: "equals", values: ["3"] }]);
      const { rowCount } = await worker.channel.request("arrange", { resultId: "large", view: before });
      const stop = new AbortController();
      const view = viewOf([], [{ column: 0, direction: "ascending" }]);
      const sorting = worker.channel.request("arrange", { resultId: "large", view }, stop.signal);
      const counting = worker.channel.request(
        "countMatches",
        { resultId: "large", view: before, columns: [0, 1], text: "e 1", isCaseSensitive: false },
        stop.signal,
      );
      stop.abort(new Error("stopped"));
      const startedMs = performance.now();
      await assert.rejects(sorting, /stopped/);
      await assert.rejects(counting, /stopped/);
      const range = { resultId: "large", first: 0, count: 5, columns: [1], view: before };
      assert.equal((await worker.channel.request("window", range)).rowCount, rowCount);
      const elapsedMs = performance.now() - startedMs;
      assert.ok(elapsedMs < 500, `${elapsedMs} ms`);
    });
  });
});
