import assert from "node:assert/strict";
import fc from "fast-check";
import { parseScript } from "../../../../src/languages/sql-like/syntax.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";
import { changed, grammarTexts, layOut } from "../../../support/query-grammar/grammar-texts.ts";
import { recognizeScript } from "../../../support/query-grammar/recognize-script.ts";

/** A label without AS and the second spelling of `!=` are in the grammar and are reported all the same. */
const remarks = new Set(["SL205", "SL708"]);
/** The service has no aggregates of properties; their calls are in the grammar. */
const foreign = new Set(["SL602", "SL604"]);

function refusalsOf(text: string): string[] {
  return parseScript(text)
    .problems.filter(({ code }) => !remarks.has(code))
    .map(({ code, message, start }) => `${code} at ${start}: ${message}`);
}

suite("The full grammar", () => {
  const texts = grammarTexts.chain(layOut);
  const changedTexts = grammarTexts.chain(changed).chain(layOut);

  test("generates texts that the parser takes, and the recognizer too", () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.ok(recognizeScript(text), text);
        const refusals = refusalsOf(text).filter((refusal) => !foreign.has(refusal.slice(0, 5)));
        assert.deepEqual(refusals, [], text);
      }),
      languageRuns(1000),
    );
  }).timeout(languageTimeoutMs);

  test("has nothing else that the parser takes", () => {
    let wrong = 0;
    fc.assert(
      fc.property(changedTexts, (text) => {
        if (recognizeScript(text)) {
          const refusals = refusalsOf(text).filter((refusal) => !foreign.has(refusal.slice(0, 5)));
          assert.deepEqual(refusals, [], text);
        } else {
          wrong++;
          assert.notDeepEqual(refusalsOf(text), [], text);
        }
      }),
      languageRuns(3000),
    );
    assert.ok(wrong > 0);
  }).timeout(languageTimeoutMs);

  test("needs items and an object, which half a text may lack", () => {
    const codesOf = (text: string) => parseScript(text).problems.map(({ code }) => code);
    assert.deepEqual(codesOf("SELECT a"), ["SL202"]);
    assert.deepEqual(codesOf("SELECT FROM a"), ["SL201"]);
    assert.deepEqual(codesOf("SELECT a WHERE b = 1"), ["SL202"]);
  });
});
