import assert from "node:assert/strict";
import { formatCsvField, parseCsvHeader, parseCsvValues, readFirstCsvRow } from "../../../src/base/csv-rows.ts";

suite("Rows of CSV", () => {
  test("begin with the first that is not empty, whatever its line ends", () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ["a,b\n1,2\n", "a,b"],
      ["\uFEFFa,b\r\n1,2\r\n", "a,b"],
      ["\n\na,b\n", "a,b"],
      ["a,b", "a,b"],
      ["", undefined],
      ["\n", undefined],
    ];
    for (const [text, row] of cases) {
      assert.equal(readFirstCsvRow(text, true), row, JSON.stringify(text));
    }
  });

  test("have names of columns with line ends and commas in quotes, and blanks around them taken off", () => {
    const row = readFirstCsvRow('" first\nname",b , "c,d"\n1,2,3\n', true);
    assert.equal(row, undefined, "spaces before a quote can be read in two ways");
    const header = readFirstCsvRow('" first\nname",b ,"c,d"\n1,2,3\n', true);
    assert.deepEqual(parseCsvHeader(header ?? ""), ["first\nname", "b", "c,d"]);
  });

  test("are not taken for whole where only their beginning was read", () => {
    assert.equal(readFirstCsvRow("a,b", false), undefined);
    assert.equal(readFirstCsvRow("a,b\n1", false), "a,b");
    for (const text of ['"a', 'a\n"b']) {
      assert.equal(readFirstCsvRow(text, false), text.startsWith("a") ? "a" : undefined);
    }
  });

  test("hold values that come back as they were", () => {
    const values = ["plain", "", "a,b", 'a "quoted" b', "line\nend", "\r"];
    assert.deepEqual(parseCsvValues(`x,${values.map(formatCsvField).join(",")}`).slice(1), [
      "plain",
      null,
      ...values.slice(2),
    ]);
  });
});
