import assert from "node:assert/strict";
import {
  findFunction,
  sparkFunctionNames,
  sparkFunctions,
} from "../../../../src/languages/table-sql/functions/functions.ts";

suite("The functions of Spark", () => {
  test("are listed once each, with a signature and a summary", () => {
    assert.equal(new Set(sparkFunctionNames).size, sparkFunctionNames.length);
    assert.ok(sparkFunctionNames.length > 300);
    for (const { name, signature, summary } of sparkFunctions) {
      assert.match(signature, /^[a-z_0-9]+\(.*\)$/, name);
      assert.match(summary, /^[A-Z0-9-].*\.$/, name);
      assert.equal((signature.match(/\[/g) ?? []).length, (signature.match(/\]/g) ?? []).length, name);
    }
  });

  test("are found in any letter case, with their parameters", () => {
    assert.deepEqual(findFunction("LAG")?.parameters, ["value", "offset", "default"]);
    assert.equal(findFunction("coalesce")?.isVariadic, true);
    assert.equal(findFunction("nothing"), undefined);
  });
});
