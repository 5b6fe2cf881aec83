import assert from "node:assert/strict";
import {
  chartFileNamesOf,
  isSpecFor,
  withResultTitle,
} from "../../../../src/features/results/chart-file-names-model.ts";

suite("The names of chart specs", () => {
  test("stand beside the query, one for the file and one for each of its results", () => {
    assert.deepEqual(chartFileNamesOf("headcount.sqllike", "Leavers by reason & month!"), {
      perResult: "headcount.leavers-by-reason-month.chart.json",
      shared: "headcount.chart.json",
    });
    assert.equal(chartFileNamesOf("q.v2.sqllike", "…").perResult, "q.v2.result.chart.json");
  });

  test("tell by the spec itself which result it is for", () => {
    const spec = withResultTitle('{"usermeta":{"chart":{"kind":"line"}},"mark":"line"}', "Heads");
    assert.deepEqual(JSON.parse(spec), { usermeta: { chart: { kind: "line" }, result: "Heads" }, mark: "line" });
    assert.equal(isSpecFor(spec, "Heads"), true);
    assert.equal(isSpecFor(spec, "Leavers"), false);
    assert.equal(isSpecFor("{}", "Leavers"), true);
    assert.equal(isSpecFor("{ not yet", "Leavers"), true);
  });
});
