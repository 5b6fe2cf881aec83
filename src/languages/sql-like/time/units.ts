import { WordMap } from "../../core/text/same-word.ts";

/** Period types of the JSON query. The tables' `MILLISECOND` is ours, so that every range can be said. */
export type PeriodUnit = "MILLISECOND" | "DAY" | "WEEK" | "MONTH" | "QUARTER" | "YEAR";

/** Units of `period(k, Unit)` as completion writes them (sql-like-language 5.3), the most used first. */
export const units: Readonly<Record<string, PeriodUnit>> = {
  Month: "MONTH",
  Day: "DAY",
  Week: "WEEK",
  Quarter: "QUARTER",
  Year: "YEAR",
};

const unitsByName = new WordMap(Object.entries(units));

/** The period type of a unit's name in any letter case. */
export function findUnit(name: string): PeriodUnit | undefined {
  return unitsByName.get(name);
}
