import assert from "node:assert/strict";
import { completeScratch, type ScratchResult } from "../../../../src/features/results/scratch-completion-model.ts";

const people: ScratchResult = {
  resultId: "r-1",
  title: "People",
  columns: ["Id", "Full_Name", "id"],
  detail: "3 rows",
};
const pay: ScratchResult = { resultId: "r-2", title: "Chef's pay", columns: ['Pay "net"'], detail: "1 row" };
const results = [people, pay];

/** What each completion at `|` makes of the text. */
function completed(marked: string, open = results): string[] {
  const [before = "", after = ""] = marked.split("|");
  const offset = before.length;
  return completeScratch(before + after, offset, open).map(
    ({ text, start }) => `${before.slice(0, start)}${text}${after}`,
  );
}

describe("completion in a scratch query", () => {
  it("offers the open results as what is read", () => {
    assert.deepEqual(completed("SELECT * FROM |"), [
      "SELECT * FROM result('People')",
      "SELECT * FROM result('Chef''s pay')",
    ]);
    assert.deepEqual(
      completed("SELECT * FROM result('People') p JOIN re|").at(-1),
      "SELECT * FROM result('People') p JOIN result('Chef''s pay')",
    );
    assert.deepEqual(completed("SELECT * FROM result('Che|')"), [
      "SELECT * FROM result('People')",
      "SELECT * FROM result('Chef''s pay')",
    ]);
  });

  it("names results of one title by their ids", () => {
    const again = { ...people, resultId: "r-3", title: "PEOPLE" };
    assert.deepEqual(completed("FROM |", [people, pay, again]), [
      "FROM result('r-1')",
      "FROM result('Chef''s pay')",
      "FROM result('r-3')",
    ]);
  });

  it("offers the columns of the results that the statement reads, by the names that they have there", () => {
    assert.deepEqual(completed("SELECT F| FROM result('people'); SELECT 1"), [
      "SELECT \"Id\" FROM result('people'); SELECT 1",
      "SELECT \"Full_Name\" FROM result('people'); SELECT 1",
      "SELECT \"id (2)\" FROM result('people'); SELECT 1",
    ]);
    assert.deepEqual(completed("SELECT p.| FROM result('r-2') AS p"), [
      'SELECT p."Pay ""net""" FROM result(\'r-2\') AS p',
    ]);
    assert.deepEqual(completed("SELECT \"Pa|\" FROM result('Chef''s pay')"), [
      'SELECT "Pay ""net""" FROM result(\'Chef\'\'s pay\')',
    ]);
    assert.deepEqual(completed("SELECT | FROM other"), []);
  });

  it("offers nothing in a comment", () => {
    assert.deepEqual(completed("-- read FROM |"), []);
    assert.deepEqual(completed("/* FROM |"), []);
    assert.equal(completed("SELECT 1 -- one\nFROM |").length, 2);
  });
});
