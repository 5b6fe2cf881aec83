import type { ColumnProfile, ColumnSummary, SummaryBar } from "../../../src/protocol/result-columns.ts";
import type { FakeResult } from "./fake-result.ts";

/** Rows that are looked at: enough for bars, whatever the number of rows. */
const lookedAtRows = 1000;
const binCount = 5;

/** What the first rows of a computed result hold. */
export function fakeSummary(result: FakeResult, column: number): ColumnSummary {
  const values = valuesOf(result, column);
  const given = values.filter((value) => value !== null);
  const counts = countsOf(given);
  const isNumber = result.columns[column]?.kind === "number" && given.length > 0;
  return {
    rowCount: values.length,
    missingCount: values.length - given.length,
    distinctCount: counts.length,
    isDistinctExact: true,
    shape: isNumber ? "histogram" : counts.length > 500 ? "none" : "values",
    bars: isNumber ? binsOf(given.map(Number)) : counts.length > 500 ? [] : counts.slice(0, 6),
  };
}

export function fakeProfile(result: FakeResult, column: number): ColumnProfile {
  const values = valuesOf(result, column);
  const given = values.filter((value) => value !== null);
  const isNumber = result.columns[column]?.kind === "number";
  const sorted = given.toSorted((one, other) => (isNumber ? Number(one) - Number(other) : one < other ? -1 : 1));
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? null;
  const counts = countsOf(given);
  const sum = given.reduce((total, value) => total + Number(value), 0);
  return {
    rowCount: values.length,
    missingCount: values.length - given.length,
    distinctCount: counts.length,
    isDistinctExact: true,
    minimum: at(0),
    maximum: at(1),
    mean: isNumber ? String(sum / given.length) : null,
    firstQuartile: isNumber ? at(0.25) : null,
    median: isNumber ? at(0.5) : null,
    thirdQuartile: isNumber ? at(0.75) : null,
    topValue: counts[0]?.from ?? null,
    topCount: counts[0]?.rowCount ?? 0,
  };
}

function valuesOf({ rowCount, cell }: FakeResult, column: number): (string | null)[] {
  return Array.from({ length: Math.min(rowCount, lookedAtRows) }, (_, row) => cell(row, column));
}

function countsOf(values: readonly string[]): SummaryBar[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, rowCount]) => ({ from: value, to: value, rowCount }));
}

function binsOf(numbers: readonly number[]): SummaryBar[] {
  const low = Math.min(...numbers);
  const width = (Math.max(...numbers) - low) / binCount || 1;
  return Array.from({ length: binCount }, (_, index) => {
    const from = low + index * width;
    const isLast = index === binCount - 1;
    const inBin = numbers.filter((number) => number >= from && (isLast || number < from + width));
    return { from: String(from), to: String(from + width), rowCount: inBin.length };
  });
}
