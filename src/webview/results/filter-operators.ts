import type { ColumnKind } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { FilterOperator } from "../../protocol/row-view.ts";

type OperatorWords = readonly (readonly [FilterOperator, keyof ResultsStrings])[];

const always: OperatorWords = [
  ["oneOf", "filterOneOf"],
  ["isMissing", "filterIsMissing"],
  ["isPresent", "filterIsPresent"],
];

const byKind: Readonly<Record<ColumnKind, OperatorWords>> = {
  text: [
    ["contains", "filterContains"],
    ["startsWith", "filterStartsWith"],
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["isEmpty", "filterIsEmpty"],
  ],
  number: [
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["less", "filterLess"],
    ["atMost", "filterAtMost"],
    ["more", "filterMore"],
    ["atLeast", "filterAtLeast"],
    ["between", "filterBetween"],
  ],
  date: [
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["less", "filterBefore"],
    ["atMost", "filterUntil"],
    ["more", "filterAfter"],
    ["atLeast", "filterSince"],
    ["between", "filterBetween"],
  ],
  boolean: [["equals", "filterEquals"]],
};

/** The operators that fit a column, with their words. */
export function operatorsOf(kind: ColumnKind, strings: ResultsStrings): readonly (readonly [FilterOperator, string])[] {
  return [...byKind[kind], ...always].map(([operator, word]) => [operator, strings[word]]);
}
