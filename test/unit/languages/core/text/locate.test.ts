import assert from "node:assert/strict";
import { lineAndColumnAt } from "../../../../../src/languages/core/text/locate.ts";

suite("Locating an offset", () => {
  test("counts lines and columns from 1", () => {
    assert.deepEqual(lineAndColumnAt("ab\ncd", 0), { line: 1, column: 1 });
    assert.deepEqual(lineAndColumnAt("ab\ncd", 4), { line: 2, column: 2 });
  });

  test("takes CR LF as one end of line and a lone CR as another", () => {
    assert.deepEqual(lineAndColumnAt("a\r\nb\rc", 3), { line: 2, column: 1 });
    assert.deepEqual(lineAndColumnAt("a\r\nb\rc", 5), { line: 3, column: 1 });
  });

  test("moves an offset outside the text to its nearest end", () => {
    assert.deepEqual(lineAndColumnAt("ab", 99), { line: 1, column: 3 });
    assert.deepEqual(lineAndColumnAt("ab", -1), { line: 1, column: 1 });
  });
});
