import assert from "node:assert/strict";
import type { ModelEntry, ModelSearch } from "../../../../../src/languages/core/model/model-requests.ts";
import { findColumnAdditivity } from "../../../../../src/languages/sql-like/binding/column-additivity.ts";

const formulas: Readonly<Record<string, string>> = {
  headcount: "count over Employee",
  averagePay: "average of Pay over Employee",
  payroll: "Sum(Pay)",
  people: "COUNT(DISTINCT Person)",
  hires: "count over Hire",
  rate: "resignations / headcount",
};

/** Formulas that begin with a count or sum but whose values are wrong to add up. */
const computed: Readonly<Record<string, string>> = {
  share: "count(a) / count(b)",
  perHead: "sum(Pay) / employeeCount",
  asPercentage: "count over Employee * 100",
  net: "sum(Bonus) - sum(Deduction)",
  parity: "count(a) % 2",
  peopleAndMore: "count(a) + average(Pay)",
  shifted: "count(a) + 1",
  inWords: "sum of Pay divided by headcount",
  different: "count of unique Person",
  nested: "sum(average(Pay))",
};

const added: Readonly<Record<string, string>> = {
  both: "count(a) + count(b)",
  inner: "sum(Pay + Bonus)",
  oneGrade: 'count(Employee) where Grade in ("A-1", "B/2")',
};
const kinds: Readonly<Record<string, string>> = { Employee: "SUBJECT", Hire: "EVENT" };

async function search({ kind, names = [] }: ModelSearch) {
  const entries = names.flatMap((id): ModelEntry[] => {
    const formula = formulas[id] ?? computed[id] ?? added[id];
    const objectKind = kinds[id];
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
    assert.deepEqual(await findColumnAdditivity(text, search), {
      isAggregate: true,
      columns: { "People now": "withinPeriod", averagePay: "none", payroll: "withinPeriod", people: "none" },
    });
  });

  it("is over periods too where events are counted", async () => {
    assert.deepEqual(await findColumnAdditivity(`SELECT hires(), rate() FROM Hire ${where}`, search), {
      isAggregate: true,
      columns: { hires: "full", rate: "none" },
    });
  });

  it("is judged by the whole formula, not by how it begins", async () => {
    for (const [known, additivity] of [[computed, "none"] as const, [added, "withinPeriod"] as const]) {
      const names = Object.keys(known);
      const text = `SELECT ${names.map((name) => `${name}()`).join(", ")} FROM Employee ${where}`;
      const columns = Object.fromEntries(names.map((name) => [name, additivity]));
      assert.deepEqual(await findColumnAdditivity(text, search), { isAggregate: true, columns });
    }
  });

  it("is not at all where the model does not know a metric", async () => {
    assert.deepEqual(await findColumnAdditivity(`SELECT shoes(), n() FROM Employee ${where}`, search), {
      isAggregate: true,
      columns: { shoes: "none", n: "none" },
    });
  });

  it("has no metrics for a list, and is unknown for a text that is no query", async () => {
    const list = { isAggregate: false, columns: {} };
    assert.deepEqual(await findColumnAdditivity("SELECT Pay FROM Employee", search), list);
    assert.equal(await findColumnAdditivity("SELECT headcount( FROM", search), undefined);
  });
});
