import { isRecord } from "./guards.ts";

const additivities = ["none", "withinPeriod", "full"] as const;

/**
 * How far the values of a metric may be added up. `none`: not at all, such as averages and rates; `withinPeriod`: over
 * the members of one period but not across periods, such as the number of employees; `full`: over both, such as the
 * number of hires.
 */
export type Additivity = (typeof additivities)[number];

/** Additivity by column name. Columns that are not metrics are absent. */
export type ColumnAdditivity = Readonly<Record<string, Additivity>>;

export function isColumnAdditivity(value: unknown): value is ColumnAdditivity {
  const isKnown = (text: unknown) => additivities.some((known) => known === text);
  return isRecord(value) && Object.values(value).every(isKnown);
}
