import assert from "node:assert/strict";
import { headerProblems } from "../../../../src/features/transfers/load-schema-model.ts";

const schema = {
  schema: [
    { name: "EmployeeID", isMandatory: true },
    { name: "Name", isMandatory: false },
  ],
};

describe("the columns of a load file", () => {
  it("are right with every mandatory one, in any order", () => {
    assert.deepEqual(headerProblems(["Name", "EmployeeID"], schema), []);
    assert.deepEqual(headerProblems(["EmployeeID"], schema), []);
  });

  it("must be written as the schema writes them", () => {
    assert.deepEqual(headerProblems(["employeeid", "Pay"], schema), [
      'The object has no column "employeeid"; write "EmployeeID".',
      'The object has no column "Pay"; leave it out.',
      'The mandatory column "EmployeeID" is missing; add it.',
    ]);
  });

  it("are not judged by a schema without columns", () => {
    assert.deepEqual(headerProblems(["a"], {}), []);
  });
});
