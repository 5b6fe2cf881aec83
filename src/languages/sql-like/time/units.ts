import { WordMap } from "../../core/text/same-word.ts";

/** Period types of JSON queries. `MILLISECOND` is our addition, so that every range can be expressed. */
export type PeriodUnit = "MILLISECOND" | "DAY" | "WEEK" | "MONTH" | "QUARTER" | "YEAR";

/** Units of `period(k, Unit)` as completion writes them (sql-like-language 5.3), most used first. */
export const units: Readonly<Record<string, PeriodUnit>> = {
  Month: "MONTH",
  Day: "DAY",
  Week: "WEEK",
  Quarter: "QUARTER",
  Year: "YEAR",
};

const unitsByName = new WordMap(Object.entries(units));

/** Period type of a unit name, ignoring case. */
export function findUnit(name: string): PeriodUnit | undefined {
  return unitsByName.get(name);
}
