import type { ColumnFilter } from "../../protocol/row-view.ts";
import type { StoredColumn } from "../facts/column-storage.ts";

/** A column as a comparison sees it. */
export interface ComparedColumn {
  readonly column: StoredColumn;
  /** SQL text of the stored value. */
  readonly value: string;
  /** SQL text of what is shown. */
  readonly shown: string;
  /** Whether the text of some value is kept beside it. */
  readonly hasTexts: boolean;
}

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

const signs = { equals: "=", differs: "<>", less: "<", atMost: "<=", more: ">", atLeast: ">=" } as const;

/** Puts a filter together from single comparisons; `compare` gives the SQL text of one with a value as it was written. */
export function comparisonSql(
  { operator, values }: ColumnFilter,
  compare: (sign: Comparison, value: string) => string,
): string {
  const [first = "", second = ""] = values.map((one) => one ?? "");
  if (operator === "between") {
    return `${compare(">=", first)} AND ${compare("<=", second)}`;
  }
  const known: Partial<Record<string, Comparison>> = signs;
  return compare(known[operator] ?? "=", first);
}
