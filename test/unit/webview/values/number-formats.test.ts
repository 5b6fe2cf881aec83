import assert from "node:assert/strict";
import { ColumnNumberFormats } from "../../../../src/webview/values/number-formats.ts";
import { ValueFormat } from "../../../../src/webview/values/value-format.ts";

function written(values: readonly string[], name = "Paid"): string[] {
  const column = { name, kind: "number" } as const;
  const shapes = new ColumnNumberFormats();
  shapes.learn(column, values);
  const format = new ValueFormat("en");
  return values.map((value) => format.write(value, column, shapes.of(column)));
}

suite("The number format of a column", () => {
  test("lines up decimal points, with at most two decimals from a hundred on", () => {
    assert.deepEqual(written(["85637.67491926803", "125750", "68213.2", "-0.5"]), [
      "85,637.67",
      "125,750.00",
      "68,213.20",
      "-0.50",
    ]);
    assert.deepEqual(written(["0.25", "12", "99.125"]), ["0.250", "12.000", "99.125"]);
  });

  test("groups all digits as soon as one value has five", () => {
    assert.deepEqual(written(["9900", "2024"]), ["9900", "2024"]);
    assert.deepEqual(written(["9900", "10650"]), ["9,900", "10,650"]);
    assert.deepEqual(written(["9900", "10650"], "Employee_ID"), ["9900", "10650"]);
  });

  test("cuts the rounding errors of doubles, and never shows a number as nothing", () => {
    assert.deepEqual(written(["41.23456789012345", "0.1"]), ["41.234568", "0.100000"]);
    assert.deepEqual(written(["0.00012", "1000.25", "0.0"]), ["0.00012", "1000.25", "0.00"]);
  });

  test("leaves text that is no plain number", () => {
    assert.deepEqual(written(["1e20", "n/a", "12345.5"]), ["1e20", "n/a", "12,345.5"]);
  });

  test("is the same for all columns of a metric in a pivot", () => {
    const shapes = new ColumnNumberFormats();
    const column = (name: string) => ({ name, kind: "number", head: { text: name, metric: "Headcount" } }) as const;
    shapes.learn(column("2024"), ["9900"]);
    shapes.learn(column("2025"), ["10650"]);
    assert.deepEqual(shapes.of(column("2024")), { isGrouped: true, decimals: 0 });
  });
});
