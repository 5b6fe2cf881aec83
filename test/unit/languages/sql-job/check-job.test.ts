import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { checkJobFile } from "../../../../src/languages/sql-job/check-job.ts";
import { sqlJobDiagnostics } from "../../../../src/languages/sql-job/diagnostics.ts";
import type { JobScope } from "../../../../src/languages/sql-job/job-scope.ts";
import { createFiles, createScope, createTables, exampleJob, jobOf } from "./job-texts.ts";

/** Code and underlined text of what is said. */
async function problemsOf(text: string, more: Partial<JobScope> = {}): Promise<string[]> {
  const problems = await checkJobFile(text, createScope(more));
  return problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

/** The text after the first fix of the first problem of a code. */
async function fixed(text: string, code: string): Promise<string | undefined> {
  const problems = await checkJobFile(text, createScope());
  const fix = problems.find((problem) => problem.code === code)?.fixes?.[0];
  return fix && applyEdits(text, fix.edits);
}

const upsert = (fields: string) => `{"upsert": {${fields}}}`;
const query = (text: string, more = "") => `{"query": {"query": ${JSON.stringify(text)}${more}}}`;
const csv = '"format": {"csv": {"header": true}}';
const input = (fields: string) => `, "inputs": [{${fields}, ${csv}}]`;

const sourceJob = (file: string, format: string, action: string) =>
  `{"transaction": {"tablesToModify": ["site_badge"]}, "uploads": {"${file}": "f"}, "job": {"inputs": [{"id": "i", "filename": "f", ${format}}], "actions": [${action}]}}`;

const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ["a wrong type", '{"job": {"actions": "x"}}', ['SJ001 "x"']],
  ["a number that is not whole", jobOf(query("SELECT 1", ', "timeoutSeconds": 1.5')), ["SJ001 1.5"]],
  ["a choice of types", jobOf('{"query": {"query": 7}}'), ["SJ001 7"]],
  ["an unknown field", jobOf(query("SELECT 1", ', "rollbackOnEmty": true')), ['SJ002 "rollbackOnEmty"']],
  ["an unknown action", jobOf('{"upsrt": {}}'), ['SJ002 "upsrt"']],
  ["the action that was withdrawn, as unknown", jobOf('{"copyChanges": {}}'), ['SJ002 "copyChanges"']],
  ["missing fields", jobOf('{"replace": {}}'), ["SJ003 {"]],
  ["a field that is twice there", jobOf('{"commit": {}, "commit": {}}'), ['SJ004 "commit"']],
  ["an empty list of actions", jobOf(""), ["SJ006 []"]],
  ["an empty text", jobOf('{"query": {"query": ""}}'), ['SJ006 ""']],
  [
    "what is not a date and time",
    jobOf('{"reset": {"table": "sites", "asOfTimestamp": "yesterday"}}'),
    ['SJ007 "yesterday"'],
  ],
  ["a number that is too small", jobOf(query("SELECT 1", ', "timeoutSeconds": 0')), ["SJ008 0"]],
  ["an action without a key", jobOf("{}"), ["SJ009 {"]],
  ["an action with two keys", jobOf('{"commit": {}, "process": {}}'), ['SJ009 "process"']],
  ["an action behind the commit", jobOf(`{"commit": {}}, ${query("SELECT 1")}, {"process": {}}`), ['SJ101 "query"']],
  ["an action behind the rollback", jobOf('{"rollback": {}}, {"commit": {}}'), ['SJ101 "commit"']],
  ["two statements in one action", jobOf(query("SELECT 1; SELECT 2;")), ["SJ102  SELECT 2"]],
  [
    "a target that is not locked",
    '{"job": {"actions": [{"replace": {"source": "sites", "target": "site_badge"}}]}}',
    ['SJ201 "site_badge"'],
  ],
  [
    "SQL that writes what is not locked",
    '{"job": {"actions": [{"query": {"query": "SELECT \\"; UPDATE sites"}}]}}',
    ["SJ102  UPDATE sites", "SJ201 sites"],
  ],
  [
    "a file of SQL that writes what is not locked",
    '{"job": {"actions": [{"query": {"query": {"file": "clean.tablesql"}}}]}}',
    ['SJ201 "clean.tablesql"'],
  ],
  [
    "a table that is not there",
    jobOf('{"replace": {"source": "new", "target": "site"}}'),
    ['SJ202 "new"', 'SJ202 "site"'],
  ],
  [
    "a locked table that is not there",
    '{"transaction": {"tablesToModify": ["x"]}, "job": {"actions": [{"commit": {}}]}}',
    ['SJ202 "x"'],
  ],
  [
    "a key that one side lacks",
    jobOf(upsert('"source": "sites", "target": "site_badge", "keys": ["site_id", "badge_n"]')),
    ['SJ203 "site_id"', 'SJ203 "badge_n"'],
  ],
  [
    "a key that the header of the input lacks",
    `{"transaction": {"tablesToModify": ["sites"]}, "uploads": {"badges.csv": "b"}, "job": {"actions": [${upsert('"source": "i", "target": "sites", "keys": ["name"]')}]${input('"id": "i", "filename": "b"')}}}`,
    ['SJ311 "i"', 'SJ311 "i"', 'SJ311 "i"', 'SJ312 "i"', 'SJ203 "name"'],
  ],
  [
    "an input that is written",
    jobOf('{"replace": {"source": "sites", "target": "i"}}', input('"id": "i", "filename": "b"')),
    ['SJ204 "i"'],
  ],
  ["a name where an id stands", jobOf('{"setMetadata": {"table": "sites", "metadata": {}}}'), ['SJ205 "sites"']],
  [
    "a name in a precondition",
    jobOf('{"commit": {}}', ', "preconditions": [{"table": "Sites", "metadata": {}}]'),
    ['SJ205 "Sites"'],
  ],
  [
    "an id where a name stands",
    jobOf('{"reset": {"table": "t-200", "asOfTimestamp": "2024-01-01"}}'),
    ['SJ206 "t-200"'],
  ],
  ["an input that hides a table", jobOf('{"commit": {}}', input('"id": "Sites", "filename": "b"')), ['SJ301 "Sites"']],
  [
    "an input that hides a table by its file's name",
    jobOf('{"commit": {}}', input('"filename": "sites.csv"')),
    ['SJ301 "sites.csv"'],
  ],
  [
    "both filename and filenames",
    jobOf('{"commit": {}}', input('"id": "i", "filename": "b", "filenames": ["c"]')),
    ['SJ302 "filenames"'],
  ],
  ["an input without a file", jobOf('{"commit": {}}', input('"id": "i"')), ["SJ303 {"]],
  [
    "two inputs of one id",
    jobOf('{"commit": {}}', `, "inputs": [{"id": "i", "filename": "b", ${csv}}, {"id": "I", "filename": "c", ${csv}}]`),
    ['SJ304 "I"'],
  ],
  [
    "several tenants without a distribution",
    jobOf('{"commit": {}}', `, "tenants": ["WFF_a", "WFF_b"]${input('"id": "i", "filename": "b"')}`),
    ["SJ305 {"],
  ],
  [
    "an unknown distribution",
    jobOf('{"commit": {}}', input('"id": "i", "filename": "b", "inputDistributionMode": "DISTRIBUTE_ROW"')),
    ['SJ005 "DISTRIBUTE_ROW"'],
  ],
  [
    "distribution of rows without the column",
    jobOf('{"commit": {}}', input('"id": "i", "filename": "b", "inputDistributionMode": "DISTRIBUTE_ROWS"')),
    ['SJ306 "DISTRIBUTE_ROWS"'],
  ],
  [
    "the column without distribution of rows",
    jobOf('{"commit": {}}', input('"id": "i", "filename": "b", "tenantCodeColumn": "t"')),
    ['SJ307 "t"'],
  ],
  [
    "uploads that do not match the inputs",
    `{"uploads": {"badges.csv": "bades.csv"}, "job": {"actions": [{"commit": {}}]${input('"id": "i", "filename": "badges.csv"')}}}`,
    ['SJ310 "bades.csv"', 'SJ308 "badges.csv"'],
  ],
  [
    "two uploads under one name",
    `{"uploads": {"badges.csv": "b", "data/more.csv": "b"}, "job": {"actions": [{"commit": {}}]${input('"id": "i", "filename": "b"')}}}`,
    ['SJ309 "b"'],
  ],
  [
    "two outputs of one name",
    jobOf([1, 2].map(() => query("SELECT 1", `, "output": {${csv}, "filename": "a.csv"}`)).join(", ")),
    ['SJ401 "a.csv"'],
  ],
  [
    "downloads that the job does not write",
    `{"job": {"actions": [${query("SELECT 1", `, "output": {${csv}, "filename": "a.csv"}`)}]}, "downloads": ["b.csv", {"filename": "c.csv", "file": "d"}]}`,
    ['SJ402 "b.csv"', 'SJ402 "c.csv"'],
  ],
  [
    "metadata that is too long",
    jobOf(`{"setMetadata": {"table": "t-100", "metadata": {"${"k".repeat(129)}": "${"v".repeat(257)}", "k": "v"}}}`),
    [`SJ501 "${"k".repeat(129)}"`, `SJ501 "${"v".repeat(257)}"`],
  ],
  [
    "a format of both kinds",
    jobOf('{"commit": {}}', ', "inputs": [{"filename": "b", "format": {"csv": {}, "parquet": {}}}]'),
    ['SJ009 "parquet"'],
  ],
  [
    "local files that are not there",
    `{"uploads": {"gone.csv": "b"}, "job": {"actions": [{"query": {"query": {"file": "gone.tablesql"}}}]${input('"id": "i", "filename": "b"')}}}`,
    ['SJ601 "gone.csv"', 'SJ601 "gone.tablesql"'],
  ],
  [
    "local files out of the workspace folder, and names of none",
    `{"uploads": {"/etc/hostname": "b"}, "downloads": [{"filename": "o", "file": "../o.csv"}, {"filename": "o", "file": ".. /o"}], "job": {"actions": [{"query": {"query": {"file": "C:\\\\q.tablesql"}}}, {"query": {"query": "SELECT 1", "output": {${csv}, "filename": "o"}}}]${input('"id": "i", "filename": "b"')}}}`,
    ['SJ602 "/etc/hostname"', 'SJ602 "../o.csv"', 'SJ603 ".. /o"', 'SJ602 "C:\\\\q.tablesql"'],
  ],
];

