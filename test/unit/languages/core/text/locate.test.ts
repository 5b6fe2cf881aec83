import assert from "node:assert/strict";
import { locate } from "../../../../../src/languages/core/text/locate.ts";

suite("Locating an offset", () => {
  test("counts lines and columns from 1", () => {
    assert.deepEqual(locate("ab\ncd", 0), { line: 1, column: 1 });
    assert.deepEqual(locate("ab\ncd", 4), { line: 2, column: 2 });
  });

  test("takes CR LF as one end of line and a lone CR as another", () => {
    assert.deepEqual(locate("a\r\nb\rc", 3), { line: 2, column: 1 });
    assert.deepEqual(locate("a\r\nb\rc", 5), { line: 3, column: 1 });
  });

  test("moves an offset outside the text to its nearest end", () => {
    assert.deepEqual(locate("ab", 99), { line: 1, column: 3 });
    assert.deepEqual(locate("ab", -1), { line: 1, column: 1 });
  });
});
