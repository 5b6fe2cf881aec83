import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { checkQueryDocument, checkStatementText } from "../../../../../src/languages/sql-like/checks/check-document.ts";
import { parseScript } from "../../../../../src/languages/sql-like/syntax/parse-script.ts";
import { QueryDocument } from "../../../../../src/languages/sql-like/syntax/query-document.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

const first = "SELECT a FROM b;";
const second = "\n-- two; not three\nSELECT 'c;d' FROM e;";
const third = "\nSELECT f FROM g";

const textOf = (document: QueryDocument) => document.parts.map(({ part }) => part.text);
const problemsOf = (document: QueryDocument) => checkQueryDocument(document, (part) => part.problems);

/** Pieces of which every text that matters to the cutting can be made. */
const anyText = fc
  .array(
    fc.constantFrom(
      "SELECT ",
      "a ",
      "FROM b ",
      ";",
      ";",
      "\n",
      "--",
      "/*",
      "*/",
      "'",
      '"',
      "`",
      "[",
      "]",
      "(",
      ")",
      ",",
      "WHERE ",
      "AND ",
      "=",
      "1 ",
      "#",
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(""));

suite("A document of queries", () => {
  test("is cut after each semicolon that stands in no string or comment", () => {
    assert.deepEqual(textOf(QueryDocument.create(first + second + third)), [first, second, third]);
  });

  test("has one part when it is empty", () => {
    assert.deepEqual(textOf(QueryDocument.create("")), [""]);
  });

  test("is cut alike wherever its long parts and comments begin", () => {
    const lines = `/* a; b */ "c;d",\n`.repeat(1000);
    const parts = ["SELECT a FROM b;", `\n/*${"x;\n".repeat(9000)}*/ SELECT c FROM d;`, `SELECT\n${lines} e FROM f;`];
    for (const before of ["", "-- first\n".repeat(900), " ".repeat(8191)]) {
      const [one = "", ...others] = [...parts, ...parts, " SELECT g FROM h"];
      const document = QueryDocument.create([before + one, ...others].join(""));
      assert.deepEqual(textOf(document), [before + one, ...others]);
      const edited = QueryDocument.create(document.text.replace("SELECT c", "SELECT")).withText(document.text);
      assert.deepEqual(edited.parts, document.parts);
    }
  });

  test("finds the part of a place", () => {
    const document = QueryDocument.create(first + second + third);
    assert.equal(document.statementAt(0).start, 0);
    assert.equal(document.statementAt(first.length).start, first.length);
    assert.equal(document.statementAt(document.text.length).part.text, third);
  });

  test("reads only the part that an edit touches", () => {
    const before = QueryDocument.create(first + second + third);
    const after = before.withText(first + second.replace("e;", "elsewhere;") + third);
    assert.equal(after.parts[0]?.part, before.parts[0]?.part);
    assert.notEqual(after.parts[1]?.part, before.parts[1]?.part);
    assert.equal(after.parts[2]?.part, before.parts[2]?.part);
    assert.equal(after.parts[2]?.start, first.length + second.length + "lsewhere".length);
  });

  test("says of its parts what there is to say of the whole text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = parseScript(text).problems;
        assert.deepEqual([...problemsOf(QueryDocument.create(text))].sort(byPlace), [...whole].sort(byPlace));
      }),
      languageRuns("pieces of statements, cut into parts"),
    );
  }).timeout(languageTimeoutMs);

  test("is after any edit what it would be if it were made anew", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), fc.nat(), (text, inserted, from, length) => {
        const start = from % (text.length + 1);
        const end = Math.min(text.length, start + (length % 6));
        const edited = applyEdits(text, [{ start, end, text: inserted }]);
        const document = QueryDocument.create(text).withText(edited);
        assert.deepEqual(document.parts, QueryDocument.create(edited).parts);
        assert.equal(document.text, edited);
      }),
      languageRuns("pieces of statements, edited"),
    );
  }).timeout(languageTimeoutMs);

  test("checks a part once for a model", () => {
    const [placed] = QueryDocument.create(first).parts;
    assert.ok(placed);
    assert.equal(checkStatementText(placed.part, undefined), checkStatementText(placed.part, undefined));
    assert.notEqual(
      checkStatementText(placed.part, undefined),
      checkStatementText(placed.part, undefined, { timeColumn: "Time" }),
    );
  });
});

function byPlace(
  one: { start: number; end: number; code: string },
  other: { start: number; end: number; code: string },
): number {
  return one.start - other.start || one.end - other.end || (one.code < other.code ? -1 : 1);
}
