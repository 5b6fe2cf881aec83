import assert from "node:assert/strict";
import type { ResultColumn } from "../../../../src/protocol/data-worker.ts";
import { suggestInitialPivot } from "../../../../src/webview/pivot/pivot-model.ts";

/** The names of the fields that the initial pivot of these columns has. */
function fieldsOf(columns: readonly ResultColumn[]) {
  const { rows, columns: across, values } = suggestInitialPivot(columns);
  const name = (position: number) => columns[position]?.name;
  return {
    rows: rows.map(name),
    columns: across.map(name),
    values: values.map(({ column, function: how }) => `${how} of ${name(column)}`),
  };
}

suite("The initial pivot", () => {
  test("of a list groups by a member, not by who each row is", () => {
    assert.deepEqual(
      fieldsOf([
        { name: "EmployeeID", kind: "text" },
        { name: "Function", kind: "text" },
        { name: "Hired", kind: "date" },
      ]),
      { rows: ["Function"], columns: ["Hired"], values: ["count of Function"] },
    );
  });

  test("adds up amounts, not identifiers", () => {
    assert.deepEqual(
      fieldsOf([
        { name: "EmployeeID", kind: "number" },
        { name: "Function", kind: "text" },
        { name: "Base_Salary", kind: "number" },
      ]),
      { rows: ["Function"], columns: [], values: ["sum of Base_Salary"] },
    );
  });

  test("counts identifiers where there is nothing else", () => {
    assert.deepEqual(fieldsOf([{ name: "EmployeeID", kind: "text" }]), {
      rows: ["EmployeeID"],
      columns: [],
      values: ["count of EmployeeID"],
    });
  });
});
