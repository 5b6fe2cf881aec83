import assert from "node:assert/strict";
import { comparableResults } from "../../../../src/features/results/compare-model.ts";
import type { ShownResult } from "../../../../src/protocol/results-view.ts";

function result(title: string, startedAtMs: number, facts: Partial<ShownResult["origin"]> = {}): ShownResult {
  const origin = {
    title,
    query: "SELECT 1",
    connectionId: "local",
    connection: "Local",
    tenant: "WFF_demo",
    project: undefined,
  };
  const columns = [{ name: "a", kind: "text" as const }];
  const counts = { rowCount: 1, byteCount: 1, state: "done" as const, message: undefined, label: "" };
  return {
    summary: { resultId: title, columns, ...counts },
    origin: { ...origin, ...facts },
    startedAtMs,
    elapsedMs: 1,
  };
}

describe("the results to compare one with", () => {
  it("begin with the previous run of the same statement at the same place", () => {
    const right = result("now", 50);
    const others = [
      result("first run", 10),
      result("previous run", 20),
      result("other statement", 40, { query: "SELECT 2" }),
      result("other tenant", 45, { tenant: "WFF_demo~north" }),
      result("later run", 60),
    ];
    assert.deepEqual(
      comparableResults([...others, right], right).map(({ origin }) => origin.title),
      ["previous run", "first run", "later run", "other tenant", "other statement"],
    );
  });
});
