import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { checkDefinitionText, findFixableProblems } from "../../../../src/languages/server/table-source-text.ts";
import { tableSourceDiagnostics } from "../../../../src/languages/table-source/diagnostics.ts";
import { createSampleTableSources } from "../../../../src/service/sample-content/sample-table-sources.ts";
import { createParts, createTables, definitionOf, exampleView, filterOf, viewOf } from "./definition-texts.ts";

/** Code and underlined text of what is said, without what is only said of the embedded engine. */
async function problemsOf(text: string, tables = createTables()): Promise<string[]> {
  const problems = await checkDefinitionText(text, createParts(tables));
  return problems
    .filter(({ code }) => code !== "TS601")
    .map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

/** What each of the proved fixes makes of the first problem of a code. */
async function fixed(text: string, code: string): Promise<string[]> {
  const problems = await findFixableProblems(text, { start: 0, end: text.length }, createParts());
  const fixes = problems.find((problem) => problem.code === code)?.fixes ?? [];
  return fixes.map(({ edits }) => applyEdits(text, edits));
}

const a = '{"name": "a"}';
const stamp = (name: string, more = "") => `{"name": "${name}", "isPrimaryTimestamp": true${more}}`;
const typed = (name: string, type: string, more = "") => `{"name": "${name}", "dataType": "${type}"${more}}`;
const filtered = ', "filterInheritedDataByTenant": true';
const inherited = ', "canChildrenInheritData": true';
const amounts = "SELECT amount FROM ledger";

const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ["a wrong type", '{"objectName": 7, "columns": [{"name": "a"}]}', ["TD001 7"]],
  ["a type of column that is no text", definitionOf('{"name": "a", "dataType": 7}'), ["TD001 7"]],
  ["an unknown field", definitionOf(a, ', "canChildrenInherits": true'), ['TD002 "canChildrenInherits"']],
  ["an unknown field of a column", definitionOf('{"name": "a", "type": "DATE"}'), ['TD002 "type"']],
  ["missing fields", "{}", ["TD003 {"]],
  ["a column without a name", definitionOf('{"dataType": "DATE"}'), ["TD003 {"]],
  ["a dependency without its table", viewOf("SELECT amount FROM no.where", "{}"), ["TS301 no.where", "TD003 {"]],
  [
    "a field that is twice there",
    '{"objectName": "a", "objectName": "b", "columns": [{"name": "a"}]}',
    ['TD004 "objectName"'],
  ],
  ["an unknown type of column", definitionOf(typed("a", "DATETIME")), ['TD005 "DATETIME"']],
  ["a table without columns", definitionOf(""), ["TD006 []"]],
  ["a retention that is too short", definitionOf(a, ', "snapshotRetentionDays": 0'), ["TD008 0"]],
  ["a retention that is too long", definitionOf(a, ', "snapshotRetentionDays": 181'), ["TD008 181"]],
  ["a name of a table that SQL cannot say", '{"objectName": "1 x", "columns": [{"name": "a"}]}', ['TD101 "1 x"']],
  ["a name of a column that SQL cannot say", definitionOf('{"name": "a-b"}'), ['TD101 "a-b"']],
  ["two columns of one name", definitionOf(`${a}, {"name": "A"}`), ['TD102 "A"']],
  [
    "two primary timestamps",
    definitionOf(`${typed("a", "DATE", ', "isPrimaryTimestamp": true')}, ${stamp("b", ', "dataType": "DATE"')}`),
    ["TD103 true"],
  ],
  ["a primary timestamp that is no date", definitionOf(stamp("a", ', "dataType": "STRING"')), ["TD104 true"]],
  ["a primary timestamp without a type", definitionOf(stamp("a")), ["TD104 true"]],
  [
    "two columns of tenants",
    definitionOf(`${typed("a", "TENANT_ID")}, ${typed("b", "CUSTOMER_ID")}, ${typed("c", "TENANT_ID")}`),
    ['TD105 "b"', 'TD105 "c"'],
  ],
  ["a filter on rows that are not inherited", definitionOf(typed("a", "TENANT_ID"), filtered), ["TD201 true"]],
  ["a filter without a column of the tenant", definitionOf(a, inherited + filtered), ["TD202 true"]],
  ["a filter without either", definitionOf(a, filtered), ["TD201 true", "TD202 true"]],
  ["a view without a query", definitionOf(a, ', "materializedView": {"enabled": true}'), ["TD301 true"]],
  [
    "a view with an empty query",
    definitionOf(a, ', "materializedView": {"enabled": true, "query": " "}'),
    ['TD301 " "'],
  ],
  ["a query that is not enabled", viewOf(amounts, '{"upstreamTable": "id-100"}', ""), ["TD302 {"]],
  ["two statements in place of a query", viewOf(`${amounts}; ${amounts}`), [`TD303 ${amounts}`]],
  [
    "an upstream table that is not there",
    viewOf(amounts, '{"upstreamTable": "id-9"}'),
    ["TD403 ledger", 'TD401 "id-9"'],
  ],
  ["an upstream table by its name", viewOf(amounts, '{"upstreamTable": "Ledger"}'), ["TD403 ledger", 'TD402 "Ledger"']],
  ["a table that no dependency names", viewOf(amounts, ""), ["TD403 ledger"]],
  [
    "it once for each table",
    viewOf("SELECT l.amount FROM ledger l JOIN Ledger r ON l.amount = r.amount", ""),
    ["TD403 ledger"],
  ],
  [
    "a table of a subquery that no dependency names",
    viewOf(`${amounts} WHERE person_key IN (SELECT person_key FROM people)`),
    ["TD403 people"],
  ],
  [
    "a dependency that the query does not read",
    viewOf(amounts, '{"upstreamTable": "id-100"}, {"upstreamTable": "id-300"}'),
    ['TD404 "id-300"'],
  ],
  [
    "two dependencies on one table",
    viewOf(amounts, '{"upstreamTable": "id-100"}, {"upstreamTable": "ID-100"}'),
    ['TD405 "ID-100"'],
  ],
  [
    "a view that is upstream of itself",
    viewOf(amounts, '{"upstreamTable": "id-100"}, {"upstreamTable": "id-300"}').replace('"t"', '"Sites"'),
    ['TD406 "id-300"'],
  ],
  ["a join filter that reads a table", filterOf("EXISTS (SELECT 1 FROM sites)"), ["TD407 sites"]],
  ["a query in place of a join filter", filterOf("SELECT 1"), ["TD408 SELECT"]],
  ["two join filters in one", filterOf("input.amount = 1; output.amount = 2;"), ["TD408 output"]],
  ["a column that the query does not give", viewOf("SELECT amount AS sum FROM ledger"), ['TD501 "amount"']],
  ["a column that is not given under its name", viewOf("SELECT sum(amount) FROM ledger"), ['TD501 "amount"']],
  ["it behind a semicolon too", viewOf("SELECT amount AS sum FROM ledger;"), ['TD501 "amount"']],
  ["unknown tables of the query", viewOf("SELECT amount FROM ledgr, ledger"), ["TS301 ledgr"]],
  ["unknown columns of the query", viewOf('SELECT "\t" AS a, amount, persn_key FROM ledger'), ["TS302 persn_key"]],
  ["what is no query", viewOf("DELETE FROM ledger"), ["TS503 DELETE"]],
  ["an unknown column of a join filter", filterOf("input.person = output.amount"), ["TS302 person"]],
  ["an unknown column of the view", filterOf("input.amount = output.cost"), ["TS302 cost"]],
  ["an unknown side of a join filter", filterOf("ledger.amount = output.amount"), ["TS304 ledger"]],
  ["a column of both sides", filterOf("amount > 1"), ["TS303 amount"]],
  ["a join filter that breaks off", filterOf("input.amount ="), ["TS202 ="]],
];

