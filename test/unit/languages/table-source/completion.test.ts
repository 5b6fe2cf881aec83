import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { completeEmbeddedSql } from "../../../../src/languages/server/sql-in-json.ts";
import { definitionScopeOf, definitionSqlPositionAt } from "../../../../src/languages/server/table-source-text.ts";
import { completionsInDefinition } from "../../../../src/languages/table-source/completion.ts";
import { atCursor, createParts, createTables, definitionOf, filterOf, service, viewOf } from "./definition-texts.ts";

async function labelsAt(marked: string): Promise<string[]> {
  const { text, offset } = atCursor(marked);
  return (await completionsInDefinition(text, offset, definitionScopeOf(createParts()))).suggestions.map(
    ({ label }) => label,
  );
}

/** The labels of a kind that are offered in SQL. */
async function sqlLabelsAt(marked: string, ...kinds: readonly string[]): Promise<string[]> {
  const { text, offset } = atCursor(marked);
  const place = await definitionSqlPositionAt(text, offset, createParts());
  assert.ok(place, marked);
  const { suggestions: offers } = await completeEmbeddedSql(place, service);
  return offers.filter(({ kind }) => kinds.includes(kind)).map(({ label }) => label);
}

/** The text after the first offer was taken. */
async function taken(marked: string): Promise<string> {
  const { text, offset } = atCursor(marked);
  const { suggestions: offers, replace } = await completionsInDefinition(
    text,
    offset,
    definitionScopeOf(createParts()),
  );
  return applyEdits(text, [{ ...replace, text: offers[0]?.text ?? "" }]);
}

const dependency = (marked: string) => `{"upstreamTable": ${marked}}`;

const cases: readonly (readonly [name: string, marked: string, labels: readonly string[]])[] = [
  [
    "upstream tables, those of the query first",
    viewOf("SELECT name FROM sites", dependency('"|"')),
    ["sites", "ledger", "people"],
  ],
  [
    "those that have no dependency before the others",
    viewOf("SELECT 1 FROM sites, people", `${dependency('"id-200"')}, ${dependency('"|"')}`),
    ["sites", "ledger", "people"],
  ],
  ["upstream tables where no string is begun", viewOf("SELECT 1", dependency("|")), ["ledger", "people", "sites"]],
  [
    "upstream tables but the one that is defined",
    viewOf("", dependency('"|"')).replace('"t"', '"Sites"'),
    ["ledger", "people"],
  ],
  [
    "the columns of the query that the view does not have",
    definitionOf(
      '{"name": "Amount"}, {"name": "|"}',
      ', "materializedView": {"query": "SELECT amount, person_key AS person, 1 FROM ledger"}',
    ),
    ["person"],
  ],
  ["no columns for what is no view", definitionOf('{"name": "|"}'), []],
  ["nothing where the schema knows", definitionOf('{"dataType": "|"}'), []],
  ["nothing for names of fields", '{"|"}', []],
];

suite("Completion in a definition of a table source", () => {
  for (const [name, marked, labels] of cases) {
    test(`offers ${name}`, async () => {
      assert.deepEqual(await labelsAt(marked), labels);
    });
  }

  test("writes the unique id of a table, whatever is typed of its name", async () => {
    const query = "SELECT name FROM sites";
    for (const marked of ['"|"', "|", '"si|"', '"si|te"']) {
      assert.equal(await taken(viewOf(query, dependency(marked))), viewOf(query, dependency('"id-300"')), marked);
    }
    const { text, offset } = atCursor(viewOf("SELECT 1 FROM ledger", dependency('"|"')));
    const { suggestions: offers } = await completionsInDefinition(text, offset, definitionScopeOf(createParts()));
    assert.deepEqual(offers.map(({ detail, filter }) => [detail, filter]).slice(0, 2), [
      ["Payroll ledger", "ledger Payroll ledger id-100"],
      ["Table source", "people id-200"],
    ]);
  });

  test("has the tables of the query among more than are listed", async () => {
    const all = createTables(undefined, false);
    const tables = {
      ...all,
      search: async (prefix: string) => ({
        tables: (await all.search(prefix)).tables.slice(0, 1),
        isComplete: false,
      }),
    };
    const { text, offset } = atCursor(viewOf("SELECT 1 FROM people", dependency('"si|"')));
    const { suggestions: offers, isIncomplete } = await completionsInDefinition(
      text,
      offset,
      definitionScopeOf(createParts(tables)),
    );
    assert.deepEqual(
      offers.map(({ label }) => label),
      ["people", "sites", "ledger"],
    );
    assert.equal(isIncomplete, true);
  });

  test("offers tables and their columns in the query", async () => {
    assert.deepEqual(await sqlLabelsAt(viewOf("SELECT amount FROM |"), "table"), ["ledger", "people", "sites"]);
    assert.deepEqual(await sqlLabelsAt(viewOf('SELECT "\t", p.| FROM people p'), "column"), [
      "person_key",
      "site_id",
      "Odd name",
      "*",
    ]);
    assert.ok((await sqlLabelsAt(viewOf("|"), "keyword")).includes("SELECT"));
  });

  test("offers the upstream table's columns for input, the view's for output, and no table in a join filter", async () => {
    assert.deepEqual(await sqlLabelsAt(filterOf("input.|"), "column"), ["person_key", "posted_at", "amount"]);
    assert.deepEqual(await sqlLabelsAt(filterOf("input.amount = output.|"), "column"), ["amount"]);
    assert.deepEqual(await sqlLabelsAt(filterOf("|"), "alias"), ["input", "output"]);
    assert.deepEqual(await sqlLabelsAt(filterOf("EXISTS (SELECT 1 FROM |"), "table"), []);
  });
});
