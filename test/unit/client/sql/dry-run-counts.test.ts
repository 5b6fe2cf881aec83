import assert from "node:assert/strict";
import { combineStepsWithCounts } from "../../../../src/client/sql/dry-run-counts.ts";
import { planDryRun } from "../../../../src/client/sql/dry-run-plan.ts";

suite("Counts of a dry run", () => {
  const countsOf = (query: string, before: number, after: number) => {
    const { steps } = planDryRun({ actions: [{ query: { query } }] });
    const [step] = steps;
    assert.ok(step?.kind === "write");
    const [counted] = combineStepsWithCounts(steps, {
      rows: new Map([
        [step.before, before],
        [step.after, after],
      ]),
      columns: new Map(),
    });
    assert.ok(counted?.kind === "write");
    const { added, changed, removed } = counted;
    return { added, changed, removed };
  };

  test("have a plain zero for a DELETE that meets no row", () => {
    assert.deepEqual(countsOf("DELETE FROM site_badge WHERE 1 = 0", 5, 5), { added: 0, changed: 0, removed: 0 });
  });

  test("are what a table grows and shrinks by", () => {
    assert.deepEqual(countsOf("DELETE FROM site_badge", 5, 2), { added: 0, changed: 0, removed: 3 });
    assert.deepEqual(countsOf("INSERT INTO site_badge SELECT * FROM news", 5, 7), { added: 2, changed: 0, removed: 0 });
  });
});
