import assert from "node:assert/strict";
import type { ColumnKind } from "../../../../src/protocol/data-worker.ts";
import { ValueFormat } from "../../../../src/webview/values/value-format.ts";

function written(language: string, kind: ColumnKind, text: string, name = "Value"): string {
  return new ValueFormat(language).write(text, { name, kind });
}

suite("The format of values", () => {
  for (const [text, english, german] of [
    ["9203817354237048492", "9,203,817,354,237,048,492", "9.203.817.354.237.048.492"],
    ["-0.1000000000", "-0.1000000000", "-0,1000000000"],
    ["12345678901234567890.123456789", "12,345,678,901,234,567,890.123456789", "12.345.678.901.234.567.890,123456789"],
    ["2024", "2024", "2024"],
    ["-0", "-0", "-0"],
    ["007", "007", "007"],
    ["1.5e3", "1.5e3", "1.5e3"],
    ["NaN", "NaN", "NaN"],
    ["", "", ""],
  ] as const) {
    test(`keeps every digit of the number "${text}"`, () => {
      assert.equal(written("en", "number", text), english);
      assert.equal(written("de", "number", text), german);
    });
  }

  test("groups no digits of what names something", () => {
    for (const name of ["Employee_ID", "personId", "Fiscal Year", "CostCenterCode", "key"]) {
      assert.equal(written("en", "number", "1234567", name), "1234567", name);
    }
    assert.equal(written("en", "number", "1234567", "Paid"), "1,234,567");
  });

  test("writes dates and times in UTC, and leaves what it cannot write exactly", () => {
    assert.equal(written("en", "date", "2024-06-01"), "Jun 1, 2024");
    assert.equal(written("en", "date", "2024-06-01T00:00:00.000Z"), "Jun 1, 2024");
    assert.match(written("en", "date", "2024-06-01 12:30:00"), /^Jun 1, 2024, 12:30:00\sPM UTC$/);
    assert.match(written("en", "date", "2024-06-01 12:30:00.25"), /12:30:00\.250\sPM UTC$/);
    for (const text of [
      "0001-01-01",
      "2024-06-01 12:30:00.123456",
      "2024-06-01 00:00:00+02:00",
      "2024-02-30",
      "soon",
    ]) {
      assert.equal(written("en", "date", text), text);
    }
  });

  test("writes members of the time axis in every mode of the service", () => {
    for (const text of ["2024-06-01T00:00:00.000Z - [0]", "[2024-06-01T00:00:00.000Z]"]) {
      assert.equal(written("en", "date", text), "Jun 1, 2024");
    }
    for (const text of [
      "2024-06-01T00:00:00.000Z/2024-07-01T00:00:00.000Z - [12]",
      "[2024-06-01T00:00:00.000Z/2024-07-01T00:00:00.000Z]",
    ]) {
      assert.equal(written("en", "date", text), "Jun 1, 2024 – Jul 1, 2024");
    }
    for (const text of ["2024-06-01T00:00:00.000Z - [x]", "soon/2024-06-01", "[soon] - [0]", "1/2"]) {
      assert.equal(written("en", "date", text), text);
    }
  });

  test("leaves text alone, whatever it looks like", () => {
    for (const text of ["6392464926136162828", "2024-06-01", "P1D", "true"]) {
      assert.equal(written("en", "text", text), text);
    }
    assert.equal(written("en", "text", "P1", "Duration"), "P1");
  });
});
