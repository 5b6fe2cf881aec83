import assert from "node:assert/strict";
import { offsetInMessage, statementAt, statementsOf } from "../../../../src/features/queries/query-text-model.ts";

describe("the statements of a file", () => {
  it("are named by the comment before them, else by their object", () => {
    const titles = statementsOf("-- Heads\nSELECT a() FROM Employee;\nSELECT b FROM Position").map(
      ({ title }) => title,
    );
    assert.deepEqual(titles, ["Heads", "Position 2"]);
  });

  it("are sent without comments", () => {
    const [statement] = statementsOf("SELECT a -- secret plan\nFROM b");
    assert.equal(statement?.text, "SELECT a               \nFROM b");
  });

  it("are found by the cursor, also between and behind them", () => {
    const text = "SELECT a;\n\nSELECT b;\n";
    const statements = statementsOf(text);
    const at = (offset: number) => statementAt(statements, offset)?.text;
    assert.equal(at(3), "SELECT a");
    assert.equal(at(10), "SELECT a");
    assert.equal(at(14), "SELECT b");
    assert.equal(at(text.length), "SELECT b");
    assert.equal(statementAt(statementsOf("-- nothing"), 0), undefined);
  });
});

describe("the place that a message names", () => {
  it("is found in the statement", () => {
    const text = "SELECT a\nFROM Emploee";
    assert.equal(offsetInMessage("querySqlLike: line 2, column 6: unknown object", text), text.indexOf("Emploee"));
  });

  it("is nothing when the message names none", () => {
    assert.equal(offsetInMessage("the service did not answer", "SELECT a"), undefined);
  });

  it("stays inside the statement", () => {
    assert.equal(offsetInMessage("line 9, column 9", "abc"), 3);
  });
});
