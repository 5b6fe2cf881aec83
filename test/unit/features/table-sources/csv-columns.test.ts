import assert from "node:assert/strict";
import { TypeGuess } from "../../../../src/features/table-sources/csv-columns.ts";

function guess(...values: (string | null)[]): string {
  const type = new TypeGuess();
  for (const value of values) {
    type.addValue(value);
  }
  return type.type;
}

suite("the guessed type of a column", () => {
  const samples: readonly (readonly [type: string, ...values: (string | null)[]])[] = [
    ["INTEGER", "1", null, "-20"],
    ["LONG", "1", "3000000000"],
    ["DECIMAL", "1", "2.50"],
    ["DECIMAL", "92038173542370484920"],
    ["DOUBLE", "1.5", "2e10"],
    ["BOOLEAN", "true", "False"],
    ["DATE", "2026-01-31", "0001-01-01"],
    ["DATE_TIME", "2026-01-31", "2026-01-31 12:00:00"],
    ["DATE_TIME", "2026-01-31T12:00:00Z"],
    ["STRING", "2026-02-30"],
    ["STRING", "007", "12"],
    ["STRING", "Y", "N"],
    ["STRING", "1", ""],
    ["STRING", null],
    ["STRING"],
  ];
  for (const [type, ...values] of samples) {
    test(`is ${type} for ${JSON.stringify(values)}`, () => {
      assert.equal(guess(...values), type);
    });
  }
});
