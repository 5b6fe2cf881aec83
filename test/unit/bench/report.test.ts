import assert from "node:assert/strict";
import { createReport, type MeasuredRow, mergeReports, type Origin, passes, printReport } from "../../bench/report.ts";

function row(value: number, bar = 1.15): MeasuredRow {
  return {
    kind: "measured",
    name: "aggregate",
    unit: "ms",
    criteria: [{ label: "ours / theirs", value, bar }],
    samples: { ours: [3, 1, 2], theirs: [2, 2, 2] },
    facts: { rows: 1_000_000 },
  };
}

const origin: Origin = {
  commit: "c1",
  date: "2026-11-22T10:00:00.000Z",
  machine: { cores: 2 },
  size: { people: 2000 },
};
const broken = { kind: "broken", name: "list", message: "The service answered 501." } as const;

suite("The report of the benchmarks", () => {
  test("counts a bar that is just reached as kept", () => {
    assert.equal(passes(row(1.15)), true);
    assert.equal(passes(row(1.1501)), false);
  });

  test("counts a ratio that is no number as missed", () => {
    assert.equal(passes(row(Number.NaN)), false);
    assert.match(printReport(createReport(origin, [row(Number.NaN)])), /MISSED/);
  });

  test("keeps every sample, the medians and whether the bars were kept", () => {
    const report = createReport(origin, [row(1), row(2), broken]);
    assert.deepEqual(report.rows[0]?.origin, origin);
    assert.deepEqual(
      report.rows.map(({ passed }) => passed),
      [true, false, false],
    );
    assert.deepEqual(report.rows[0]?.medians, { ours: 2, theirs: 2 });
    assert.deepEqual(JSON.parse(JSON.stringify(report)).rows[0].samples, { ours: [3, 1, 2], theirs: [2, 2, 2] });
  });

  test("takes over what was measured again and keeps the rest, each with its own origin", () => {
    const kept = createReport(origin, [{ ...row(1), name: "list" }, row(1), { ...row(1), name: "load" }]);
    const later: Origin = { ...origin, commit: "c2" };
    const report = mergeReports(kept, createReport(later, [row(2), broken, { ...row(1), name: "new" }]));
    assert.deepEqual(
      report.rows.map(({ kind, name, passed, origin: { commit } }) => [kind, name, passed, commit]),
      [
        ["measured", "list", true, "c1"],
        ["measured", "aggregate", false, "c2"],
        ["measured", "load", true, "c1"],
        ["measured", "new", true, "c2"],
      ],
    );
  });

  test("says which bars were missed and what did not run", () => {
    const text = printReport(createReport(origin, [row(1), row(1.2), broken]));
    assert.match(text, /^aggregate {2}ours \/ theirs {2}1 <= 1.15 {4}ok$/m);
    assert.match(text, /^aggregate {2}ours \/ theirs {2}1.2 <= 1.15 {2}MISSED$/m);
    assert.match(text, /^list did not run: The service answered 501\.$/m);
    assert.match(text, /1 of 3 did not run\. 1 of 3 missed a bar\.$/);
  });

  test("says so when every bar is kept", () => {
    assert.match(printReport(createReport(origin, [row(1)])), /Every bar is kept\.$/);
  });

  test("does not judge bars by little data, but tells what did not run", () => {
    assert.doesNotMatch(printReport(createReport(origin, [row(2)]), true), /MISSED|missed/);
    assert.match(printReport(createReport(origin, [row(2), broken]), true), /1 of 2 did not run\.$/);
  });

  test("shows medians with their unit and large numbers in groups", () => {
    assert.match(printReport(createReport(origin, [row(1)])), /ours 2 ms, theirs 2 ms; rows 1,000,000/);
  });
});
