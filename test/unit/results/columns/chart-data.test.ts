import assert from "node:assert/strict";
import { type ChartRequest, maximumChartMarks } from "../../../../src/protocol/chart.ts";
import type { Cell } from "../../../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { type WorkerProcess, withWorker } from "../worker-process.ts";

async function marks(worker: WorkerProcess, resultId: string, request: ChartRequest): Promise<Cell[][]> {
  const { marks: found } = await worker.channel.request("chartData", { resultId, ...request, view: defaultRowView });
  return found.map(({ x, series, y }) => [x, series, y]);
}

const none = { x: undefined, series: undefined, function: "sum" } as const;

suite("The data of a chart", function () {
  this.timeout(60_000);

  test("is one number for each place, exact, by the function that is asked for", async () => {
    await withWorker(async (worker) => {
      const body =
        '["Team","Pay"]\n["a","9203817354237048492"]\n["a","9203817354237048493"]\n["b","0.1"]\n["b","0.2"]\n["b",null]\n';
      await worker.load("pay", body, { Pay: "number" });
      const bars = { ...none, kind: "bars", x: 0, y: 1 } as const;
      assert.deepEqual(await marks(worker, "pay", bars), [
        ["a", null, "18407634708474096985"],
        ["b", null, "0.3"],
      ]);
      assert.deepEqual(await marks(worker, "pay", { ...bars, function: "average" }), [
        ["a", null, "9203817354237048492.5"],
        ["b", null, "0.15"],
      ]);
      assert.deepEqual(await marks(worker, "pay", { ...bars, function: "count" }), [
        ["a", null, "2"],
        ["b", null, "2"],
      ]);
    });
  });

  test("adds up no averages, and counts only within a period", async () => {
    await withWorker(async (worker) => {
      const lines = [
        '["Month","Team","Rate"]',
        '["2024-01-01","a","1"]',
        '["2024-01-01","b","2"]',
        '["2024-02-01","a","4"]',
      ];
      await worker.load("rates", `${lines.join("\n")}\n`, { Month: "date", Rate: "number" });
      const [byMonth, byTeam] = [0, 1].map((x) => ({ ...none, kind: "bars", x, y: 2 }) as const) as [
        ChartRequest,
        ChartRequest,
      ];
      const know = (Rate: "none" | "withinPeriod") =>
        worker.channel.request("finish", { resultId: "rates", additivity: { isAggregate: true, columns: { Rate } } });
      await know("none");
      await assert.rejects(marks(worker, "rates", byMonth), {
        code: "badRequest",
        message: /^The values of "Rate" cannot/,
      });
      assert.deepEqual(await marks(worker, "rates", { ...byMonth, function: "single" }), [
        ["2024-01-01", null, null],
        ["2024-02-01", null, "4"],
      ]);
      await know("withinPeriod");
      assert.deepEqual(await marks(worker, "rates", byMonth), [
        ["2024-01-01", null, "3"],
        ["2024-02-01", null, "4"],
      ]);
      assert.deepEqual(await marks(worker, "rates", byTeam), [
        ["a", null, null],
        ["b", null, "2"],
      ]);
    });
  });

  test("is bins of equal width for a histogram, and five numbers for each box", async () => {
    await withWorker(async (worker) => {
      const rows = Array.from({ length: 61 }, (_, index) => `["${index % 2 ? "odd" : "even"}","${index}"]\n`).join("");
      await worker.load("numbers", `["Kind","N"]\n${rows}["none",null]\n`, { N: "number" });
      const bins = await marks(worker, "numbers", { ...none, kind: "histogram", y: 1 });
      assert.equal(bins.length, 30);
      assert.deepEqual(
        [bins[0], bins.at(-1)],
        [
          ["0", "2", "2"],
          ["58", "60", "3"],
        ],
      );
      const boxes = await marks(worker, "numbers", { ...none, kind: "box", x: 0, y: 1 });
      assert.deepEqual(boxes, [
        ["even", "minimum", "0"],
        ["even", "lowerQuartile", "15"],
        ["even", "median", "30"],
        ["even", "upperQuartile", "45"],
        ["even", "maximum", "60"],
        ["odd", "minimum", "1"],
        ["odd", "lowerQuartile", "15.5"],
        ["odd", "median", "30"],
        ["odd", "upperQuartile", "44.5"],
        ["odd", "maximum", "59"],
      ]);
      await worker.load("same", '["N"]\n["7"]\n["7"]\n', { N: "number" });
      assert.deepEqual(await marks(worker, "same", { ...none, kind: "histogram", y: 0 }), [["7", "7", "2"]]);
    });
  });

  test("has no more marks than a chart takes, and is refused in words where there are no numbers", async () => {
    await withWorker(async (worker) => {
      const rows = Array.from({ length: maximumChartMarks + 10 }, (_, index) => `["k${index}","1"]\n`).join("");
      await worker.load("many", `["Key","N"]\n${rows}`, { N: "number" });
      const request = { resultId: "many", ...none, kind: "bars", x: 0, y: 1, view: defaultRowView } as const;
      const { marks: found, isCut } = await worker.channel.request("chartData", request);
      assert.deepEqual([found.length, isCut], [maximumChartMarks, true]);
      await assert.rejects(
        worker.channel.request("chartData", { ...request, kind: "box", y: 0 }),
        /needs numbers\. Choose a column of numbers/,
      );
    });
  });
});
