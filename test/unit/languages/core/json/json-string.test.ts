import assert from "node:assert/strict";
import fc from "fast-check";
import { escapeJsonSnippet, JsonString } from "../../../../../src/languages/core/json/json-string.ts";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

function readWhole(file: string): JsonString {
  return JsonString.read(file, { start: 0, end: file.length });
}

/** What a snippet inserts when its places keep what is written in them. */
function expandSnippet(snippet: string): string {
  return snippet.replace(/\$\{\d+:((?:\\.|[^}])*)\}|\$\d+/gs, (_, kept = "") => kept).replace(/\\([\\$}])/g, "$1");
}

suite("A JSON string as a text", () => {
  test("is read with its escapes, and knows where each character stands", () => {
    const cases: readonly (readonly [file: string, text: string, starts: readonly number[]])[] = [
      ['"ab"', "ab", [1, 2, 3]],
      ['""', "", [1]],
      [String.raw`"a\nb"`, "a\nb", [1, 2, 4, 5]],
      [String.raw`"\"\\\/\t"`, '"\\/\t', [1, 3, 5, 7, 9]],
      [String.raw`"\u0041\ud83d\ude00x"`, "A😀x", [1, 7, 13, 19, 20]],
      ['"open', "open", [1, 2, 3, 4, 5]],
      [String.raw`"a\qb"`, "aqb", [1, 2, 4, 5]],
      [String.raw`"a\u12"`, "au12", [1, 2, 4, 5, 6]],
      ['"a\\', "a\\", [1, 2, 3]],
    ];
    for (const [file, text, starts] of cases) {
      const string = readWhole(file);
      assert.equal(string.text, text, file);
      assert.deepEqual(
        starts.map((_, index) => string.outer(index)),
        starts,
        file,
      );
    }
  });

  test("translates offsets both ways, from within an escape to its beginning", () => {
    const string = readWhole(String.raw`"a\nb"`);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6].map((offset) => string.toTextOffset(offset)),
      [0, 0, 1, 1, 2, 3, 3],
    );
    assert.deepEqual(
      [
        string.containsFileOffset(0),
        string.containsFileOffset(1),
        string.containsFileOffset(5),
        string.containsFileOffset(6),
      ],
      [false, true, true, false],
    );
  });

  test("is the text that JSON says, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const file = JSON.stringify(text);
        const string = readWhole(file);
        assert.equal(string.text, text);
        for (let offset = 0; offset <= text.length; offset++) {
          assert.equal(string.toTextOffset(string.outer(offset)), offset);
        }
      }),
      languageRuns("texts as strings of JSON"),
    );
  }).timeout(languageTimeoutMs);

  test("takes an edit of its text as an edit of the file", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), fc.nat(), (text, added, one, other) => {
        const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
        const file = JSON.stringify(text);
        const edited = applyEdits(file, [readWhole(file).toFileEdit({ start, end, text: added })]);
        assert.equal(JSON.parse(edited), text.slice(0, start) + added + text.slice(end));
      }),
      languageRuns("edits of strings of JSON"),
    );
  }).timeout(languageTimeoutMs);

  test("takes a snippet whose result is the snippet's in JSON", () => {
    for (const snippet of [
      "name",
      "`odd name`",
      'say("$1")',
      "a\\$b\\}c\\\\d",
      "x >= '${1:2024-01-01}'",
      "line\n\tnext",
    ]) {
      assert.equal(JSON.parse(`"${expandSnippet(escapeJsonSnippet(snippet))}"`), expandSnippet(snippet), snippet);
    }
  });
});
