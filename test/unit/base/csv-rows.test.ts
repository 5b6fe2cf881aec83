import assert from "node:assert/strict";
import { csvField, csvHeader, csvValues, firstCsvRow } from "../../../src/base/csv-rows.ts";

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
      assert.equal(firstCsvRow(text, true), row, JSON.stringify(text));
    }
  });

  test("have names of columns with line ends and commas in quotes, and blanks around them taken off", () => {
    const row = firstCsvRow('" first\nname",b , "c,d"\n1,2,3\n', true);
    assert.equal(row, undefined, "spaces before a quote can be read in two ways");
    const header = firstCsvRow('" first\nname",b ,"c,d"\n1,2,3\n', true);
    assert.deepEqual(csvHeader(header ?? ""), ["first\nname", "b", "c,d"]);
  });

  test("are not taken for whole where only their beginning was read", () => {
    assert.equal(firstCsvRow("a,b", false), undefined);
    assert.equal(firstCsvRow("a,b\n1", false), "a,b");
    for (const text of ['"a', 'a\n"b']) {
      assert.equal(firstCsvRow(text, false), text.startsWith("a") ? "a" : undefined);
    }
  });

  test("hold values that come back as they were", () => {
    const values = ["plain", "", "a,b", 'a "quoted" b', "line\nend", "\r"];
    assert.deepEqual(csvValues(`x,${values.map(csvField).join(",")}`).slice(1), ["plain", null, ...values.slice(2)]);
  });
});
