import assert from "node:assert/strict";
import { positionInMessage, statementAt, statementsOf } from "../../../../src/features/queries/query-text-model.ts";

describe("the statements of a file", () => {
  it("are named by the comment before them, else by their metrics and dimensions", () => {
    const titles = statementsOf("-- Heads\nSELECT a() FROM Employee;\nSELECT b FROM Position").map(
      ({ title }) => title,
    );
    assert.deepEqual(titles, ["Heads", "Position: b"]);
  });

  it("are named by what they select, without their text", () => {
    const titleOf = (text: string) => statementsOf(text)[0]?.title;
    assert.equal(
      titleOf('SELECT employeeCount(), Function FROM Employee WHERE Location = "x"'),
      "employeeCount by Function",
    );
    assert.equal(
      titleOf('SELECT averageSalary() AS "Average pay", level(Location, "Location_1"), Service_Time FROM Employee'),
      "Average pay by Location",
    );
    assert.equal(titleOf("select a, b, c.d, e from Employee"), "Employee: a, b, c.d, …");
    assert.equal(titleOf("SELECT hires(1, 2), leavers() FROM Employee_Hire"), "hires, leavers");
    assert.equal(titleOf("SELECT"), "Query 1");
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
  it("is a place of the file, since the text is sent where it stands", () => {
    const text = "-- one\nSELECT a;\n\n-- two\n  SELECT b\n  FROM Emploee";
    const [, statement] = statementsOf(text);
    const sent = statement?.sent ?? "";
    assert.equal(sent.indexOf("Emploee"), sent.length - "Emploee".length);
    assert.equal(
      sent.split("\n").findIndex((line) => line.includes("Emploee")),
      5,
    );
    assert.equal(sent.split("\n")[4], "  SELECT b");
    assert.deepEqual(positionInMessage("querySqlLike: line 6, column 8: unknown object"), { line: 5, character: 7 });
  });

  it("is nothing when the message names none", () => {
    assert.equal(positionInMessage("the service did not answer"), undefined);
  });
});
