import assert from "node:assert/strict";
import type { ColumnKind } from "../../../../src/protocol/data-worker.ts";
import type { FilterOperator } from "../../../../src/protocol/row-view.ts";
import { formatFilterText, parseFilterText } from "../../../../src/webview/grid/filter-text.ts";

const words = { isEmpty: "is empty", isMissing: "is missing", isPresent: "is not missing", isNoneOf: "is none of" };

const written: readonly (readonly [string, ColumnKind, FilterOperator, readonly string[]])[] = [
  ["anna", "text", "contains", ["anna"]],
  ["=Anna", "text", "equals", ["Anna"]],
  ["<>Anna", "text", "differs", ["Anna"]],
  ["^An", "text", "startsWith", ["An"]],
  ["1..2", "text", "contains", ["1..2"]],
  ["5", "number", "equals", ["5"]],
  [">= 9203817354237048492", "number", "atLeast", ["9203817354237048492"]],
  ["< -1.5", "number", "less", ["-1.5"]],
  ["<> 0", "number", "differs", ["0"]],
  ["1..2.5", "number", "between", ["1", "2.5"]],
  ["2024-06-01", "date", "equals", ["2024-06-01"]],
  ["> 2024-06-01 13:00", "date", "more", ["2024-06-01 13:00"]],
  ["2024-01-01..2024-06-30", "date", "between", ["2024-01-01", "2024-06-30"]],
  ["true", "boolean", "equals", ["true"]],
  ["is empty", "text", "isEmpty", []],
  ["is missing", "number", "isMissing", []],
  ["is not missing", "date", "isPresent", []],
];

suite("The text of a filter field", () => {
  for (const [text, kind, operator, values] of written) {
    test(`means for "${text}" in a column of ${kind}: ${operator}, and is written so again`, () => {
      const filter = parseFilterText(` ${text} `, 3, kind, words);
      assert.deepEqual(filter, { column: 3, operator, values });
      assert.equal(formatFilterText(filter, kind, words, "missing"), text);
    });
  }

  test("means no filter when there is none", () => {
    assert.equal(parseFilterText("  ", 0, "text", words), undefined);
  });

  test("lists the values that were chosen", () => {
    const filter = { column: 0, operator: "oneOf", values: ["Berlin", null] } as const;
    assert.equal(formatFilterText(filter, "text", words, "missing"), "Berlin, missing");
    const excluding = { column: 0, operator: "noneOf", values: ["Berlin", "Paris"] } as const;
    assert.equal(formatFilterText(excluding, "text", words, "missing"), "is none of Berlin, Paris");
  });
});
