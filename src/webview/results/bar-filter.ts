import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";

/** Maximum length of a value in a header summary, as set by the data worker. */
const longestValue = 60;

/** Returns the filter for the rows of a bar in a column header. */
export function filterOfBar(column: number, bar: SummaryBar, { shape, bars }: ColumnSummary): ColumnFilter {
  const { from, to } = bar;
  if (shape === "values") {
    // A value that was truncated for the header is matched by its beginning.
    return { column, operator: from.length < longestValue ? "equals" : "startsWith", values: [from] };
  }
  if (from === to) {
    return { column, operator: "equals", values: [from] };
  }
  // The outer ends are rounded, so the filter is open there.
  if (bar === bars[0]) {
    return { column, operator: "atMost", values: [to] };
  }
  return bar === bars.at(-1)
    ? { column, operator: "atLeast", values: [from] }
    : { column, operator: "between", values: [from, to] };
}
