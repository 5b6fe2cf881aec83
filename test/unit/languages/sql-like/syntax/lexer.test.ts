import assert from "node:assert/strict";
import fc from "fast-check";
import { lexQuery } from "../../../../../src/languages/sql-like/syntax/lexer.ts";
import { blankComments } from "../../../../../src/languages/sql-like/syntax.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

const problemsOf = (text: string) =>
  lexQuery(text).problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
const stringsOf = (text: string) =>
  lexQuery(text).tokens.flatMap((token) => (token.kind === "string" ? [token.value] : []));

suite("Tokens", () => {
  test("keep the quotes that are doubled and leave the others alone", () => {
    assert.deepEqual(stringsOf(`'O''Brien' "say ""hi""" "it's" '\\'`), ["O'Brien", 'say "hi"', "it's", "\\"]);
  });

  test("end an open string before the bracket, comma or line that follows it", () => {
    assert.deepEqual(stringsOf('level(Gender, "Gender) FROM'), ["Gender"]);
    assert.deepEqual(stringsOf("'open  \n'closed'"), ["open", "closed"]);
    assert.deepEqual(problemsOf("x = 'open  \n"), ["SL101 'open"]);
  });

  test("take a lone quote as an open string without text", () => {
    assert.deepEqual(stringsOf('date("'), [""]);
    assert.deepEqual(stringsOf("'abc''"), ["abc'"]);
  });

  test("read quoted names and say so", () => {
    assert.deepEqual(problemsOf("SELECT `Age`, [Base Salary] FROM Employee"), ["SL103 `Age`", "SL103 [Base Salary]"]);
  });

  test("report characters that start nothing, a pair of surrogates as one", () => {
    assert.deepEqual(problemsOf("a # b 😀"), ["SL102 #", "SL102 😀"]);
    assert.deepEqual(problemsOf("a /* b"), ["SL102 /*"]);
  });

  test("take the longest sign", () => {
    const signs = lexQuery("a<>b<=c||d").tokens.flatMap((token) => (token.kind === "sign" ? [token.text] : []));
    assert.deepEqual(signs, ["<>", "<=", "||"]);
  });

  test("cover every character that is neither space nor comment nor reported", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const { tokens, comments, problems } = lexQuery(text);
        const spans = [...tokens, ...comments, ...problems].sort((a, b) => a.start - b.start);
        let end = 0;
        for (const span of spans) {
          assert.equal(text.slice(end, Math.max(end, span.start)).trim(), "");
          end = Math.max(end, span.end);
        }
        assert.equal(end, text.length);
      }),
      languageRuns("any characters, cut into tokens"),
    );
  }).timeout(languageTimeoutMs);
});

suite("Blanking comments", () => {
  test("keeps every offset and every line", () => {
    const text = "SELECT a -- the key\r\nFROM /* two\nlines */ b";
    assert.equal(blankComments(text), "SELECT a           \r\nFROM       \n         b");
  });

  test("leaves dashes and stars in strings alone", () => {
    const text = `SELECT a FROM b WHERE c = '-- no' AND d = "/* no */"`;
    assert.equal(blankComments(text), text);
  });
});
