import assert from "node:assert/strict";
import type { ModelEntry, ModelSearch } from "../../../../src/languages/core/model-requests.ts";
import { complete } from "../../../../src/languages/sql-like/completion.ts";

const now = Date.UTC(2025, 4, 20);

const model: Readonly<Record<string, readonly ModelEntry[]>> = {
  metric: [
    { id: "employeeCount", displayName: "Employees", object: "Employee" },
    { id: "exitCount", displayName: "Exits", object: "Employee_Exit" },
  ],
  dimension: [
    { id: "Location", displayName: "Location", object: "Employee", levels: ["Location_0", "Location_1"] },
    { id: "Tenure_Range", displayName: "Tenure", object: "Employee" },
  ],
  property: [{ id: "Age", displayName: "Age", object: "Employee", dataType: "number" }],
  concept: [{ id: "isManager", displayName: "Manager", object: "Employee" }],
  analyticObject: [
    { id: "Employee", displayName: "Employee" },
    { id: "Employee_Exit", displayName: "Exit" },
  ],
  member: [
    { id: "Spain", displayName: "Spain", path: "EMEA.Spain" },
    { id: 'O\'Neil "x"', displayName: "Odd", path: 'Odd."x"' },
  ],
};

/** The `|` in the text is the cursor. */
async function completeAt(marked: string, timeColumn = "Service_Time") {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const searches: ModelSearch[] = [];
  const { offers, replace, isIncomplete } = await complete(text, offset, {
    timeColumn,
    now,
    search: async (search) => {
      searches.push(search);
      return { entries: model[search.kind] ?? [], isComplete: true };
    },
  });
  const sorted = [...offers].sort((a, b) => a.rank - b.rank);
  return {
    labels: sorted.map(({ label }) => label),
    snippets: sorted.map(({ snippet }) => snippet),
    replaced: text.slice(replace.start, replace.end),
    searches,
    isIncomplete,
  };
}

