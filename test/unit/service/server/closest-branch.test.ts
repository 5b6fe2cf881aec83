import assert from "node:assert/strict";
import { closestBranches } from "../../../../src/service/server/closest-branch.ts";

const problem = (schemaPath: string, keyword = "required") => ({ schemaPath, keyword });

suite("problems of a value that fits no branch", () => {
  test("are those of the branch whose tag it has", () => {
    const wanted = [problem("#/oneOf/1"), problem("#/oneOf/1")];
    const others = [problem("#/oneOf/0/properties/tag", "const"), problem("#/oneOf/2/properties/tag", "const")];
    assert.deepEqual(closestBranches([...others, ...wanted]), wanted);
  });

  test("are those of the branch that lacks the least", () => {
    const wanted = [problem("#/properties/a/oneOf/1")];
    const others = [problem("#/properties/a/oneOf/0"), problem("#/properties/a/oneOf/0")];
    assert.deepEqual(closestBranches([...others, ...wanted]), wanted);
  });

  test("outside of any branch stay", () => {
    const problems = [problem("#"), problem("#/properties/a", "type")];
    assert.deepEqual(closestBranches(problems), problems);
  });
});
