import assert from "node:assert/strict";
import { valueTypeOf } from "../../../../../src/languages/core/model/value-type.ts";

describe("a value type", () => {
  it("is read from a data type in any letter case and with any length", () => {
    assert.deepEqual(
      ["VARCHAR(20)", " String ", "DECIMAL(38, 10)", "bigint", "Timestamp(3)", "DATE", "Boolean"].map(valueTypeOf),
      ["text", "text", "number", "number", "date", "date", "boolean"],
    );
  });

  it("is not guessed", () => {
    assert.deepEqual(["", "UNSPECIFIED", "TIME", "array<int>", "constructor"].map(valueTypeOf), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