suite("The check of a definition of a table source", () => {
  test("says nothing about a view and its join filters", async () => {
    assert.deepEqual(await problemsOf(exampleView), []);
  });

  test("says nothing about the definitions of the sample workforce", async () => {
    const definitions = createSampleTableSources("WFF_sample", true).map(({ definition }) => definition);
    const tables = createTables(
      definitions.map(({ uuid, objectName, columns = [] }) => ({
        objectName,
        id: uuid,
        columns: columns.map(({ name = "", dataType: type = "", isPrimaryTimestamp = false }) => ({
          name,
          type,
          isPrimaryTimestamp,
        })),
      })),
    );
    assert.ok(definitions.length > 3);
    for (const definition of definitions) {
      assert.deepEqual(await problemsOf(JSON.stringify(definition, undefined, 2), tables), [], definition.objectName);
    }
  });

  test("says nothing about the example of our own documentation", async () => {
    const [, text = ""] = /```json\n(.*?)```/s.exec(readFileSync("docs/table-source-files.md", "utf8")) ?? [];
    const column = (name: string, type: string) => ({ name, type, isPrimaryTimestamp: false });
    const columns = [column("posted_at", "DATE_TIME"), column("currency", "STRING"), column("amount", "DECIMAL")];
    const id = "1f0c9a52-7d3e-4b8a-9c61-5e2d8f7a4b30";
    const tables = createTables([{ objectName: "payroll_ledger", id, columns }]);
    assert.ok(text.includes(id));
    assert.deepEqual(await problemsOf(text, tables), []);
  });

  for (const [name, text, expected] of cases) {
    test(`reports ${name}`, async () => {
      assert.deepEqual(await problemsOf(text), expected);
    });
  }

  test("leaves no place of a message empty", async () => {
    for (const [name, text] of cases) {
      for (const { message } of await checkDefinitionText(text, createParts())) {
        assert.doesNotMatch(message, /\{\w+\}|undefined|``| {2}/, name);
      }
    }
  });

  test("has a case for every diagnostic", () => {
    const seen = new Set(cases.flatMap(([, , expected]) => expected.map((line) => line.slice(0, 5))));
    assert.deepEqual(
      [...seen].filter((code) => code.startsWith("TD")).toSorted(),
      Object.keys(tableSourceDiagnostics).toSorted(),
    );
  });

  test("says nothing of tables while nothing can be asked", async () => {
    const tables = createTables([], false);
    assert.deepEqual(await problemsOf(exampleView, tables), []);
    assert.deepEqual(await problemsOf(viewOf("SELECT amount FROM anything"), tables), []);
  });

  test("says nothing of a view that is switched off but what is wrong with its SQL", async () => {
    const text = viewOf("SELECT amount FROM ledgr", '{"upstreamTable": "id-9"}', '"enabled": false, ');
    assert.deepEqual(await problemsOf(text), ["TS301 ledgr"]);
  });

  test("takes a table for upstream when the query reads it in its own letter case", async () => {
    assert.deepEqual(await problemsOf(viewOf("SELECT AMOUNT FROM Ledger;")), []);
  });

  test("knows a definition by its uuid whatever it is renamed to", async () => {
    const text = viewOf("SELECT name AS amount FROM sites", '{"upstreamTable": "id-300"}');
    assert.deepEqual(await problemsOf(text.replace('{"objectName"', '{"uuid": "ID-300", "objectName"')), [
      'TD406 "id-300"',
    ]);
    assert.deepEqual(await problemsOf(text.replace('{"objectName"', '{"uuid": "id-9", "objectName"')), []);
  });
});

