import assert from "node:assert/strict";
import type { ResultColumn } from "../../../../src/protocol/data-worker.ts";
import {
  chartKindsFor,
  createRequestForChartKind,
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
  const counts = { rowCount, distinct: new Map(distinct), rowNumbers: new Set<number>() };
  return suggestChartRequest(findChartRoles(list, counts), list, { counts });
}

suite("The first chart of a result", () => {
  test("is the average by a dimension for a list, not by what names its rows", () => {
    const places = [
      [1, 4990],
      [2, 13],
    ] as const;
    assert.deepEqual(firstChart(5000, places), { kind: "bars", x: 2, y: 4, series: undefined, function: "average" });
    const roles = findChartRoles(list, { rowCount: 5000, distinct: new Map(places), rowNumbers: new Set() });
    assert.equal(
      createRequestForChartKind("box", { kind: "bars", x: 2, y: 4, series: undefined, function: "average" }, roles).x,
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

  test("is not of a column that only numbers the rows", () => {
    const answers: readonly ResultColumn[] = [
      { name: "Answer", kind: "number" },
      { name: "Unit", kind: "text" },
      { name: "Score", kind: "number" },
    ];
    const counts = { rowCount: 1200, distinct: new Map([[1, 6]]), rowNumbers: new Set([0]) };
    const request = suggestChartRequest(findChartRoles(answers, counts), answers, { counts });
    assert.deepEqual(request, { kind: "bars", x: 1, y: 2, series: undefined, function: "average" });
  });

  test("counts the rows of a list without numbers, of which no histogram can be drawn", () => {
    const texts = list.filter(({ kind }) => kind !== "number");
    const counts = {
      rowCount: 5000,
      distinct: new Map([
        [0, 4990],
        [1, 13],
      ]),
      rowNumbers: new Set<number>(),
    };
    const roles = findChartRoles(texts, counts);
    const request = { kind: "bars", x: 1, y: 1, series: undefined, function: "count" };
    assert.deepEqual(suggestChartRequest(roles, texts, { counts }), request);
    assert.ok(!chartKindsFor(roles).some((kind) => kind === "histogram" || kind === "box"));
    assert.equal(suggestChartRequest(findChartRoles(texts), texts), undefined);
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

  test("is bars by member for an aggregate of one period, and lines where there is no other column", () => {
    const headcount: ResultColumn = { name: "Headcount", kind: "number", additivity: "withinPeriod" };
    const time: ResultColumn = { name: "DateInRange", kind: "date" };
    const byFunction: readonly ResultColumn[] = [headcount, { name: "Function", kind: "text" }, time];
    const kindOf = (columns: readonly ResultColumn[]) =>
      suggestChartRequest(findChartRoles(columns), columns, { hasOnePeriod: true });
    const bars = { kind: "bars", x: 1, y: 0, series: undefined, function: "sum" };
    assert.deepEqual(kindOf(byFunction), bars);
    assert.equal(kindOf([headcount, time])?.kind, "line");
  });
});
