import assert from "node:assert/strict";
import { formatInstant, parseInstant } from "../../../../../src/languages/sql-like/syntax.ts";

suite("The text of an instant", () => {
  test("is a day, a second or a millisecond, in UTC", () => {
    assert.equal(parseInstant("2024-01-31"), Date.UTC(2024, 0, 31));
    assert.equal(parseInstant("2024-01-31T23:59:58"), Date.UTC(2024, 0, 31, 23, 59, 58));
    assert.equal(parseInstant("2024-01-31T23:59:58.007"), Date.UTC(2024, 0, 31, 23, 59, 58, 7));
  });

  test("is nothing else", () => {
    const texts = ["", "2024-13-01", "2023-02-29", "2024-1-2", "01/02/2024", "2024-01-01T24:00:00", "2024-01-01Z"];
    for (const text of [...texts, "2024-01-01 00:00:00", " 2024-01-01", "2024-01-01T00:00", "2024-00-10"]) {
      assert.equal(parseInstant(text), undefined, text);
    }
  });

  test("is written in the shortest form that is read back", () => {
    for (const text of ["2024-01-31", "2024-01-31T10:00:00", "2024-01-31T10:00:00.250", "0001-01-01"]) {
      assert.equal(formatInstant(parseInstant(text) ?? Number.NaN), text);
    }
  });
});
