import assert from "node:assert/strict";
import { fitsType } from "../../../../src/features/table-sources/value-fit-model.ts";

suite("a value of a file", () => {
  const fitting: Readonly<Record<string, readonly string[]>> = {
    INTEGER: ["2147483647", "-2147483648", " 7 ", "+7", "007"],
    LONG: ["9223372036854775807", "-9223372036854775808"],
    DOUBLE: ["1", ".5", "1e300", "NaN", "-Infinity"],
    DECIMAL: ["12345678901234567890.123", "-0.1", "1e5"],
    BOOLEAN: ["true", "F", "yes", "0"],
    DATE: ["2024-02-29", "0001-01-01", "2026-1-5"],
    DATE_TIME: ["2026-01-31", "2026-01-31 23:59:59.999", "2026-01-31T12:00Z", "2026-01-31 12:00:00+01:00"],
    JSON: ['{"a": [1]}', "1"],
    STRING: ["", "anything"],
    CUSTOMER_ID: ["acme"],
  };
  const misfits: Readonly<Record<string, readonly string[]>> = {
    INTEGER: ["2147483648", "1.0", "", "x"],
    LONG: ["9223372036854775808", "1e3"],
    DOUBLE: ["1,5", "", "e5"],
    DECIMAL: ["123456789012345678901", "", "."],
    BOOLEAN: ["2", "on", ""],
    DATE: ["2026-02-29", "31.01.2026", "2026-13-01", "2026-01-31 12:00"],
    DATE_TIME: ["2026-01-31 24:00", "12:00", "2026-01-31 12"],
    JSON: ["{a: 1}", ""],
  };

  for (const [type, texts] of Object.entries(fitting)) {
    test(`fits ${type}: ${texts.join(" | ")}`, () => {
      assert.deepEqual(
        texts.filter((text) => !fitsType(text, type)),
        [],
      );
    });
  }
  for (const [type, texts] of Object.entries(misfits)) {
    test(`does not fit ${type}: ${texts.join(" | ")}`, () => {
      assert.deepEqual(
        texts.filter((text) => fitsType(text, type)),
        [],
      );
    });
  }
});