suite("The check of a SQL job file", () => {
  test("says nothing about the example of the language document", async () => {
    assert.deepEqual(await problemsOf(exampleJob), []);
  });

  test("says nothing about the example of our own documentation", async () => {
    const [, text = ""] = /```json\n(.*?)```/s.exec(readFileSync("docs/sql-job-files.md", "utf8")) ?? [];
    const files = createFiles({
      "data/badges.csv": "person_key,badge_no,closed\n",
      "remove-closed.tablesql": "DELETE FROM site_badge WHERE closed = 'Y'",
    });
    assert.ok(text.includes("remove-closed.tablesql"));
    assert.deepEqual(await problemsOf(text, { files }), []);
  });

  for (const [name, text, expected] of cases) {
    test(`reports ${name}`, async () => {
      assert.deepEqual(await problemsOf(text), expected);
    });
  }

  test("says where a field belongs that stands in another object", async () => {
    const [told] = await checkJobFile(
      '{"transaction": {"keepTransactionOpenOnError": true}, "job": {"actions": [{"commit": {}}]}}',
      createScope(),
    );
    assert.equal(told?.message, "There is no field `keepTransactionOpenOnError` here. It belongs in `job`.");
    const [unknown] = await checkJobFile('{"nothing": 1, "job": {"actions": [{"commit": {}}]}}', createScope());
    assert.equal(unknown?.message, "There is no field `nothing` here.");
  });

  test("leaves no place of a message empty", async () => {
    for (const [name, text] of cases) {
      for (const { message } of await checkJobFile(text, createScope())) {
        assert.doesNotMatch(message, /\{\w+\}|undefined|``| {2}/, name);
      }
    }
  });

  test("has a case for every diagnostic", () => {
    const seen = new Set(cases.flatMap(([, , expected]) => expected.map((line) => line.slice(0, 5))));
    assert.deepEqual([...seen].toSorted(), Object.keys(sqlJobDiagnostics).toSorted());
  });

  test("does not call a table missing when nothing could be asked", async () => {
    const tables = createTables([], false);
    const text = jobOf('{"replace": {"source": "anything", "target": "site_badge"}}');
    assert.deepEqual(await problemsOf(text, { tables }), []);
  });

  test("takes the id of a table in tablesToModify for the table", async () => {
    const text =
      '{"transaction": {"tablesToModify": ["t-200"]}, "job": {"actions": [{"query": {"query": "UPDATE sites"}}]}}';
    assert.deepEqual(await problemsOf(text), []);
  });

  test("looks at no local files where there are none", async () => {
    const text = `{"uploads": {"gone.csv": "b"}, "job": {"actions": [{"commit": {}}]${input('"id": "i", "filename": "b"')}}}`;
    const { tables, readSql } = createScope();
    assert.deepEqual(await checkJobFile(text, { tables, readSql }), []);
  });

  test("adds a table to tablesToModify wherever that is missing", async () => {
    const action = '{"replace": {"source": "sites", "target": "site_badge"}}';
    const rest = `"job": {"actions": [${action}]}}`;
    const starts: readonly (readonly [string, string])[] = [
      [
        '{"transaction": {"tablesToModify": ["sites"]}, ',
        '{"transaction": {"tablesToModify": ["sites", "site_badge"]}, ',
      ],
      ['{"transaction": {"tablesToModify": []}, ', '{"transaction": {"tablesToModify": ["site_badge"]}, '],
      ['{"transaction": {}, ', '{"transaction": {"tablesToModify": ["site_badge"]}, '],
      [
        '{"transaction": {\n  "expireAfterSeconds": 9}, ',
        '{"transaction": {\n  "tablesToModify": ["site_badge"],\n  "expireAfterSeconds": 9}, ',
      ],
      ["{", '{"transaction": {"tablesToModify":["site_badge"]}, '],
    ];
    for (const [start, expected] of starts) {
      assert.equal(await fixed(start + rest, "SJ201"), expected + rest);
    }
  });

  test("repairs what has one obvious repair", async () => {
    const repairs: readonly (readonly [string, string, string])[] = [
      ["SJ002", jobOf('{"upsrt": {}}'), jobOf('{"upsert": {}}')],
      ["SJ101", jobOf('{"commit": {}}, {"rollback": {}}'), jobOf('{"commit": {}}')],
      ["SJ205", jobOf('{"setMetadata": {"table": "sites"}}'), jobOf('{"setMetadata": {"table": "t-200"}}')],
      ["SJ206", jobOf('{"reset": {"table": "t-200"}}'), jobOf('{"reset": {"table": "sites"}}')],
      ["SJ202", jobOf('{"reset": {"table": "sits"}}'), jobOf('{"reset": {"table": "sites"}}')],
      ["SJ302", jobOf("", input('"filename": "b", "filenames": ["c"]')), jobOf("", input('"filenames": ["c"]'))],
      [
        "SJ301",
        jobOf("", input('"id": "sites", "filename": "b"')),
        jobOf("", input('"id": "sites_2", "filename": "b"')),
      ],
      [
        "SJ008",
        jobOf('{"query": {"query": "a", "timeoutSeconds": 0}}'),
        jobOf('{"query": {"query": "a", "timeoutSeconds": 1}}'),
      ],
      [
        "SJ401",
        jobOf(`${query("a", ', "output": {"filename": "a.csv"}')}, ${query("a", ', "output": {"filename": "a.csv"}')}`),
        jobOf(
          `${query("a", ', "output": {"filename": "a.csv"}')}, ${query("a", ', "output": {"filename": "a-2.csv"}')}`,
        ),
      ],
    ];
    for (const [code, text, expected] of repairs) {
      assert.equal(await fixed(text, code), expected, code);
    }
  });

  test("names columns that only a file or its table has, and nothing of those that a query chooses", async () => {
    const files = createFiles({ "renamed.csv": "person_key,badge_nr,closed\n", "keys.parquet": "PAR1" });
    const messagesOf = async (file: string, format: string, action: string) =>
      (await checkJobFile(sourceJob(file, format, action), createScope({ files }))).map(({ message }) => message);
    assert.deepEqual(await messagesOf("renamed.csv", csv, '{"replace": {"source": "i", "target": "site_badge"}}'), [
      "`site_badge` has no column `badge_nr`, which `i` has: its values are not stored. Did you mean `badge_no`?",
      "`i` lacks `badge_no` of `site_badge`: empty in its rows.",
    ]);
    const byKey = upsert('"source": "i", "target": "site_badge", "keys": ["person_key"]');
    assert.deepEqual(await messagesOf("keys.parquet", '"format": {"parquet": {}}', byKey), [
      "`i` lacks `badge_no` and `closed` of `site_badge`: empty in its rows.",
    ]);
    const chosen = query("INSERT INTO site_badge (person_key) SELECT person_key FROM i");
    assert.deepEqual(await messagesOf("renamed.csv", csv, chosen), []);
  });

  test("says what may have been meant", async () => {
    const [problem] = await checkJobFile(jobOf('{"upsrt": {}}'), createScope());
    assert.equal(problem?.message, "There is no action `upsrt`. Did you mean `upsert`?");
  });
});
