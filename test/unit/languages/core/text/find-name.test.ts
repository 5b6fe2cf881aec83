import assert from "node:assert/strict";
import fc from "fast-check";
import { editDistanceOf, findName, findNearestNames } from "../../../../../src/languages/core/text/find-name.ts";

const items = (...ids: string[]) => ids.map((id) => ({ id }));

suite("Finding a name", () => {
  test("prefers the exact name to one in another letter case", () => {
    assert.deepEqual(findName(items("age", "Age"), "Age"), { item: { id: "Age" }, isExact: true });
  });

  test("takes another letter case only when it is the only one", () => {
    assert.deepEqual(findName(items("EmployeeID"), "employeeid"), { item: { id: "EmployeeID" }, isExact: false });
    assert.equal(findName(items("age", "AGE"), "Age"), undefined);
    assert.equal(findName(items("age"), "ages"), undefined);
  });

  test("counts a swap of neighbours as one edit", () => {
    assert.equal(editDistanceOf("levle", "level"), 1);
    assert.equal(editDistanceOf("", "abc"), 3);
    assert.equal(editDistanceOf("kitten", "sitting"), 3);
  });

  test("measures the same distance both ways, and none from a text to itself", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (left, right) => {
        assert.equal(editDistanceOf(left, right), editDistanceOf(right, left));
        assert.equal(editDistanceOf(left, left), 0);
        assert.equal(editDistanceOf(left, right) === 0, left === right);
      }),
    );
  });

  test("names the nearest first and leaves out what is too different", () => {
    const names = ["requisitionCount", "employeeCount", "employeeCounts", "averageSalary"];
    assert.deepEqual(findNearestNames(names, "employeCount"), ["employeeCount", "employeeCounts"]);
    assert.deepEqual(findNearestNames(names, "xyz"), []);
  });
});
