import assert from "node:assert/strict";
import {
  blankComments,
  commentBeforeStatement,
  mayBeAggregateQuery,
  splitStatements,
} from "../../../../../src/languages/core/text/statements.ts";

const textsOf = (text: string) => splitStatements(text).map(({ start, end }) => text.slice(start, end));

describe("splitting a text into statements", () => {
  it("splits at semicolons and leaves out the white space around", () => {
    assert.deepEqual(textsOf(" SELECT a ;\n\nSELECT b\n"), ["SELECT a", "SELECT b"]);
  });

  it("keeps semicolons in strings and comments", () => {
    assert.deepEqual(textsOf("SELECT ';' -- a;b\n, \"x;\" /* ; */ FROM c"), [
      "SELECT ';' -- a;b\n, \"x;\" /* ; */ FROM c",
    ]);
  });

  it("gives no statement for comments alone", () => {
    assert.deepEqual(textsOf("-- nothing here\n;/* nor here */;"), []);
  });

  it("ends a string at its line, so that an open quote hides nothing behind it", () => {
    assert.deepEqual(textsOf("SELECT 'open\n; SELECT b"), ["SELECT 'open", "SELECT b"]);
  });

  it("starts a statement behind the comment before it", () => {
    assert.deepEqual(textsOf("-- head\nSELECT a"), ["SELECT a"]);
  });
});

describe("blanking comments", () => {
  it("keeps every position", () => {
    const text = "SELECT a -- why; not\r\nFROM /* x\ny */ b";
    const blanked = blankComments(text);
    assert.equal(blanked.length, text.length);
    assert.equal(blanked, "SELECT a            \r\nFROM     \n     b");
  });

  it("leaves strings that look like comments", () => {
    assert.equal(blankComments("a = '-- no' AND b = \"/* no */\""), "a = '-- no' AND b = \"/* no */\"");
  });
});

describe("the comment before a statement", () => {
  it("is the line right above", () => {
    const text = "-- Leavers\nSELECT a;\n\n-- Pay by country\nSELECT b";
    const [first, second] = splitStatements(text);
    assert.ok(first && second);
    assert.equal(commentBeforeStatement(text, first), "Leavers");
    assert.equal(commentBeforeStatement(text, second), "Pay by country");
  });

  it("is the one above the options of the statement", () => {
    const text = '-- Leavers\n-- listQueryOptions: {"limit": 1}\nSELECT a;\n-- listQueryOptions: {}\nSELECT b';
    const [first, second] = splitStatements(text);
    assert.ok(first && second);
    assert.equal(commentBeforeStatement(text, first), "Leavers");
    assert.equal(commentBeforeStatement(text, second), undefined);
  });

  it("is nothing when there is none", () => {
    const [only] = splitStatements("SELECT a");
    assert.ok(only);
    assert.equal(commentBeforeStatement("SELECT a", only), undefined);
  });
});

describe("whether a text may be an aggregate", () => {
  it("is told by a call among the items that it selects", () => {
    for (const text of ["SELECT averagePay() FROM E", 'SELECT Team, a(2) AS "Pay" -- b\nFROM E', "SELECT a()"]) {
      assert.equal(mayBeAggregateQuery(text), true, text);
    }
  });

  it("is not told by calls of the time, of levels, or in strings and comments", () => {
    for (const text of [
      "SELECT Pay FROM E WHERE Service_Time IN periods(date('2024-01-01'), 1, period(1, Month))",
      'SELECT level(Location, "Country"), Pay FROM E',
      'SELECT Pay AS "count()", /* a() */ Age FROM E',
    ]) {
      assert.equal(mayBeAggregateQuery(text), false, text);
    }
  });
});
