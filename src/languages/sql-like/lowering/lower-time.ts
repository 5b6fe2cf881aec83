import type { QueryTimeInterval, QueryTimeIntervals } from "../../../contract/query-parts.ts";
import type { TimeFilter } from "../binding/check-time.ts";
import { formatInstant } from "../time/instant.ts";
import { addUnits, floorToUnit } from "../time/intervals.ts";
import type { PeriodUnit } from "../time/units.ts";

/** One month that ends with the data (sql-like-language 5.6). */
const latestMonth = {
  dynamicDateFrom: "SOURCE",
  intervalPeriodType: "MONTH",
  intervalPeriodCount: 1,
  direction: "BACKWARD",
};

/** The periods of an aggregate query. */
export function lowerPeriods(time: TimeFilter | undefined): QueryTimeIntervals {
  if (time?.kind !== "periods") {
    return { ...latestMonth, intervalCount: 1 };
  }
  return {
    fromDateTime: formatInstant(time.anchor),
    intervalPeriodType: time.unit,
    intervalPeriodCount: time.unitCount,
    intervalCount: time.count,
    direction: "BACKWARD",
  };
}

/** The range of a list query, told back from its end. */
export function lowerRange(time: TimeFilter | undefined): QueryTimeInterval {
  if (time?.kind !== "range") {
    return { ...latestMonth };
  }
  const { unit, unitCount } = measureRange(time.from, time.to);
  return {
    fromDateTime: formatInstant(time.to),
    intervalPeriodType: unit,
    intervalPeriodCount: unitCount,
    direction: "BACKWARD",
  };
}

/** Whole months between two firsts of a month at midnight, else whole days between two midnights, else milliseconds. */
function measureRange(from: number, to: number): { readonly unit: PeriodUnit; readonly unitCount: number } {
  if (floorToUnit(from, "MONTH") === from && floorToUnit(to, "MONTH") === to) {
    const start = new Date(from);
    const end = new Date(to);
    const years = end.getUTCFullYear() - start.getUTCFullYear();
    return { unit: "MONTH", unitCount: years * 12 + end.getUTCMonth() - start.getUTCMonth() };
  }
  if (floorToUnit(from, "DAY") === from && floorToUnit(to, "DAY") === to) {
    const day = addUnits(0, "DAY", 1);
    return { unit: "DAY", unitCount: (to - from) / day };
  }
  return { unit: "MILLISECOND", unitCount: to - from };
}
