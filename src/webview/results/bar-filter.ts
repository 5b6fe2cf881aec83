import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";

/** As long as the data worker gives a value for a header. */
const longestValue = 60;

/** The filter that leaves the rows of a header's bar. */
export function filterOfBar(column: number, bar: SummaryBar, { shape, bars }: ColumnSummary): ColumnFilter {
  const { from, to } = bar;
  if (shape === "values") {
    // A value that was cut for the header is known by how it begins.
    return { column, operator: from.length < longestValue ? "equals" : "startsWith", values: [from] };
  }
  if (from === to) {
    return { column, operator: "equals", values: [from] };
  }
  // The outer ends are rounded: what lies at them belongs to the bar.
  if (bar === bars[0]) {
    return { column, operator: "atMost", values: [to] };
  }
  return bar === bars.at(-1)
    ? { column, operator: "atLeast", values: [from] }
    : { column, operator: "between", values: [from, to] };
}
