import type { PivotFunction } from "../protocol/pivot.ts";
import { type StoredColumn, shownSql } from "./column-storage.ts";
import { exactAverageSql, type NumberForm } from "./exact-number.ts";
import { ResultError } from "./result-error.ts";

/** How one value is computed over many rows. */
export interface Aggregate {
  /** SQL text of what is taken of each row `t`. */
  readonly input: string;
  /** Whether the outcome is text or a number, and whether that number is exact. */
  readonly outcome: "text" | "exact" | "double";
  /** SQL text of the outcome over `input`, which goes by the given name. */
  over(input: string): string;
}

/** Throws `badRequest` where the column has no numbers for a function that needs them. */
export function aggregateOf(
  name: PivotFunction,
  column: StoredColumn,
  position: number,
  form: NumberForm | undefined,
): Aggregate {
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
