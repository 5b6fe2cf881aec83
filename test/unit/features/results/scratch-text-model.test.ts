import assert from "node:assert/strict";
import { isInvalidTolerance } from "../../../../src/features/results/compare-model.ts";
import {
  isScratch,
  newScratchText,
  scratchTitle,
  statementAt,
  withScratchMark,
} from "../../../../src/features/results/scratch-text-model.ts";

suite("The text of a scratch query", () => {
  test("is told from other SQL by its first line", () => {
    const text = newScratchText("note", { resultId: "r-1", title: "Head's count" }, []);
    assert.match(text, /FROM result\('Head''s count'\)/);
    assert.ok(isScratch("sql", text.split("\n")[0] ?? ""));
    assert.ok(!isScratch("sql", "SELECT 1"));
    assert.ok(!isScratch("plaintext", text));
    assert.equal(withScratchMark(text), text);
    assert.ok(isScratch("sql", withScratchMark("SELECT 1")));
  });

  test("reads the active result by its id where another open one has its title", () => {
    const [first, second] = ["r-1", "r-2"].map((resultId) => ({ resultId, title: "Heads" }));
    assert.ok(first && second);
    assert.match(newScratchText("note", first, [first]), /note\nSELECT \*\nFROM result\('Heads'\)/);
    const text = newScratchText("note", first, [first, { ...second, title: "HEADS" }]);
    assert.match(text, /note\n-- From Heads\nSELECT \*\nFROM result\('r-1'\)/);
    assert.equal(scratchTitle(text), "From Heads");
  });

  test("is cut at semicolons that stand in no text, name or comment", () => {
    const cut = (marked: string) => statementAt(marked.replace("|", ""), marked.indexOf("|")).trim();
    assert.equal(cut("SELECT ';' AS \";\" -- ;\n, 1|; SELECT 2"), "SELECT ';' AS \";\" -- ;\n, 1");
    assert.equal(cut("SELECT 1; SELECT /* ; */ |2"), "SELECT /* ; */ 2");
    assert.equal(cut("SELECT 1;\n\n|"), "SELECT 1");
    assert.equal(cut("|"), "");
  });

  test("names its result by its comment, else by what it reads", () => {
    assert.equal(scratchTitle("-- Workforce scratch query: note\n-- Leavers by unit\nSELECT 1"), "Leavers by unit");
    assert.equal(scratchTitle("SELECT * FROM result('Head''s count')"), "scratch: Head's count");
    assert.equal(scratchTitle("SELECT 1"), "scratch");
  });
});

suite("The tolerance of a comparison", () => {
  test("is a decimal that is not negative", () => {
    assert.deepEqual(["0", " 0.01 ", "-1", "1e3", ""].map(isInvalidTolerance), [false, false, true, true, true]);
  });
});
