import assert from "node:assert/strict";
import { sampleModel } from "../../../src/service/sample/sample-model.ts";
import { engineSelect, splitArguments, unwrapLine } from "../../bench/engine-select.ts";
import { listQuery } from "../../bench/queries.ts";

suite("The SELECT that a list is compared with", () => {
  test("has the columns of the line as columns", () => {
    const sql = "SELECT json_array(a, f(b, 'x, y]'))::VARCHAR AS line\nFROM t";
    assert.equal(unwrapLine(sql), "SELECT a AS c0, f(b, 'x, y]') AS c1\nFROM t");
  });

  test("is refused when the service writes its lines in another way", () => {
    assert.throws(() => unwrapLine("SELECT concat(a, b) AS line FROM t"), /another way/);
  });

  test("splits at commas outside of brackets and quotes only", () => {
    assert.deepEqual(splitArguments(`a, b['x', 2], "c,d", e(f, (g, h))`), [
      "a",
      " b['x', 2]",
      ' "c,d"',
      " e(f, (g, h))",
    ]);
  });

  test("comes from the service's own engine, with every column of the query", () => {
    const sql = engineSelect(listQuery, sampleModel);
    assert.match(sql, / AS c7\nFROM /);
    assert.doesNotMatch(sql, /to_json| AS c8\n/);
  });
});
