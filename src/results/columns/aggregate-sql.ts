import type { Additivity } from "../../base/additivity.ts";
import { isAdding, type PivotFunction } from "../../protocol/pivot.ts";
import { type StoredColumn, shownSql } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import { exactAverageSql, type NumberForm } from "./exact-number.ts";

/** How one value is computed over many rows. */
export interface Aggregate {
  /** SQL text of what is taken of each row `t`. */
  readonly input: string;
  /** Whether the outcome is text or a number, and whether that number is exact. */
  readonly outcome: "text" | "exact" | "double";
  /** SQL text of the outcome over `input`, which goes by the given name. */
  over(input: string): string;
}

/** The column that a value is computed of. */
interface AggregateInput {
  readonly column: StoredColumn;
  readonly position: number;
  /** Absent for a column without numbers. */
  readonly form: NumberForm | undefined;
  /** Absent where the column is no metric, or nothing is known of it. */
  readonly additivity: Additivity | undefined;
}

/** SQL text of whether all rows of a group are of one period; the rows have the text of `periodSql` as `period`. */
const isOnePeriod = "min(period) IS NOT DISTINCT FROM max(period)";

/** SQL text of the period of the row `t`, by all columns of dates. */
export function periodSql(columns: readonly StoredColumn[]): string {
  const dates = columns.flatMap((column, position) =>
    column.kind === "date" ? [`coalesce(${shownSql(column, position, "t")}, '')`] : [],
  );
  return dates.length === 0 ? "''" : dates.join(" || ' ' || ");
}

/**
 * Computes a value over rows that have their period beside them. Throws `badRequest` where the column has no numbers for a function
 * that needs them, and where adding up its values is wrong.
 */
export function aggregateOf(name: PivotFunction, input: AggregateInput): Aggregate {
  const { column, additivity } = input;
  if (additivity === "none" && isAdding(name)) {
    throw new ResultError(
      `The values of "${column.name}" cannot be added up or averaged: by the business model they are no counts and no sums. Choose another function, or leave a dimension out of the query, so that the service computes the total.`,
      { code: "badRequest" },
    );
  }
  const plain = plainAggregateOf(name, input);
  const isLimited = additivity === "withinPeriod" && name === "sum";
  const isExtended = name === "single" && input.form !== undefined && additivity !== undefined && additivity !== "none";
  if (!isLimited && !isExtended) {
    return plain;
  }
  const isAllowed = additivity === "withinPeriod" ? isOnePeriod : "true";
  return { ...plain, over: (value) => `CASE WHEN ${isAllowed} THEN sum(${value}) END` };
}

function plainAggregateOf(name: PivotFunction, { column, position, form }: AggregateInput): Aggregate {
  const text = shownSql(column, position, "t");
  // Answers that cannot write a null have empty text in its place.
  const present = column.kind === "text" ? text : `nullif(${text}, '')`;
  if (name === "count") {
    return { input: present, outcome: "exact", over: (input) => `count(${input})` };
  }
  if (name === "distinct") {
    return { input: form?.sql ?? present, outcome: "exact", over: (input) => `count(DISTINCT ${input})` };
  }
  if (name === "minimum" || name === "maximum") {
    const least = name === "minimum" ? "min" : "max";
    return { input: form?.sql ?? present, outcome: outcomeOf(form), over: (input) => `${least}(${input})` };
  }
  if (name === "single") {
    const single = (input: string) => `CASE WHEN count(*) = 1 THEN min(${input}) END`;
    return { input: form?.sql ?? present, outcome: outcomeOf(form), over: single };
  }
  if (!form) {
    throw new ResultError(
      `"${column.name}" has no numbers to add up. Choose count, distinct count, minimum or maximum.`,
      { code: "badRequest" },
    );
  }
  if (name === "sum") {
    return { input: form.sql, outcome: outcomeOf(form), over: (input) => `sum(${input})` };
  }
  const { scale, averageScale } = form;
  if (scale === undefined || averageScale === undefined) {
    return { input: `(${form.sql})::DOUBLE`, outcome: "double", over: (input) => `avg(${input})` };
  }
  return {
    input: form.sql,
    outcome: "exact",
    over: (input) => exactAverageSql(`sum(${input})`, `count(${input})`, scale, averageScale),
  };
}

function outcomeOf(form: NumberForm | undefined): Aggregate["outcome"] {
  return form === undefined ? "text" : form.scale === undefined ? "double" : "exact";
}
