import assert from "node:assert/strict";
import type { Cell, RowBlock } from "../../../../src/protocol/data-worker.ts";
import type { PivotRequest, PivotTable } from "../../../../src/protocol/pivot.ts";
import { defaultRowView, type RowView } from "../../../../src/protocol/row-view.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import type { WorkerProcess } from "../worker-process.ts";

const givenKinds = { Region: "text", Team: "text", Pay: "number" } as const;
const rows = [
  ["EMEA", "b", "Ada", "10"],
  ["EMEA", "a", "Bo", "40"],
  ["AMER", "x", "Cy", "200"],
  ["EMEA", "a", "Di", "20"],
  [null, "x", "Ed", "1"],
];
const request: PivotRequest = {
  rows: [0, 1, 2],
  columns: [],
  values: [{ column: 3, function: "average", show: "value" }],
  hasTotals: true,
  hasSubtotals: true,
  isTree: true,
  memberOrder: "result",
};
const closed: RowView = { ...defaultRowView, tree: { depth: 0, toggled: [] } };

suite("The tree of a pivot", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;

  useSuiteWorker(async (started) => {
    worker = started;
    await load("tree", rows);
  });

  async function load(resultId: string, body: readonly (readonly Cell[])[]): Promise<void> {
    const lines = [["Region", "Team", "Name", "Pay"], ...body].map((row) => `${JSON.stringify(row)}\n`);
    await worker.load(resultId, lines.join(""), givenKinds);
  }

  function ask(resultId: string, change: Partial<PivotRequest> = {}): Promise<PivotTable> {
    const labels = { total: "Total", missing: "missing", values: ["Pay"] };
    return worker.channel.request("pivot", { resultId, request: { ...request, ...change }, labels, filter: [] });
  }

  async function read({ resultId, columns }: PivotTable, view: RowView, first = 0, count = 500): Promise<RowBlock> {
    await worker.channel.request("arrange", { resultId, view });
    const range = { first, count, columns: columns.map((_, index) => index), view };
    return worker.channel.request("window", { resultId, ...range });
  }

  /** Each row as `+ EMEA / a: 30`: whether it can be opened, its members, its value. */
  function lines({ rows: found, tree = [] }: RowBlock): string[] {
    return found.map((row, index) => {
      const sign = { true: "-", false: "+", undefined: " " }[String(tree[index]?.isOpen)];
      const members = row.slice(0, Math.max(1, tree[index]?.level ?? row.length - 1)).map(String);
      return `${sign} ${members.join(" / ")}: ${row.at(-1)}`;
    });
  }

  test("has a row for each member before those under it, with values computed from the rows of the result", async () => {
    const table = await ask("tree");
    assert.equal(table.levelCount, 3);
    assert.deepEqual(lines(await read(table, defaultRowView)), [
      "- EMEA: 23.333333",
      "- EMEA / b: 10",
      "  EMEA / b / Ada: 10",
      "- EMEA / a: 30",
      "  EMEA / a / Bo: 40",
      "  EMEA / a / Di: 20",
      "- AMER: 200",
      "- AMER / x: 200",
      "  AMER / x / Cy: 200",
      "- null: 1",
      "- null / x: 1",
      "  null / x / Ed: 1",
      "  Total: 54.2",
    ]);
    const empty = await read(await ask("tree", { hasSubtotals: false }), closed);
    assert.deepEqual(lines(empty), ["+ EMEA: null", "+ AMER: null", "+ null: null", "  Total: 54.2"]);
  });

  test("opens and closes single members, also those of another run of the query", async () => {
    const table = await ask("tree");
    const top = await read(table, closed);
    assert.deepEqual(lines(top), ["+ EMEA: 23.333333", "+ AMER: 200", "+ null: 1", "  Total: 54.2"]);
    const ids = top.tree?.map(({ id }) => id ?? "") ?? [];
    const tree = { depth: 0, toggled: ids.slice(0, 1) };
    const opened = await read(table, { ...closed, tree });
    assert.deepEqual(lines(opened).slice(0, 4), [
      "- EMEA: 23.333333",
      "+ EMEA / b: 10",
      "+ EMEA / a: 30",
      "+ AMER: 200",
    ]);
    const inner = opened.tree?.[2]?.id ?? "";
    const twice = await read(table, { ...closed, tree: { depth: 0, toggled: [...tree.toggled, inner] } });
    assert.deepEqual(lines(twice).slice(2, 5), ["- EMEA / a: 30", "  EMEA / a / Bo: 40", "  EMEA / a / Di: 20"]);
    // A closed member keeps which of those under it are open.
    assert.deepEqual(lines(await read(table, { ...closed, tree: { depth: 0, toggled: [inner] } })), lines(top));
    const allBut = await read(table, { ...closed, tree: { depth: 2, toggled: [ids[0] ?? ""] } });
    assert.deepEqual(lines(allBut).slice(0, 3), ["+ EMEA: 23.333333", "- AMER: 200", "- AMER / x: 200"]);

    await load("again", [["APAC", "n", "New", "5"], ...rows]);
    const again = await read(await ask("again"), { ...closed, tree });
    assert.deepEqual(lines(again).slice(0, 3), ["+ APAC: 5", "- EMEA: 23.333333", "+ EMEA / b: 10"]);
  });

  test("is sorted among the members of one parent, with the total where it was", async () => {
    const table = await ask("tree");
    const descending: RowView = { ...defaultRowView, sort: [{ column: 3, direction: "descending" }] };
    assert.deepEqual(lines(await read(table, descending)), [
      "- AMER: 200",
      "- AMER / x: 200",
      "  AMER / x / Cy: 200",
      "- EMEA: 23.333333",
      "- EMEA / a: 30",
      "  EMEA / a / Bo: 40",
      "  EMEA / a / Di: 20",
      "- EMEA / b: 10",
      "  EMEA / b / Ada: 10",
      "- null: 1",
      "- null / x: 1",
      "  null / x / Ed: 1",
      "  Total: 54.2",
    ]);
    const byTeam: RowView = { ...closed, sort: [{ column: 1, direction: "ascending" }] };
    assert.deepEqual(lines(await read(table, { ...byTeam, tree: { depth: 1, toggled: [] } })), [
      "- EMEA: 23.333333",
      "+ EMEA / a: 30",
      "+ EMEA / b: 10",
      "- AMER: 200",
      "+ AMER / x: 200",
      "- null: 1",
      "+ null / x: 1",
      "  Total: 54.2",
    ]);
  });

  test("is sorted as a table with every subtotal after what it is the total of", async () => {
    const sort = [{ column: 2, direction: "descending" as const }];
    const change = { rows: [0, 1], isTree: false };
    const table = await ask("tree", change);
    const view = { ...defaultRowView, sort };
    assert.deepEqual((await read(table, view)).rows, [
      ["AMER", "x", "200"],
      ["AMER", "Total", "200"],
      ["EMEA", "a", "30"],
      ["EMEA", "b", "10"],
      ["EMEA", "Total", "23.333333"],
      [null, "x", "1"],
      [null, "Total", "1"],
      ["Total", "Total", "54.2"],
    ]);
    const flat = await read(await ask("tree", { ...change, hasSubtotals: false }), view);
    assert.deepEqual(
      flat.rows.map((row) => row.at(-1)),
      ["200", "30", "10", "1", "54.2"],
    );
    assert.equal(flat.tree, undefined);
  });

  test("keeps the members over what passes a filter, and copies and finds what is shown", async () => {
    const table = await ask("tree");
    const filter = [{ column: 2, operator: "startsWith" as const, values: ["d"] }];
    assert.deepEqual(lines(await read(table, { ...defaultRowView, filter })), [
      "- EMEA: 23.333333",
      "- EMEA / a: 30",
      "  EMEA / a / Di: 20",
    ]);
    assert.deepEqual(lines(await read(table, { ...closed, filter })), ["+ EMEA: 23.333333"]);
    const view: RowView = { ...closed, tree: { depth: 1, toggled: [] } };
    const range = { resultId: table.resultId, first: 0, count: 3, columns: [0, 1, 3], view };
    const { text } = await worker.channel.request("copy", { ...range, format: "cells", neutralisesFormulas: false });
    assert.equal(text, "EMEA\tTotal\t23.333333\nEMEA\tb\t10\nEMEA\ta\t30");
    const search = { view, columns: [2], text: "Di", isCaseSensitive: true, direction: "next" as const };
    const found = await worker.channel.request("find", {
      resultId: table.resultId,
      ...search,
      from: { row: 0, column: -1 },
    });
    assert.equal(found.cell, undefined);
  });

  test("reads ten thousand members under one by windows, and none while it is closed", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ["EMEA", `team ${index}`, "p", String(index)]);
    await load("many", [...many, ["AMER", "x", "q", "1"]]);
    const table = await ask("many", { rows: [0, 1] });
    const top = await read(table, closed);
    assert.deepEqual([top.rowCount, top.rows.length], [3, 3]);
    const view: RowView = {
      sort: [{ column: 2, direction: "descending" }],
      filter: [],
      tree: { depth: 0, toggled: [top.tree?.[0]?.id ?? ""] },
    };
    const window = await read(table, view, 5000, 2);
    assert.equal(window.rowCount, 10_003);
    assert.deepEqual(lines(window), ["  EMEA / team 5000: 5000", "  EMEA / team 4999: 4999"]);
  });

  test("refuses ids that are none", async () => {
    const table = await ask("tree");
    const tree = { depth: 0, toggled: ["') OR true --"] };
    await assert.rejects(read(table, { ...defaultRowView, tree }), /view/);
  });
});
