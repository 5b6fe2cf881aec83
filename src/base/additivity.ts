import { isRecord } from "./guards.ts";

const additivities = ["none", "withinPeriod", "full"] as const;

/**
 * Extent to which the values of a metric may be added up. `none`: not at all, such as averages. `withinPeriod`: within
 * one period but not across periods, such as headcount. `full`: also across periods, such as the number of hires.
 */
export type Additivity = (typeof additivities)[number];

/** Additivity by column name. Columns that are not metrics are absent. */
export type ColumnAdditivity = Readonly<Record<string, Additivity>>;

/** Numbers of a query result that may be added up. */
export interface ResultAdditivity {
  /**
   * Whether the query is an aggregate. If true, columns with unknown additivity may be metrics and must not be added
   * up.
   */
  readonly isAggregate: boolean;
  readonly columns: ColumnAdditivity;
}

export function isResultAdditivity(value: unknown): value is ResultAdditivity {
  return isRecord(value) && typeof value["isAggregate"] === "boolean" && isColumnAdditivity(value["columns"]);
}

function isColumnAdditivity(value: unknown): value is ColumnAdditivity {
  return isRecord(value) && Object.values(value).every(isAdditivity);
}

export function isAdditivity(value: unknown): value is Additivity {
  return additivities.some((known) => known === value);
}
