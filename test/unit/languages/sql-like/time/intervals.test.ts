import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addPeriodUnits,
  computePeriodIntervals,
  floorToPeriodUnit,
  formatInstant,
  type PeriodSettings,
  type PeriodUnit,
  parseInstant,
} from "../../../../../src/languages/sql-like/syntax.ts";

function at(text: string): number {
  const instant = parseInstant(text);
  assert.ok(instant !== undefined, `${text} is an instant`);
  return instant;
}

function periods(
  anchor: string,
  count: number,
  unitCount: number,
  unit: PeriodUnit,
  more: Partial<PeriodSettings> = {},
): string[] {
  const intervals = computePeriodIntervals({ anchor: at(anchor), count, unitCount, unit, ...more });
  return intervals.map(({ start, end }) => `${formatInstant(start)}/${formatInstant(end)}`);
}

const ends = (intervals: readonly string[]) => intervals.map((interval) => interval.split("/")[1]);

suite("The intervals of periods", () => {
  test("go backward from the date, which is the end of the last one", () => {
    assert.deepEqual(periods("2024-07-01", 3, 1, "MONTH"), [
      "2024-04-01/2024-05-01",
      "2024-05-01/2024-06-01",
      "2024-06-01/2024-07-01",
    ]);
  });

  test("have several units each", () => {
    assert.deepEqual(ends(periods("2024-07-01", 4, 3, "MONTH")), [
      "2023-10-01",
      "2024-01-01",
      "2024-04-01",
      "2024-07-01",
    ]);
  });

  test("cut the last year off at the date", () => {
    assert.deepEqual(periods("2024-11-28", 3, 1, "YEAR"), [
      "2022-01-01/2023-01-01",
      "2023-01-01/2024-01-01",
      "2024-01-01/2024-11-28",
    ]);
  });

  test("cut the last month off at the date", () => {
    assert.deepEqual(periods("2024-03-31", 3, 1, "MONTH"), [
      "2024-01-01/2024-02-01",
      "2024-02-01/2024-03-01",
      "2024-03-01/2024-03-31",
    ]);
  });

  test("step several units from the next boundary of one unit", () => {
    assert.deepEqual(periods("2024-05-15", 2, 3, "MONTH"), ["2023-12-01/2024-03-01", "2024-03-01/2024-05-15"]);
  });

  test("start weeks on Monday", () => {
    assert.deepEqual(periods("2024-07-03", 2, 1, "WEEK"), ["2024-06-24/2024-07-01", "2024-07-01/2024-07-03"]);
    assert.deepEqual(periods("2024-07-01", 1, 1, "WEEK"), ["2024-06-24/2024-07-01"]);
  });

  test("start days at midnight and go over a leap day", () => {
    assert.deepEqual(periods("2024-03-01T06:30:00", 2, 1, "DAY"), [
      "2024-02-29/2024-03-01",
      "2024-03-01/2024-03-01T06:30:00",
    ]);
  });

  test("start years and quarters by the fiscal year", () => {
    const fiscal = { fiscalYearStartMonth: 4 };
    assert.deepEqual(periods("2024-11-28", 2, 1, "YEAR", fiscal), ["2023-04-01/2024-04-01", "2024-04-01/2024-11-28"]);
    assert.deepEqual(periods("2024-02-10", 2, 1, "QUARTER", { fiscalYearStartMonth: 2 }), [
      "2023-11-01/2024-02-01",
      "2024-02-01/2024-02-10",
    ]);
  });

  test("go forward from the date when asked", () => {
    assert.deepEqual(periods("2024-03-15", 3, 1, "MONTH", { direction: "FORWARD" }), [
      "2024-03-15/2024-04-01",
      "2024-04-01/2024-05-01",
      "2024-05-01/2024-06-01",
    ]);
    assert.deepEqual(periods("2024-03-01", 1, 2, "MONTH", { direction: "FORWARD" }), ["2024-03-01/2024-05-01"]);
  });

  test("start from a shifted date", () => {
    const shift = { unit: "YEAR", unitCount: 1 } as const;
    assert.deepEqual(periods("2024-07-01", 1, 1, "MONTH", { shift }), ["2023-06-01/2023-07-01"]);
    assert.deepEqual(periods("2024-07-01", 1, 1, "MONTH", { shift: { ...shift, direction: "FORWARD" } }), [
      "2025-06-01/2025-07-01",
    ]);
  });

  test("reach back from each end when they trail", () => {
    assert.deepEqual(periods("2024-07-01", 2, 1, "MONTH", { trailing: { unit: "YEAR", unitCount: 1 } }), [
      "2023-06-01/2024-06-01",
      "2023-07-01/2024-07-01",
    ]);
  });

  test("do not drift at the ends of months", () => {
    assert.equal(formatInstant(addPeriodUnits(at("2024-03-31"), "MONTH", -1)), "2024-02-29");
    assert.equal(formatInstant(addPeriodUnits(at("2024-03-31"), "MONTH", -2)), "2024-01-31");
    assert.equal(formatInstant(addPeriodUnits(at("2024-01-31T08:15:00"), "MONTH", 13)), "2025-02-28T08:15:00");
  });

  test("work before 1970 and in the first years", () => {
    assert.deepEqual(periods("1969-12-30", 1, 1, "WEEK"), ["1969-12-29/1969-12-30"]);
    assert.deepEqual(periods("0050-03-01", 2, 1, "MONTH"), ["0050-01-01/0050-02-01", "0050-02-01/0050-03-01"]);
  });

  test("join without gaps, end at the date, and else lie on boundaries", () => {
    const unit = fc.constantFrom<PeriodUnit>("DAY", "WEEK", "MONTH", "QUARTER", "YEAR");
    const anchor = fc.integer({ min: at("1990-01-01"), max: at("2050-01-01") });
    const small = fc.integer({ min: 1, max: 9 });
    const month = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(anchor, small, small, unit, month, (instant, count, unitCount, periodUnit, fiscalYearStartMonth) => {
        const settings = { anchor: instant, count, unitCount, unit: periodUnit, fiscalYearStartMonth };
        const intervals = computePeriodIntervals(settings);
        assert.equal(intervals.length, count);
        assert.equal(intervals.at(-1)?.end, instant);
        for (const [index, { start, end }] of intervals.entries()) {
          assert.ok(start < end);
          assert.equal(floorToPeriodUnit(start, periodUnit, fiscalYearStartMonth), start);
          assert.equal(intervals[index + 1]?.start ?? instant, end);
        }
      }),
    );
  });
});
