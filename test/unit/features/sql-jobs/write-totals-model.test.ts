import assert from "node:assert/strict";
import type { DryRunStep } from "../../../../src/client/sql/dry-run-report.ts";
import { countProblems, totalsByTable } from "../../../../src/features/sql-jobs/write-totals-model.ts";

const write = (table: string, added: number, more: object = {}): DryRunStep => ({
  index: 0,
  kind: "write",
  action: "INSERT",
  table,
  before: 1,
  after: 2,
  added,
  changed: 0,
  removed: 0,
  isUpperBound: false,
  ...more,
});

suite("what a job writes", () => {
  test("is summed up by table over actions and tenants, and unknown where a part of it is", () => {
    const totals = totalsByTable([
      { steps: [write("t", 2), { index: 1, kind: "left", action: "commit" }, write("u", 1, { removed: undefined })] },
      { steps: [write("T", 3, { changed: 4, isUpperBound: true }), write("T", 0, { before: 2, after: 7 })] },
    ]);
    assert.deepEqual(totals, [
      { table: "t", before: 2, after: 9, added: 5, changed: 4, removed: 0, isUpperBound: true },
      { table: "u", before: 1, after: 2, added: 1, changed: 0, removed: undefined, isUpperBound: false },
    ]);
  });

  test("has a problem for each check, precondition and tenant that fails", () => {
    const rows = (assertion: "passed" | "failed"): DryRunStep => ({
      index: 0,
      kind: "rows",
      rows: 0,
      output: undefined,
      assertion,
    });
    const report = {
      preconditions: [
        { table: "a", name: undefined, unmet: ["k"] },
        { table: "b", name: "b", unmet: [] },
      ],
      tenants: [{ tenant: "x", steps: [rows("failed"), rows("passed")], failure: "it fails", failedStep: 1 }],
      read: [],
      written: [],
      isGood: false,
    };
    assert.equal(countProblems(report), 3);
  });
});
