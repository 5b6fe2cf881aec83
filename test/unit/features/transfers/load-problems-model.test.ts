import assert from "node:assert/strict";
import {
  columnsOfSchema,
  columnsOfSource,
  readReportedProblems,
} from "../../../../src/features/transfers/load-problems-model.ts";
import { describeProblems } from "../../../../src/service/intake/load-problem.ts";

describe("problems of a load", () => {
  it("are read from the message that the service makes of them", () => {
    const listed = [
      { file: "employee.csv", line: 1205, column: "Start_Date", rule: "is no date of yyyy-MM-dd" },
      { file: "employee.csv", line: 1300, rule: "begins a row with 3 values; write 4" },
      { file: "acme/exits, old.csv", line: 2, column: "Event_Date", rule: "has no value, and needs one" },
      { file: "employee.csv", line: 4000, column: "Pay", rule: "is no number" },
    ];
    assert.deepEqual(readReportedProblems(describeProblems({ listed, total: 9 })), {
      listed: [listed[0], listed[1], { ...listed[2], file: "exits, old.csv" }],
      more: 6,
    });
    assert.deepEqual(readReportedProblems(describeProblems({ listed: listed.slice(3), total: 1 })), {
      listed: [listed[3]],
      more: 0,
    });
  });

  it("are none in another message", () => {
    assert.deepEqual(readReportedProblems("The service ended while the job was running; start it again."), {
      listed: [],
      more: 0,
    });
  });
});

describe("the columns to check", () => {
  it("need a value where the schema says so and allows no empty one", () => {
    const schema = [
      { name: "A", dataType: "VARCHAR", isMandatory: true, emptyValuesAllowed: false },
      { name: "B", dataType: "TIMESTAMP", formats: ["yyyy-MM-dd"], isMandatory: true, emptyValuesAllowed: true },
      { name: "C" },
    ];
    assert.deepEqual(
      columnsOfSchema({ schema }).map(({ name, isMandatory, formats }) => [name, isMandatory, formats]),
      [
        ["A", true, []],
        ["B", false, ["yyyy-MM-dd"]],
        ["C", false, []],
      ],
    );
  });

  it("of a source need none where it has a default", () => {
    const columns = [
      { columnName: "A", isMandatory: true },
      { columnName: "B", isMandatory: true, defaultValue: "x" },
      { columnName: "C", isMandatory: true, allowEmpty: true },
    ];
    assert.deepEqual(
      columnsOfSource({ columns }).map(({ isMandatory }) => isMandatory),
      [true, false, false],
    );
  });
});
