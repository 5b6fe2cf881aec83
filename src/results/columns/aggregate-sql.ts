import type { Additivity } from "../../base/additivity.ts";
import { addsUpValues, type PivotFunction } from "../../protocol/pivot.ts";
import { buildShownTextSql, type StoredColumn } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import { buildExactAverageSql, type NumberRepresentation } from "./exact-number.ts";

/** Computation of one value from several rows, such as a sum. */
export interface AggregateComputation {
  /** SQL of the input value of the row `t`. */
  readonly input: string;
  /** Type of the computed value: text, exact number, or double. */
  readonly outcome: "text" | "exact" | "double";
  /** Returns the SQL of the aggregate function over a column that contains the input values. */
  over(input: string): string;
}

/** The column that a value is computed from. */
interface AggregateInput {
  readonly column: StoredColumn;
  readonly position: number;
  /** Undefined for a column without numbers. */
  readonly form: NumberRepresentation | undefined;
  /** Extent to which the metric may be added up. Undefined if the column is not a metric. */
  readonly additivity: Additivity | undefined;
}

/** SQL condition that all rows of a group have the same period; each row has `buildPeriodSql` as `period`. */
const isOnePeriod = "min(period) IS NOT DISTINCT FROM max(period)";

/** Builds SQL of the period of the row `t`, which is the text of all its date columns. */
export function buildPeriodSql(columns: readonly StoredColumn[]): string {
  const dates = columns.flatMap((column, position) =>
    column.kind === "date" ? [`coalesce(${buildShownTextSql(column, position, "t")}, '')`] : [],
  );
  return dates.length === 0 ? "''" : dates.join(" || ' ' || ");
}

/**
 * Creates the computation of an aggregate function for a column. The rows must have a column `period`. Throws
 * `badRequest` when the function needs numbers and the column has none, or when the column's values must not be added
 * up.
 */
export function createAggregate(name: PivotFunction, input: AggregateInput): AggregateComputation {
  const { column, additivity } = input;
  if (additivity === "none" && addsUpValues(name)) {
    throw new ResultError(
      `The values of "${column.name}" cannot be added up or averaged: the business model does not define them as counts or sums, or it could not be asked. Choose another function, or remove a dimension from the query so that the service computes the total.`,
      { code: "badRequest" },
    );
  }
  const plain = plainAggregate(name, input);
  const isLimited = additivity === "withinPeriod" && name === "sum";
  const isExtended = name === "single" && input.form !== undefined && additivity !== undefined && additivity !== "none";
  if (!isLimited && !isExtended) {
    return plain;
  }
  const isAllowed = additivity === "withinPeriod" ? isOnePeriod : "true";
  return { ...plain, over: (value) => `CASE WHEN ${isAllowed} THEN sum(${value}) END` };
}

function plainAggregate(name: PivotFunction, { column, position, form }: AggregateInput): AggregateComputation {
  const text = buildShownTextSql(column, position, "t");
  // Response formats without null use empty text instead.
  const present = column.kind === "text" ? text : `nullif(${text}, '')`;
  if (name === "count") {
    return { input: present, outcome: "exact", over: (input) => `count(${input})` };
  }
  if (name === "distinct") {
    return { input: form?.sql ?? present, outcome: "exact", over: (input) => `count(DISTINCT ${input})` };
  }
  if (name === "minimum" || name === "maximum") {
    const least = name === "minimum" ? "min" : "max";
    return { input: form?.sql ?? present, outcome: outcomeType(form), over: (input) => `${least}(${input})` };
  }
  if (name === "single") {
    const single = (input: string) => `CASE WHEN count(*) = 1 THEN min(${input}) END`;
    return { input: form?.sql ?? present, outcome: outcomeType(form), over: single };
  }
  if (!form) {
    throw new ResultError(
      `"${column.name}" has no numbers to add up. Choose count, distinct count, minimum or maximum.`,
      { code: "badRequest" },
    );
  }
  if (name === "sum") {
    return { input: form.sql, outcome: outcomeType(form), over: (input) => `sum(${input})` };
  }
  const { scale, averageScale } = form;
  if (scale === undefined || averageScale === undefined) {
    return { input: `(${form.sql})::DOUBLE`, outcome: "double", over: (input) => `avg(${input})` };
  }
  return {
    input: form.sql,
    outcome: "exact",
    over: (input) => buildExactAverageSql(`sum(${input})`, `count(${input})`, scale, averageScale),
  };
}

function outcomeType(form: NumberRepresentation | undefined): AggregateComputation["outcome"] {
  return form === undefined ? "text" : form.scale === undefined ? "double" : "exact";
}
