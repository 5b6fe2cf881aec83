import assert from "node:assert/strict";
import fc from "fast-check";
import { lexSql } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { splitSqlStatements } from "../../../../src/languages/table-sql/syntax/split-statements.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";

suite("The statements of a text", () => {
  test("end at semicolons outside strings, quoted names and comments", () => {
    const text = "SELECT ';', \";\", `;` -- ;\n/* ; */; SELECT 2;";
    assert.deepEqual(
      splitSqlStatements(text).map((statement) => statement.text),
      ["SELECT ';', \";\", `;` -- ;\n/* ; */", " SELECT 2", ""],
    );
  });

  test("end at semicolons outside raw strings, nested comments and line comments continued by a backslash", () => {
    for (const text of ["SELECT r'\\', R\";\\\"", "SELECT 1 /* a /* ; */ ; */", "SELECT 1 -- a \\\n ; b\n"]) {
      assert.deepEqual(
        splitSqlStatements(`${text};2`).map((statement) => statement.text),
        [text, "2"],
      );
    }
    assert.equal(splitSqlStatements("SELECT 1 -- a \\ \n ; 2").length, 2);
    assert.equal(splitSqlStatements("SELECT r '\\'; 2'").length, 1);
  });

  test("are not hidden by a partly closed nested comment", () => {
    const [statement] = splitSqlStatements("SELECT 1 /* a /* b */; 2");
    assert.deepEqual(statement?.openComment, { start: 9, end: 11 });
  });

  test("have the same tokens as the complete text, for any text", () => {
    const piece = fc.constantFrom(
      ..."a 1 ; ; ' \" ` -- - / * /* */ \\ \n > = . 😀 ''".split(" "),
      " ",
      "\r\n",
      "'a'",
      '"b"',
      "`c`",
      "r'\\'",
      'R"\\"',
      "/* /* */",
      "-- \\\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const completeTokens = lexSql(text).filter(
          ({ kind, key }) => kind !== "comment" && kind !== "end" && key !== ";",
        );
        const split = splitSqlStatements(text).flatMap(({ tokens, start }) =>
          tokens.filter(({ kind }) => kind !== "end").map((token) => [token.text, token.start + start]),
        );
        assert.deepEqual(
          split,
          completeTokens.map((token) => [token.text, token.start]),
          JSON.stringify(text),
        );
      }),
      languageRuns("pieces of table-source SQL, cut into statements"),
    );
  }).timeout(languageTimeoutMs);

  test("have tokens with offsets relative to the statement", () => {
    const [, second] = splitSqlStatements("a; b 'c'");
    assert.deepEqual(
      second?.tokens.map(({ kind, start, end }) => [kind, start, end]),
      [
        ["word", 1, 2],
        ["string", 3, 6],
        ["end", 6, 6],
      ],
    );
  });

  test("end at a semicolon even after an unclosed quote on the line", () => {
    assert.equal(splitSqlStatements("SELECT 'a; SELECT 2").length, 2);
    assert.equal(splitSqlStatements("SELECT 'a\nFROM t; SELECT 2").length, 2);
  });

  test("can contain escaped quotes, multi-line strings, typed numbers and operators of several characters", () => {
    const texts = lexSql("'a\\'b' 'c\nd' 1.5e3BD 10L a.b <=> -> :: 2x").map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(texts, [
      "string 'a\\'b'",
      "string 'c\nd'",
      "number 1.5e3BD",
      "number 10L",
      "word a",
      "sign .",
      "word b",
      "sign <=>",
      "sign ->",
      "sign ::",
      "word 2x",
      "end ",
    ]);
  });
});
