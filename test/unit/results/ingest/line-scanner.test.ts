import assert from "node:assert/strict";
import fc from "fast-check";
import { quoteNumbers, scanLines } from "../../../../src/results/ingest/line-scanner.ts";

const bytes = (text: string) => Buffer.from(text);

suite("The line scanner", () => {
  test("takes every row that JSON writes, and quotes its numbers without changing them", () => {
    const value = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value)), (rows) => {
        const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
        const scanned = scanLines(bytes(text), 3);
        assert.equal(scanned.problem, undefined);
        assert.equal(scanned.rowCount, rows.length);
        const quoted = Buffer.from(quoteNumbers(bytes(text)))
          .toString()
          .split("\n")
          .slice(0, -1);
        const expected = rows.map((row) => row.map((cell) => (typeof cell === "number" ? JSON.stringify(cell) : cell)));
        assert.deepEqual(
          quoted.map((line) => JSON.parse(line)),
          expected,
        );
      }),
    );
  });

  test("finds the first line that is no row", () => {
    const problems: [string, number][] = [
      ['["a","b"]\n["a"]\n', 1],
      ['["a","b"]\n["a","b","c"]\n', 1],
      ['{"a":1,"b":2}\n', 0],
      ['["a","b"] ["c","d"]\n', 0],
      ['["a","b"]x\n', 0],
      ['["a","b\n', 0],
      ['\n \n["a","b"]\n["a","b"\n', 3],
      ["[]\n", 0],
    ];
    for (const [text, linesBefore] of problems) {
      assert.equal(scanLines(bytes(text), 2).problem?.linesBefore, linesBefore, text);
    }
  });

  test("knows numbers that a JSON reader would round", () => {
    assert.equal(scanLines(bytes("[1,2]\n"), 2).hasLooseNumbers, false);
    assert.equal(scanLines(bytes('["1.5",true]\n'), 2).hasLooseNumbers, false);
    assert.equal(scanLines(bytes("[1.5,2]\n"), 2).hasLooseNumbers, true);
    assert.equal(scanLines(bytes("[1,2E3]\n"), 2).hasLooseNumbers, true);
  });
});
