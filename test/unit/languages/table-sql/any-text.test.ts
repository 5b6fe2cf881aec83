import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, type TextEdit } from "../../../../src/languages/core/text/span.ts";
import { checkSqlText } from "../../../../src/languages/table-sql/checks/check-text.ts";
import { completeSqlText } from "../../../../src/languages/table-sql/completion/completion.ts";
import { formatSqlText } from "../../../../src/languages/table-sql/format.ts";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import { findSqlDefinition } from "../../../../src/languages/table-sql/hover/definition.ts";
import { hoverSqlAt } from "../../../../src/languages/table-sql/hover/hover.ts";
import { sqlSignatureHelpAt } from "../../../../src/languages/table-sql/hover/signature-help.ts";
import { findLineage } from "../../../../src/languages/table-sql/names/lineage.ts";
import { lexSql } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../support/language-runs.ts";
import { soundStatements } from "./statements.ts";
import { createOptions } from "./workforce-tables.ts";

const grammar = createSparkGrammar();

function assertInside(text: string, { start, end }: { start: number; end: number }): void {
  assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end} of ${JSON.stringify(text)}`);
}

/** Calls every language feature at an offset. Asserts that edits lie within the text and do not overlap. */
async function exerciseFeatures(text: string, offset: number, withGrammar = true): Promise<void> {
  const options = createOptions();
  const used = withGrammar ? grammar : undefined;
  for (const { fixes = [], ...problem } of await checkSqlText(text, used, options)) {
    assertInside(text, problem);
    assert.doesNotMatch(problem.message, /\{\w+\}|undefined/);
    for (const { edits } of fixes) {
      assertEdits(text, edits);
    }
  }
  const { replace, suggestions: offers } = await completeSqlText(text, offset, used, options);
  assertInside(text, replace);
  assert.ok(replace.start <= offset && offset <= replace.end);
  assert.ok(offers.every(({ label, snippet }) => label !== "" && snippet !== ""));
  for (const found of [
    await hoverSqlAt(text, offset, options),
    (await findSqlDefinition(text, offset, options))?.origin,
  ]) {
    if (found) {
      assertInside(text, found);
    }
  }
  sqlSignatureHelpAt(text, offset);
  await findLineage(text, options);
  assertFormats(text);
}

function assertEdits(text: string, edits: readonly TextEdit[]): void {
  let last = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    assertInside(text, edit);
    assert.ok(edit.start >= last);
    last = edit.end;
  }
}

function assertFormats(text: string): void {
  const edits = formatSqlText(text);
  assertEdits(text, edits);
  const formatted = applyEdits(text, edits);
  const tokensOf = (one: string) => lexSql(one).map((token) => token.text);
  assert.deepEqual(tokensOf(formatted), tokensOf(text));
  assert.equal(applyEdits(formatted, formatSqlText(formatted)), formatted, text);
}

suite("Any text of table-source SQL", () => {
  test("that is the beginning of a statement is parsed and completed without failing", async () => {
    for (const text of soundStatements) {
      for (const length of placesOf(text, 1, 8)) {
        await completeSqlText(text.slice(0, length), length, undefined, createOptions());
      }
      for (const length of placesOf(text, 40, 3)) {
        await completeSqlText(text.slice(0, length), length, grammar, createOptions());
      }
      for (const length of placesOf(text, 16, 4)) {
        await exerciseFeatures(text.slice(0, length), length, false);
      }
    }
  }).timeout(60_000);

  test("with the cursor anywhere is completed without failing", async () => {
    const text = soundStatements.join(";\n");
    for (let offset = 0; offset <= text.length; offset += 7) {
      const { replace } = await completeSqlText(text, offset, undefined, createOptions());
      assertInside(text, replace);
    }
  }).timeout(60_000);

  test("with a change at any position is parsed without failing, and no edit lies outside of it", async () => {
    const piece = fc.constantFrom(
      ..."( ) , . ; ' \" ` -- /* */ * -> [ ] < > = SELECT FROM WHERE JOIN ON AS AND CASE WHEN END IN BETWEEN WITH UNION GROUP BY SET 😀 \r \n Service_Time x 1 .5 - :: INTERVAL OVER".split(
        " ",
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...soundStatements),
        fc.array(fc.tuple(fc.nat(200), fc.nat(12), piece), { minLength: 1, maxLength: 4 }),
        fc.nat(200),
        async (sound, changes, position) => {
          let text = sound;
          for (const [at, removed, added] of changes) {
            const start = at % (text.length + 1);
            text = `${text.slice(0, start)} ${added} ${text.slice(start + removed)}`;
          }
          await exerciseFeatures(text, position % (text.length + 1));
        },
      ),
      languageRuns("statements of table-source SQL changed, asked everything"),
    );
  }).timeout(languageTimeoutMs);

  test("of arbitrary characters is parsed without failing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), async (text, position) => {
        await exerciseFeatures(text, position % (text.length + 1), false);
        await exerciseFeatures(`SELECT ${text} FROM sites WHERE ${text}`, 7, false);
      }),
      languageRuns("any characters as table-source SQL, asked everything"),
    );
  }).timeout(languageTimeoutMs);
});
