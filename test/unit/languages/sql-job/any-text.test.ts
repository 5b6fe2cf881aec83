import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonOutlineEntry } from "../../../../src/languages/core/json/json-answers.ts";
import type { Span } from "../../../../src/languages/core/text/span.ts";
import { completeEmbeddedSql, hoverEmbeddedSql } from "../../../../src/languages/server/sql-in-json.ts";
import { checkJobText, type JobSqlContext, jobSqlPositionAt } from "../../../../src/languages/server/sql-job.ts";
import { completeJobFile } from "../../../../src/languages/sql-job/completion.ts";
import { hoverJobFile } from "../../../../src/languages/sql-job/hover.ts";
import { createJobOutline } from "../../../../src/languages/sql-job/outline.ts";
import { createGrammarLoader, createTableSqlService } from "../../../../src/languages/table-sql/language-service.ts";
import { summarizeSql } from "../../../../src/languages/table-sql/sql-summary.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../support/language-runs.ts";
import { createScope, exampleJob, jobOf } from "./job-texts.ts";

const service = createTableSqlService(createGrammarLoader());
const scope = createScope({ readSql: summarizeSql });
const parts: JobSqlContext = {
  service,
  scope,
  options: { tables: scope.tables, timeColumn: "Service_Time", now: Date.UTC(2025, 4, 20) },
};

function assertInside(text: string, { start, end }: Span): void {
  assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end} of ${JSON.stringify(text)}`);
}

/** Edits lie in the text, and do not overlap. */
function assertEdits(text: string, edits: readonly Span[]): void {
  let last = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    assertInside(text, edit);
    assert.ok(edit.start >= last);
    last = edit.end;
  }
}

function assertOutline(text: string, entries: readonly JsonOutlineEntry[]): void {
  for (const entry of entries) {
    assertInside(text, entry);
    assert.ok(entry.start <= entry.name.start && entry.name.end <= entry.end && entry.title !== "");
    assertOutline(text, entry.children);
  }
}

async function askAt(text: string, offset: number): Promise<void> {
  const place = await jobSqlPositionAt(text, offset, parts);
  const { replace } = place ? await completeEmbeddedSql(place, service) : await completeJobFile(text, offset, scope);
  assertInside(text, replace);
  assert.ok(replace.start <= offset && offset <= replace.end);
  const found = place ? await hoverEmbeddedSql(place, service) : await hoverJobFile(text, offset, scope);
  if (found) {
    assertInside(text, found);
  }
}

async function checkAll(text: string): Promise<void> {
  for (const { fixes = [], ...problem } of await checkJobText(text, parts)) {
    assertInside(text, problem);
    for (const { edits } of fixes) {
      assertEdits(text, edits);
    }
  }
  assertOutline(text, createJobOutline(text));
}

const texts = [
  exampleJob,
  jobOf(
    '{"query": {"query": "SELECT \\"a\\", `Odd name`\\n FROM sites"}}, {"setMetadata": {"table": "t-100", "metadata": {"k": "v"}}}',
  ),
  jobOf('{"reset": {"table": "sites", "asOfTimestamp": "2024-01-01"}}', ', "preconditions": [{"table": "t-200"}]'),
];

suite("Any text of a SQL job file", () => {
  test("that is the beginning of a job is read and completed without failing", async () => {
    for (const text of texts) {
      for (const length of placesOf(text, 3, 8)) {
        await askAt(text.slice(0, length), length);
      }
      for (const length of placesOf(text, 40, 3)) {
        await checkAll(text.slice(0, length));
      }
    }
  }).timeout(languageTimeoutMs);

  test("that was changed anywhere is read without failing, and no edit lies outside of it", async () => {
    const pieces =
      '{ } [ ] , : " \\ \\" \\u12 null 7 -1.5 true "x" "actions" "job" {} [] // /* */ 😀 \r \n ; FROM "query": "commit":';
    const change = fc.tuple(fc.nat(2_000), fc.nat(30), fc.constantFrom(...pieces.split(" ")));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(2_000),
        async (sound, changes, place) => {
          let text = sound;
          for (const [at, removed, added] of changes) {
            const start = at % (text.length + 1);
            text = text.slice(0, start) + added + text.slice(start + removed);
          }
          await checkAll(text);
          await askAt(text, place % (text.length + 1));
        },
      ),
      languageRuns("job files changed, asked everything"),
    );
  }).timeout(languageTimeoutMs);

  test("of any JSON is checked without failing", async () => {
    const key = fc.constantFrom(
      ..."transaction tablesToModify uploads job actions inputs query output upsert keys id filename filenames downloads format csv __proto__ constructor".split(
        " ",
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        await checkAll(JSON.stringify(value));
        await checkAll(
          JSON.stringify({ job: { actions: [value, { query: value }], inputs: [value] }, downloads: value }),
        );
      }),
      languageRuns("any JSON as a job file, checked"),
    );
  }).timeout(languageTimeoutMs);
});
