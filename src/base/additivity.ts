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

/** What may be added up in the table of an answer. */
export interface AnswerAdditivity {
  /** Whether numbers whose additivity is unknown belong to metrics, and so must not be added up. */
  readonly isAggregate: boolean;
  readonly columns: ColumnAdditivity;
}

export function isAnswerAdditivity(value: unknown): value is AnswerAdditivity {
  return isRecord(value) && typeof value["isAggregate"] === "boolean" && isColumnAdditivity(value["columns"]);
}

function isColumnAdditivity(value: unknown): value is ColumnAdditivity {
  return isRecord(value) && Object.values(value).every(isAdditivity);
}

export function isAdditivity(value: unknown): value is Additivity {
  return additivities.some((known) => known === value);
}