suite("The fixes of a definition of a table source", () => {
  test("end their problem without an error in its place", async () => {
    let count = 0;
    for (const [name, text] of cases) {
      const before = await checkDefinitionText(text, createParts());
      for (const { code, fixes = [] } of await findFixableProblems(
        text,
        { start: 0, end: text.length },
        createParts(),
      )) {
        for (const { title, edits } of fixes) {
          count++;
          const after = await checkDefinitionText(applyEdits(text, edits), createParts());
          const countOf = (problems: typeof after, wanted: string) =>
            problems.filter((one) => one.code === wanted).length;
          assert.ok(countOf(after, code) < countOf(before, code), `${name}: ${title}`);
          for (const error of after.filter(({ severity }) => severity === "error")) {
            assert.ok(countOf(after, error.code) <= countOf(before, error.code), `${name}: ${title}: ${error.code}`);
          }
        }
      }
    }
    assert.ok(count > 30, String(count));
  }).timeout(60_000);

  test("are those that are expected, the likeliest first", async () => {
    const repairs: readonly (readonly [code: string, text: string, expected: readonly string[]])[] = [
      [
        "TD002",
        definitionOf(a, ', "excludeFromProcessing": true'),
        [definitionOf(a, ', "excludeFromAutoProcessing": true')],
      ],
      ["TD005", definitionOf(typed("a", "DATETIME")), [definitionOf(typed("a", "DATE_TIME"))]],
      ["TD008", definitionOf(a, ', "snapshotRetentionDays": 400'), [definitionOf(a, ', "snapshotRetentionDays": 180')]],
      ["TD101", definitionOf('{"name": "1 x"}'), [definitionOf('{"name": "_1_x"}')]],
      ["TD101", definitionOf('{"name": "a b"}, {"name": "A_B"}'), [definitionOf('{"name": "a_b_2"}, {"name": "A_B"}')]],
      ["TD102", definitionOf(`${a}, ${a}, {"name": "A_2"}`), [definitionOf(`${a}, {"name": "a_3"}, {"name": "A_2"}`)]],
      [
        "TD104",
        definitionOf(stamp("a")),
        [
          definitionOf('{"dataType": "DATE_TIME", "name": "a", "isPrimaryTimestamp": true}'),
          definitionOf('{"dataType": "DATE", "name": "a", "isPrimaryTimestamp": true}'),
          definitionOf('{"name": "a", "isPrimaryTimestamp": false}'),
        ],
      ],
      [
        "TD105",
        definitionOf(`${typed("a", "TENANT_ID")}, ${typed("b", "CUSTOMER_ID")}`),
        [definitionOf(`${typed("a", "TENANT_ID")}, ${typed("b", "STRING")}`)],
      ],
      [
        "TD201",
        definitionOf(typed("a", "TENANT_ID"), filtered),
        [
          definitionOf(typed("a", "TENANT_ID"), filtered).replace("{", '{"canChildrenInheritData": true, '),
          definitionOf(typed("a", "TENANT_ID"), filtered.replace("true", "false")),
        ],
      ],
      ["TD302", viewOf(amounts, '{"upstreamTable": "id-100"}', ""), [viewOf(amounts)]],
      ["TD401", viewOf(amounts, '{"upstreamTable": "id-9"}'), [viewOf(amounts)]],
      ["TD402", viewOf(amounts, '{"upstreamTable": "Ledger"}'), [viewOf(amounts)]],
      ["TD403", viewOf(amounts, ""), [viewOf(amounts, '{"upstreamTable": "id-100", "joinFilter": ""}')]],
      ["TD404", viewOf(amounts, '{"upstreamTable": "id-300"}, {"upstreamTable": "id-100"}'), [viewOf(amounts)]],
      ["TD405", viewOf(amounts, '{"upstreamTable": "id-100"}, {"upstreamTable": "id-100"}'), [viewOf(amounts)]],
      [
        "TD501",
        viewOf("SELECT amount AS amounts FROM ledger"),
        [viewOf("SELECT amount AS amounts FROM ledger").replace('"amount"', '"amounts"')],
      ],
      ["TS302", filterOf("input.amont = output.amount"), [filterOf("input.amount = output.amount")]],
      ["TS302", filterOf('"a\tb" = output.amont'), [filterOf('"a\tb" = output.amount')]],
    ];
    for (const [code, text, expected] of repairs) {
      assert.deepEqual(await fixed(text, code), expected, code);
    }
  }).timeout(20_000);

  test("add a dependency wherever that is missing, on a line of its own where the others have one", async () => {
    const bare = viewOf(amounts).replace(', "dependencies": [{"upstreamTable": "id-100"}]', "");
    assert.deepEqual(await fixed(bare, "TD403"), [
      bare.replace('{"enabled"', '{"dependencies": [{"upstreamTable": "id-100", "joinFilter": ""}], "enabled"'),
    ]);
    const text = exampleView.replace(/,\s+\{ "upstreamTable": "id-200".*\n/, "\n");
    const [added = ""] = await fixed(text, "TD403");
    assert.ok(added.includes('"joinFilter": "" },\n      {"upstreamTable": "id-200", "joinFilter": ""}\n    ]'), added);
    assert.deepEqual(await fixed(viewOf(amounts).replace(/"dependencies": \[.*\]/, '"dependencies": 7'), "TD403"), []);
  });

  test("are left out where they would only move the error", async () => {
    const text = definitionOf(typed("a", "TENANT_ID", ', "isPrimaryTimestamp": true'), inherited + filtered);
    assert.deepEqual(await fixed(text, "TD104"), [
      text.replace('"isPrimaryTimestamp": true', '"isPrimaryTimestamp": false'),
    ]);
  });
});
