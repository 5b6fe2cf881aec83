import assert from "node:assert/strict";
import fc from "fast-check";
import { parseScript } from "../../../../src/languages/sql-like/syntax.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";
import { changed, grammarTexts, layOut } from "../../../support/query-grammar/grammar-texts.ts";
import { recognizeScript } from "../../../support/query-grammar/recognize-script.ts";
import { recognizeShellScript, shellScripts } from "../../../support/query-grammar/shell-scripts.ts";

/** A label without AS and the second spelling of `!=` are in the grammar and are reported all the same. */
const remarks = new Set(["SL205", "SL708"]);
/** The service has no aggregates of properties; their calls are in the grammar. */
const foreign = new Set(["SL602", "SL604"]);

function refusalsOf(text: string, isShellScript = false): string[] {
  return parseScript(text, { isShellScript })
    .problems.filter(({ code }) => !remarks.has(code))
    .map(({ code, message, start }) => `${code} at ${start}: ${message}`);
}

/** Holds the parser against the grammar, and gives whether the grammar has the text. */
function checkText(text: string): boolean {
  const kind = recognizeScript(text);
  const refusals = refusalsOf(text);
  if (kind === "right") {
    assert.deepEqual(
      refusals.filter((refusal) => !foreign.has(refusal.slice(0, 5))),
      [],
      text,
    );
  } else if (kind === "wrong") {
    assert.notDeepEqual(refusals, [], text);
  }
  return kind === "right";
}

/** All lists of some things, from one to so many of them. */
function* sequences(things: readonly string[], most: number): Generator<readonly string[]> {
  for (const thing of most > 0 ? things : []) {
    yield [thing];
    for (const others of sequences(things, most - 1)) {
      yield [thing, ...others];
    }
  }
}

suite("The full grammar", () => {
  const texts = grammarTexts.chain(layOut);
  const changedTexts = grammarTexts.chain(changed).chain(layOut);

  test("generates texts that the parser takes, and the recognizer too", () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.ok(checkText(text), text);
      }),
      languageRuns("texts of the full grammar, parsed"),
    );
  }).timeout(languageTimeoutMs);

  test("has nothing else that the parser takes", () => {
    let wrong = 0;
    fc.assert(
      fc.property(changedTexts, (text) => {
        wrong += checkText(text) ? 0 : 1;
      }),
      languageRuns("texts of the full grammar with tokens changed, parsed"),
    );
    assert.ok(wrong > 0);
  }).timeout(languageTimeoutMs);

  test("takes the statements of the shell in the order of its states, and no others", () => {
    const scripts = fc.oneof(shellScripts, shellScripts.chain(changed)).chain(layOut);
    let right = 0;
    fc.assert(
      fc.property(scripts, (text) => {
        const isRight = recognizeShellScript(text);
        right += isRight ? 1 : 0;
        if (isRight !== undefined) {
          assert.equal(refusalsOf(text, true).length === 0, isRight, text);
        }
      }),
      languageRuns("scripts of the shell with words changed, parsed"),
    );
    assert.ok(right > 0);
  }).timeout(languageTimeoutMs);

  const tokens = "a b 1 'x' TRUE ( ) , . = - NOT IN AND OR BETWEEN IS NULL AS ;".split(" ");
  for (const [place, before, after] of [
    ["in place of an item", "SELECT", "FROM b"],
    ["in place of a condition", "SELECT a FROM b WHERE", ""],
    ["after a condition", "SELECT a FROM b WHERE a = 1", ""],
    ["after an object", "SELECT a FROM b", ""],
  ]) {
    test(`has every text of up to three tokens ${place} that the parser takes, and no other`, () => {
      let right = 0;
      for (const list of sequences(tokens, 3)) {
        const text = [before, ...list, after].join(" ");
        right += checkText(text) ? 1 : 0;
      }
      assert.ok(right > 0);
    });
  }

  test("has its clauses in one order", () => {
    const codesOf = (text: string) => parseScript(text).problems.map(({ code }) => code);
    assert.deepEqual(codesOf("SELECT a WHERE b = 1 FROM c"), ["SL201"]);
  });

  test("needs items and an object, which half a text may lack", () => {
    const codesOf = (text: string) => parseScript(text).problems.map(({ code }) => code);
    assert.deepEqual(codesOf("SELECT a"), ["SL202"]);
    assert.deepEqual(codesOf("SELECT FROM a"), ["SL201"]);
    assert.deepEqual(codesOf("SELECT a WHERE b = 1"), ["SL202"]);
  });
});
