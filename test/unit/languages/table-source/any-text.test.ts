import assert from "node:assert/strict";
import fc from "fast-check";
import type { Span } from "../../../../src/languages/core/text/span.ts";
import { completeEmbeddedSql, hoverEmbeddedSql } from "../../../../src/languages/server/sql-in-json.ts";
import {
  checkDefinitionText,
  definitionScopeOf,
  definitionSqlPositionAt,
  findFixableProblems,
} from "../../../../src/languages/server/table-source-text.ts";
import { completionsInDefinition } from "../../../../src/languages/table-source/completion.ts";
import { hoverDefinition } from "../../../../src/languages/table-source/hover.ts";
import { createDefinitionOutline } from "../../../../src/languages/table-source/outline.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../support/language-runs.ts";
import { createParts, definitionOf, exampleView, service, viewOf } from "./definition-texts.ts";

const parts = createParts();
const scope = definitionScopeOf(parts);

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

async function askAt(text: string, offset: number): Promise<void> {
  const place = await definitionSqlPositionAt(text, offset, parts);
  const { replace } = place
    ? await completeEmbeddedSql(place, service)
    : await completionsInDefinition(text, offset, scope);
  assertInside(text, replace);
  assert.ok(replace.start <= offset && offset <= replace.end);
  const found = place ? await hoverEmbeddedSql(place, service) : await hoverDefinition(text, offset, scope);
  if (found) {
    assertInside(text, found);
  }
}

async function checkAll(text: string): Promise<void> {
  for (const { fixes = [], ...problem } of await checkDefinitionText(text, parts)) {
    assertInside(text, problem);
    for (const { edits } of fixes) {
      assertEdits(text, edits);
    }
  }
  for (const entry of createDefinitionOutline(text)) {
    assertInside(text, entry);
    assert.ok(entry.start <= entry.name.start && entry.name.end <= entry.end && entry.title !== "");
  }
}

const texts = [
  exampleView,
  viewOf("SELECT amont, 1 FROM ledger, sites", '{"upstreamTable": "people"}, {"upstreamTable": "id-9"}', ""),
  definitionOf(
    '{"name": "a b", "isPrimaryTimestamp": true}, {"name": "c", "dataType": "TENANT_ID", "isPrimaryTimestamp": true}, {"name": "C", "dataType": "CUSTOMER_ID"}',
    ', "snapshotRetentionDays": 500, "filterInheritedDataByTenant": true',
  ),
];

/** A sound text with a few changes anywhere. */
const changedText = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(
      fc.tuple(
        fc.nat(2_000),
        fc.nat(30),
        fc.constantFrom(
          ...'{ } [ ] , : " \\ \\" \\u12 null 7 -1.5 true false "x" "name" "columns" "id-300" "ledger" {} [] // /* */ 😀 \r \n ; FROM output. "query":'.split(
            " ",
          ),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([sound, changes]) => {
    let text = sound;
    for (const [at, removed, added] of changes) {
      const start = at % (text.length + 1);
      text = text.slice(0, start) + added + text.slice(start + removed);
    }
    return text;
  });

suite("Any text of a definition of a table source", () => {
  test("that is the beginning of one is read and completed without failing", async () => {
    for (const text of texts) {
      for (const length of placesOf(text, 3, 8)) {
        await askAt(text.slice(0, length), length);
      }
      for (const length of placesOf(text, 20, 4)) {
        await checkAll(text.slice(0, length));
      }
    }
  }).timeout(languageTimeoutMs);

  test("that was changed anywhere is read without failing, and no edit lies outside of it", async () => {
    await fc.assert(
      fc.asyncProperty(changedText, fc.nat(2_000), async (text, place) => {
        await checkAll(text);
        await askAt(text, place % (text.length + 1));
      }),
      languageRuns("definitions of table sources changed, asked everything"),
    );
  }).timeout(languageTimeoutMs);

  test("that was changed anywhere has fixes within it", async () => {
    await fc.assert(
      fc.asyncProperty(changedText, async (text) => {
        for (const { fixes = [] } of await findFixableProblems(text, { start: 0, end: text.length }, parts)) {
          for (const { edits } of fixes) {
            assertEdits(text, edits);
          }
        }
      }),
      languageRuns("definitions of table sources changed, repaired"),
    );
  }).timeout(languageTimeoutMs);

  test("of any JSON is checked without failing", async () => {
    const key = fc.constantFrom(
      ..."uuid objectName columns name dataType isPrimaryTimestamp materializedView enabled query dependencies upstreamTable joinFilter filterInheritedDataByTenant snapshotRetentionDays __proto__ constructor".split(
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
        const materializedView = { query: value, dependencies: [value, { upstreamTable: value, joinFilter: value }] };
        await checkAll(JSON.stringify({ columns: [value, { name: value }], materializedView }));
      }),
      languageRuns("any JSON as a definition, checked"),
    );
  }).timeout(languageTimeoutMs);
});
