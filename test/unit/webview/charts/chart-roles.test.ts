import assert from "node:assert/strict";
import type { ResultColumn } from "../../../../src/protocol/data-worker.ts";
import {
  createChartRequest,
  findChartRoles,
  isListResult,
  suggestChartRequest,
} from "../../../../src/webview/charts/chart-roles.ts";

const list: readonly ResultColumn[] = [
  { name: "Badge_ID", kind: "number" },
  { name: "Full_Name", kind: "text" },
  { name: "Function", kind: "text" },
  { name: "Hire_Date", kind: "date" },
  { name: "Base_Salary", kind: "number" },
];

function firstChart(rowCount: number, distinct: readonly (readonly [number, number])[]) {
  const counts = { rowCount, distinct: new Map(distinct) };
  return suggestChartRequest(findChartRoles(list, counts), list, counts);
}

suite("The first chart of a result", () => {
  test("is the average by a dimension for a list, not by what names its rows", () => {
    const places = [
      [1, 4990],
      [2, 13],
    ] as const;
    assert.deepEqual(firstChart(5000, places), { kind: "bars", x: 2, y: 4, series: undefined, function: "average" });
    const roles = findChartRoles(list, { rowCount: 5000, distinct: new Map(places) });
    assert.equal(
      createChartRequest("box", { kind: "bars", x: 2, y: 4, series: undefined, function: "average" }, roles).x,
      2,
    );
  });

  test("is a histogram for a list without a dimension", () => {
    assert.equal(firstChart(5000, [[1, 4990]])?.kind, "histogram");
    assert.equal(firstChart(5000, [[1, 400]])?.kind, "histogram");
  });

  test("has a bar for each of a few rows", () => {
    assert.deepEqual(firstChart(12, [[1, 12]]), { kind: "bars", x: 1, y: 4, series: undefined, function: "average" });
  });

  test("is a time line for an aggregate", () => {
    const aggregate: readonly ResultColumn[] = [
      { name: "Headcount", kind: "number", additivity: "withinPeriod" },
      { name: "Function", kind: "text" },
      { name: "DateInRange", kind: "date" },
    ];
    assert.deepEqual([isListResult(list), isListResult(aggregate)], [true, false]);
    assert.deepEqual(suggestChartRequest(findChartRoles(aggregate), aggregate), {
      kind: "line",
      x: 2,
      y: 0,
      series: 1,
      function: "sum",
    });
  });
});
