import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { completeJobFile } from "../../../../src/languages/sql-job/completion.ts";
import { atCursor, createScope, createTables } from "./job-texts.ts";

const inputs = '"inputs": [{"id": "new_badges", "filename": "badges.csv", "format": {"csv": {"header": true}}}]';

/** A job with a cursor in its actions. */
function jobAt(actions: string, rest = ""): string {
  return `{"transaction": {"tablesToModify": ["sites"]}, "uploads": {"badges.csv": "badges.csv"}, "job": {${inputs}, "actions": [${actions}]}${rest}}`;
}

async function labelsAt(marked: string): Promise<string[]> {
  const { text, offset } = atCursor(marked);
  return (await completeJobFile(text, offset, createScope())).suggestions.map(({ label }) => label);
}

const output = '{"query": {"query": "SELECT 1", "output": {"filename": "after.csv"}}}';

const cases: readonly (readonly [name: string, marked: string, labels: readonly string[]])[] = [
  ["tables that may be written", '{"transaction": {"tablesToModify": ["|"]}}', ["site_badge", "sites"]],
  ["tables by what is typed", '{"transaction": {"tablesToModify": ["site_|"]}}', ["site_badge"]],
  ["tables where no string is begun", '{"transaction": {"tablesToModify": [|]}}', ["site_badge", "sites"]],
  ["tables in a file that breaks off", '{"transaction": {"tablesToModify": ["sites", "|', ["site_badge", "sites"]],
  ["sources, inputs first", jobAt('{"upsert": {"source": "|"}}'), ["new_badges", "site_badge", "sites"]],
  ["targets, the locked ones first", jobAt('{"upsert": {"target": "|"}}'), ["sites", "site_badge"]],
  ["targets of replace", jobAt('{"replace": {"target": |}}'), ["sites", "site_badge"]],
  ["tables to reset", jobAt('{"reset": {"table": "|"}}'), ["sites", "site_badge"]],
  [
    "keys that both sides have",
    jobAt('{"upsert": {"source": "new_badges", "target": "site_badge", "keys": ["|"]}}'),
    ["person_key", "badge_no", "closed"],
  ],
  ["no keys that one side lacks", jobAt('{"upsert": {"source": "sites", "target": "site_badge", "keys": ["|"]}}'), []],
  [
    "keys of the side that is known",
    jobAt('{"upsert": {"target": "sites", "keys": ["site_id", "|"]}}'),
    ["site_id", "name"],
  ],
  ["unique ids", jobAt('{"setMetadata": {"table": "|"}}'), ["t-100", "t-200"]],
  ["unique ids of preconditions", '{"job": {"preconditions": [{"table": "|"}]}}', ["t-100", "t-200"]],
  ["tenants of the connection", '{"job": {"tenants": ["|"]}}', ["WFF_north", "WFF_south"]],
  ["tenants that are not listed", '{"job": {"tenants": ["WFF_north", |]}}', ["WFF_south"]],
  ["the tenant that is written at the cursor", '{"job": {"tenants": ["WFF_no|rth"]}}', ["WFF_north", "WFF_south"]],
  ["files of SQL and folders", jobAt('{"query": {"query": {"file": "|"}}}'), ["data/", "clean.tablesql"]],
  ["outputs to download", jobAt(output, ', "downloads": ["|"]'), ["after.csv"]],
  ["outputs of a download with its file", jobAt(output, ', "downloads": [{"filename": "|"}]'), ["after.csv"]],
  ["local files to upload", '{"uploads": {"|"}}', ["badges.csv", "data/", "clean.tablesql"]],
  ["local files in a folder", '{"uploads": {"data/|": "x"}}', ["data/more.csv"]],
  ["names that inputs wait for", `{"uploads": {"data/more.csv": "|"}, "job": {${inputs}}}`, ["badges.csv", "more.csv"]],
  ["uploaded files", '{"uploads": {"a": "b.csv"}, "job": {"inputs": [{"filename": "|"}]}}', ["b.csv"]],
  ["uploaded files in a list", '{"uploads": {"a": "b.csv"}, "job": {"inputs": [{"filenames": ["|"]}]}}', ["b.csv"]],
  [
    "columns with the code of the tenant",
    `{"uploads": {"badges.csv": "badges.csv"}, "job": {${inputs.replace('"id"', '"tenantCodeColumn": "|", "id"')}}}`,
    ["person_key", "badge_no", "closed"],
  ],
  ["nothing where the schema knows", '{"|"}', []],
  ["nothing for what only the writer knows", '{"job": {"inputs": [{"id": "|"}]}}', []],
];

suite("Completion in a SQL job file", () => {
  for (const [name, marked, labels] of cases) {
    test(`offers ${name}`, async () => {
      assert.deepEqual((await labelsAt(marked)).toSorted(), labels.toSorted());
    });
  }

  test("puts the likeliest first", async () => {
    assert.equal((await labelsAt(jobAt('{"upsert": {"source": "|"}}')))[0], "new_badges");
    assert.equal((await labelsAt(jobAt('{"upsert": {"target": "|"}}')))[0], "sites");
  });

  test("replaces the whole string, and writes its quotes where there are none", async () => {
    const start = '{"transaction": {"tablesToModify": [';
    const places: readonly (readonly [string, string])[] = [
      [`${start}"si|"]}}`, `${start}"site_badge"]}}`],
      [`${start}"si|te"]}}`, `${start}"site_badge"]}}`],
      [`${start}|]}}`, `${start}"site_badge"]}}`],
      [`${start}si|]}}`, `${start}"site_badge"]}}`],
      [`${start}"si|`, `${start}"site_badge"`],
    ];
    for (const [marked, expected] of places) {
      const { text, offset } = atCursor(marked);
      const { suggestions: offers, replace } = await completeJobFile(text, offset, createScope());
      assert.equal(applyEdits(text, [{ ...replace, text: offers[0]?.text ?? "" }]), expected, marked);
    }
  });

  test("finds tenants by their names too, and offers none where none are known", async () => {
    const { text, offset } = atCursor('{"job": {"tenants": ["|"]}}');
    const { suggestions: offers } = await completeJobFile(text, offset, createScope());
    assert.deepEqual(
      offers.map(({ detail, filter }) => [detail, filter]),
      [
        ["North", "WFF_north North"],
        ["South_Ltd", "WFF_south South_Ltd"],
      ],
    );
    const { tenants: _, ...scope } = createScope();
    assert.deepEqual((await completeJobFile(text, offset, scope)).suggestions, []);
  });

  test("says when typing on may bring more", async () => {
    const { text, offset } = atCursor('{"transaction": {"tablesToModify": ["|"]}}');
    assert.equal((await completeJobFile(text, offset, createScope())).isIncomplete, false);
    const tables = createTables(undefined, false);
    assert.equal((await completeJobFile(text, offset, createScope({ tables }))).isIncomplete, true);
  });
});
