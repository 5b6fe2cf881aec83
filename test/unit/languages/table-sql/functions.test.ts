import assert from "node:assert/strict";
import { findFunction, functionNames, functions } from "../../../../src/languages/table-sql/functions/functions.ts";

suite("The functions of Spark", () => {
  test("are listed once each, with a signature and a summary", () => {
    assert.equal(new Set(functionNames).size, functionNames.length);
    assert.ok(functionNames.length > 300);
    for (const { name, signature, summary } of functions) {
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
