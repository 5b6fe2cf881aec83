import assert from "node:assert/strict";
import type { PivotRequest } from "../../../../src/protocol/pivot.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { aggregateFunctionsFor, suggestInitialPivot } from "../../../../src/webview/pivot/pivot-model.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import type { WorkerProcess } from "../worker-process.ts";

const time = { path: ["2024-06-01T00:00:00.000Z - [0]"], displayName: "2024-06-01" };
const members = ["Finance", "Sales"].map((name) => ({ path: [name], displayName: name, displayNamePath: [name] }));
const cellSet = {
  axes: [
    { dimension: { name: "Team" }, positions: members },
    { dimension: { name: "DateInRange" }, positions: [time] },
  ],
  cells: [
    { coordinates: [0, 0], value: "50000.5", support: "4" },
    { coordinates: [1, 0], value: "61000", support: "5" },
  ],
};
const lines = '["Team","Pay"]\n["Finance","50000.5"]\n["Sales","61000"]\n';

suite("Numbers of unknown additivity", function () {
  this.timeout(120_000);
  let worker: WorkerProcess;

  useSuiteWorker((started) => {
    worker = started;
  });

  async function sumOf(resultId: string, column: number): Promise<string | undefined> {
    const range = { resultId, first: 0, count: 2, columns: [column], view: defaultRowView };
    return (await worker.channel.request("rangeStatistics", range)).sum;
  }

  function totalsOf(resultId: string, name: "sum" | "single") {
    const request: PivotRequest = {
      rows: [0],
      columns: [],
      values: [{ column: 1, function: name, show: "value" }],
      hasTotals: true,
      hasSubtotals: false,
      memberOrder: "result",
    };
    const labels = { total: "Total", missing: "missing", values: ["Pay"] };
    return worker.channel.request("pivot", { resultId, request, labels, filter: [] });
  }

  test("are never added up in the answer of an aggregate query, which is told by its cell set", async () => {
    const { columns } = await worker.load("cells", JSON.stringify({ cellSet }), {}, "json");
    const numbers = columns.filter(({ kind }) => kind === "number");
    assert.deepEqual(
      numbers.map(({ name, additivity }) => [name, additivity]),
      [
        ["Value", "none"],
        ["Support", "none"],
      ],
    );
    for (const column of numbers) {
      assert.ok(!aggregateFunctionsFor(column).includes("sum"));
    }
    assert.deepEqual(
      suggestInitialPivot(columns).values.map((value) => value.function),
      ["single", "single"],
    );
    assert.equal(
      await sumOf(
        "cells",
        columns.findIndex(({ name }) => name === "Value"),
      ),
      undefined,
    );
  });

  test("are never added up in a table that is said to be an aggregate", async () => {
    await worker.load("table", lines, { Pay: "number" }, "jsonLines", { isAggregate: true });
    await assert.rejects(totalsOf("table", "sum"), { code: "badRequest", message: /^The values of "Pay" cannot/ });
    const { resultId, rowCount } = await totalsOf("table", "single");
    const range = { first: 0, count: rowCount, columns: [0, 1], view: defaultRowView };
    assert.deepEqual((await worker.channel.request("window", { resultId, ...range })).rows, [
      ["Finance", "50000.5"],
      ["Sales", "61000"],
      ["Total", null],
    ]);
    assert.equal(await sumOf("table", 1), undefined);
    assert.equal(await sumOf(resultId, 1), undefined, "nor in its pivot");
  });

  test("may be added up in a list", async () => {
    const { columns } = await worker.load(
      "list",
      JSON.stringify([
        { Team: "Finance", Pay: 2 },
        { Team: "Sales", Pay: 3 },
      ]),
      { Pay: "number" },
      "json",
    );
    assert.deepEqual(aggregateFunctionsFor(columns[1])[0], "sum");
    assert.equal(await sumOf("list", 1), "5");
    await totalsOf("list", "sum");
  });

  test("are told from the others when the model answers after all", async () => {
    await worker.load("late", lines, { Pay: "number" }, "jsonLines", { isAggregate: true });
    const additivity = { isAggregate: true, columns: { Pay: "withinPeriod" } } as const;
    await worker.channel.request("finish", { resultId: "late", additivity });
    assert.equal(await sumOf("late", 1), "111000.5");
  });
});
