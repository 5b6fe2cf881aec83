import assert from "node:assert/strict";
import { HttpError } from "../../../../src/service/call/call.ts";
import { readSqlLike } from "../../../../src/service/operations/sql-like-query.ts";
import { tinyModel } from "../engine/tiny-tenant.ts";

/** The message of the 400 that a text is refused with. */
function refusal(query: string): string {
  try {
    readSqlLike({ query }, tinyModel, "Service_Time");
  } catch (error) {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 400);
    return error.message;
  }
  return assert.fail("The query was read");
}

suite("long texts of queries", () => {
  // What comes after the first hundred mistakes is passed over: the event loop waits while a text is read.
  const count = 50_000;
  for (const [title, text] of Object.entries({
    "commas in SELECT": `SELECT ${",".repeat(count)}`,
    "commas in IN": `SELECT Name FROM Person WHERE Place IN (${",".repeat(count)}`,
    "operators without operands": `SELECT Name FROM Person WHERE ${"AND ".repeat(count)}`,
    "unknown columns": `SELECT ${"Nme, ".repeat(count)}Name FROM Person`,
    "unknown names in a filter": `SELECT Name FROM Person WHERE ${"Nme = 1 AND ".repeat(count)}Pay = 1`,
  })) {
    test(`of ${title} the first hundred mistakes are looked for`, () => {
      const lines = refusal(text).split("\n");
      assert.equal(lines.length, 21);
      assert.match(lines[20] ?? "", /^and at least \d\d more\.$/);
    });
  }

  test("hints and warnings are no mistakes, however many there are", () => {
    const times = <Part>(part: Part) => Array.from({ length: 101 }, () => part);
    for (const text of [
      `SELECT Name FROM Person WHERE ${times("name = 'Ann'").join(" OR ")}`,
      `SELECT Name FROM Person WHERE ${times("Name <> 'Ann'").join(" AND ")}`,
      `SELECT ${times("Skills.Title AS Skill").join(", ")} FROM Person`,
    ]) {
      assert.equal(readSqlLike({ query: text }, tinyModel, "Service_Time").kind, "list");
      assert.match(refusal(`${text} +`), /^line 1, column \d+: /);
    }
  });

  test("a mistake that another one takes the place of is counted once", () => {
    const wrong = Array.from({ length: 60 }, () => "SUM(Pay <> ,)").join(", ");
    assert.match(refusal(`SELECT ${wrong} FROM Person`), /\nand 40 more\.$/);
  });

  test("a text that is too long is refused with its length", () => {
    assert.match(refusal(",".repeat(2_000_001)), /has 2000001 characters, but at most 2000000 are allowed; split it/);
    const names = Array.from({ length: 100_000 }, (_, index) => `'m${index}'`).join(", ");
    const read = readSqlLike({ query: `SELECT Name FROM Person WHERE Place IN (${names})` }, tinyModel, "Service_Time");
    assert.equal(read.kind, "list");
  });
});
