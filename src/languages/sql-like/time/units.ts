import { CaseInsensitiveWordMap } from "../../core/text/same-word.ts";

/** Period types of JSON queries. `MILLISECOND` is an addition of this project, so that every range can be expressed. */
export type PeriodUnit = "MILLISECOND" | "DAY" | "WEEK" | "MONTH" | "QUARTER" | "YEAR";

/**
 * Period types by the unit name in `period(k, Unit)`, spelled as completion inserts it, most frequently used first
 * (sql-like-language 5.3).
 */
export const periodUnits: Readonly<Record<string, PeriodUnit>> = {
  Month: "MONTH",
  Day: "DAY",
  Week: "WEEK",
  Quarter: "QUARTER",
  Year: "YEAR",
};

const unitsByName = new CaseInsensitiveWordMap(Object.entries(periodUnits));

/** Returns the period type for a unit name, ignoring case. */
export function findPeriodUnit(name: string): PeriodUnit | undefined {
  return unitsByName.get(name);
}
