import assert from "node:assert/strict";
import type { ModelEntry, ModelSearch } from "../../../../../src/languages/core/model/model-requests.ts";
import { columnAdditivity } from "../../../../../src/languages/sql-like/binding/column-additivity.ts";

const formulas: Readonly<Record<string, string>> = {
  headcount: "count over Employee",
  averagePay: "average of Pay over Employee",
  payroll: "Sum(Pay)",
  people: "COUNT(DISTINCT Person)",
  hires: "count over Hire",
  rate: "resignations / headcount",
};
const kinds: Readonly<Record<string, string>> = { Employee: "SUBJECT", Hire: "EVENT" };

async function search({ kind, names = [] }: ModelSearch) {
  const entries = names.flatMap((id): ModelEntry[] => {
    const [formula, objectKind] = [formulas[id], kinds[id]];
    return kind === "metric"
      ? formula === undefined
        ? []
        : [{ id, displayName: id, formula }]
      : objectKind === undefined
        ? []
        : [{ id, displayName: id, objectKind }];
  });
  return { entries, isComplete: true };
}

const where = 'WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))';

describe("how far the metrics of an aggregate may be added up", () => {
  it("is told by their formulas, by the names of their columns", async () => {
    const text = `SELECT headcount() AS "People now", averagePay(), payroll(), people(), Location FROM Employee ${where}`;
    assert.deepEqual(await columnAdditivity(text, search), {
      "People now": "withinPeriod",
      averagePay: "none",
      payroll: "withinPeriod",
      people: "none",
    });
  });

  it("is over periods too where events are counted", async () => {
    assert.deepEqual(await columnAdditivity(`SELECT hires(), rate() FROM Hire ${where}`, search), {
      hires: "full",
      rate: "none",
    });
  });

  it("is not at all where the model does not know a metric", async () => {
    assert.deepEqual(await columnAdditivity(`SELECT shoes(), n() FROM Employee ${where}`, search), {
      shoes: "none",
      n: "none",
    });
  });

  it("is nothing for a list and for a text that is no query", async () => {
    assert.deepEqual(await columnAdditivity("SELECT Pay FROM Employee", search), {});
    assert.deepEqual(await columnAdditivity("SELECT headcount( FROM", search), {});
  });
});