describe("completion of a SQL-like query", () => {
  it("begins with SELECT", async () => {
    assert.deepEqual((await completeAt("|")).labels, ["SELECT"]);
    assert.deepEqual((await completeAt("SELECT a FROM b; |")).labels, ["SELECT"]);
  });

  it("offers metrics before dimensions and properties, of the object after the cursor", async () => {
    const { labels, snippets } = await completeAt("SELECT | FROM Employee");
    assert.deepEqual(labels, [
      "employeeCount",
      "Location",
      "Tenure_Range",
      "level",
      "Age",
      "isManager",
      "Service_Time",
    ]);
    assert.equal(snippets[0], "employeeCount()");
    assert.equal(snippets[1], 'level(Location, "${1:Location_0}")');
    assert.equal(snippets[2], "Tenure_Range");
  });

  it("offers all metrics while no object is known, and ranks down what is selected", async () => {
    assert.deepEqual((await completeAt("SELECT emp|")).labels.slice(0, 2), ["employeeCount", "exitCount"]);
    assert.equal((await completeAt("SELECT employeeCount(), |")).labels.at(-1), "employeeCount");
  });

  it("replaces the word that is being typed", async () => {
    assert.equal((await completeAt("SELECT employ|ee FROM Employee")).replaced, "employee");
  });

  it("goes on after an item and after the object", async () => {
    assert.deepEqual((await completeAt("SELECT employeeCount() |")).labels, ["AS", "FROM"]);
    assert.deepEqual((await completeAt("SELECT Age FROM |")).labels, ["Employee", "Employee_Exit"]);
    assert.deepEqual((await completeAt("SELECT Age FROM Employee |")).labels, ["WHERE"]);
  });

  it("offers the time filter first after WHERE, in the form of the query's kind", async () => {
    const aggregate = await completeAt("SELECT employeeCount() FROM Employee WHERE |");
    assert.equal(aggregate.labels[0], 'Service_Time IN periods(date("..."), 12, period(1, Month))');
    assert.match(aggregate.snippets[0] ?? "", /^Service_Time IN periods\(date\("\$\{1:2025-05-01\}"\), \$\{2:12\}/);
    const list = await completeAt("SELECT Age FROM Employee WHERE |");
    assert.equal(list.labels[0], 'Service_Time BETWEEN date("...") AND date("...")');
    assert.equal(list.snippets[0], 'Service_Time BETWEEN date("${1:2024-01-01}") AND date("${2:2025-01-01}")');
  });

  it("offers no second time filter", async () => {
    const text = 'SELECT Age FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2025-01-01") AND |';
    const { labels, snippets } = await completeAt(text);
    assert.deepEqual(labels, ["isManager", "Location", "Tenure_Range", "Age"]);
    assert.deepEqual(snippets.slice(0, 2), ["isManager = TRUE", 'Location IN ("$1")']);
  });

  it("offers the form of the kind after the time column, and the other one last", async () => {
    const aggregate = await completeAt("SELECT employeeCount() FROM Employee WHERE Service_Time |");
    assert.match(aggregate.labels[0] ?? "", /^IN periods/);
    assert.match(aggregate.labels.at(-1) ?? "", /^BETWEEN/);
    assert.match((await completeAt("SELECT Age FROM Employee WHERE Service_Time |")).labels[0] ?? "", /^BETWEEN/);
  });

  it("knows the time column by the name that the deployment gives it", async () => {
    const { labels } = await completeAt("SELECT employeeCount() FROM Employee WHERE Valid_Time |", "Valid_Time");
    assert.match(labels[0] ?? "", /^IN periods/);
  });

  it("completes the arguments of periods and period", async () => {
    const where = "SELECT employeeCount() FROM Employee WHERE Service_Time IN ";
    assert.match((await completeAt(`${where}|`)).labels[0] ?? "", /^periods/);
    assert.equal((await completeAt(`${where}periods(|`)).labels[0], 'date("2025-05-01")');
    assert.equal((await completeAt(`${where}periods(date("2025-01-01"), |`)).labels[0], "12");
    assert.equal((await completeAt(`${where}periods(date("2025-01-01"), 12, |`)).labels[0], "period(1, Month)");
    assert.deepEqual((await completeAt(`${where}periods(date("2025-01-01"), 12, period(1, |`)).labels, [
      "Month",
      "Day",
      "Week",
      "Quarter",
      "Year",
    ]);
  });

  it("offers dates inside date(, with and without open quotes", async () => {
    const inside = await completeAt(
      'SELECT Age FROM Employee WHERE Service_Time BETWEEN date("2025|") AND date("2025-01-01")',
    );
    assert.equal(inside.labels[0], "2025-05-01");
    assert.equal(inside.snippets[0], "2025-05-01");
    assert.equal(inside.replaced, "2025");
    const before = await completeAt("SELECT Age FROM Employee WHERE Service_Time BETWEEN date(|");
    assert.equal(before.snippets[0], '"2025-05-01"');
    const second = await completeAt(
      'SELECT Age FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("|',
    );
    assert.ok(second.labels.includes("2026-01-01"));
  });

  it("offers a date at each end of a range", async () => {
    const where = "SELECT Age FROM Employee WHERE Service_Time BETWEEN ";
    assert.deepEqual((await completeAt(`${where}|`)).labels, ['date("...")']);
    assert.deepEqual((await completeAt(`${where}date("2024-01-01") AND |`)).labels, ['date("...")']);
  });

  it("offers dimensions and then their levels inside level(", async () => {
    assert.deepEqual((await completeAt("SELECT level(| FROM Employee")).labels, ["Location", "Tenure_Range"]);
    assert.deepEqual((await completeAt('SELECT level(Location, "|") FROM Employee')).labels, [
      "Location_0",
      "Location_1",
    ]);
    assert.deepEqual((await completeAt("SELECT level(Location, | FROM Employee")).snippets, [
      '"Location_0"',
      '"Location_1"',
    ]);
  });

  it("offers members in their path form inside strings, with quotes and dollar signs kept", async () => {
    const { labels, snippets, searches } = await completeAt('SELECT Age FROM Employee WHERE Location IN ("Sp|');
    assert.deepEqual(labels, ["EMEA.Spain", 'Odd."x"']);
    assert.equal(snippets[1], 'Odd.""x""');
    assert.deepEqual(searches, [{ kind: "member", prefix: "Sp", dimension: "Location" }]);
    assert.equal((await completeAt("SELECT Age FROM Employee WHERE Location = '|'")).labels[0], "EMEA.Spain");
  });

  it("offers operators after an attribute and nothing in comments and labels", async () => {
    assert.deepEqual((await completeAt("SELECT Age FROM Employee WHERE Age |")).labels.slice(0, 3), ["=", "!=", "IN"]);
    assert.deepEqual((await completeAt("SELECT Age -- he|re\nFROM Employee")).labels, []);
    assert.deepEqual((await completeAt('SELECT Age AS "Ye|')).labels, []);
  });

  it("never throws at any place of an unfinished text", async () => {
    const text =
      'SELECT level(Employee.Location, "Location_1") AS "x", employeeCount(1) FROM Employee WHERE (NOT a IN (\'b\') OR c BETWEEN 1 AND 2) AND Service_Time IN periods(date("2024-01-01"), 3, period(1, Month)); -- end';
    for (let end = 0; end <= text.length; end++) {
      await completeAt(`${text.slice(0, end)}|`);
      await completeAt(`${text.slice(0, end)}|${text.slice(end)}`);
    }
  });
});
