import type { ColumnKind } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ColumnFilter, FilterOperator } from "../../protocol/row-view.ts";

type Sign = readonly [string, FilterOperator];

/** Operator signs before the value in a filter field, longer signs first. */
const textSigns: readonly Sign[] = [
  ["<>", "differs"],
  ["=", "equals"],
  ["^", "startsWith"],
];
const orderSigns: readonly Sign[] = [
  ["<>", "differs"],
  ["<=", "atMost"],
  [">=", "atLeast"],
  ["=", "equals"],
  ["<", "less"],
  [">", "more"],
];

/** Texts that denote a filter without a value. */
interface FilterLabels {
  readonly isEmpty: string;
  readonly isMissing: string;
  readonly isPresent: string;
  readonly isNoneOf: string;
}

/**
 * Returns the filter operator for input without an operator sign. Text columns are searched, other columns are
 * compared.
 */
export function defaultOperatorOf(kind: ColumnKind): FilterOperator {
  return kind === "text" ? "contains" : "equals";
}

/** Parses the input of a column's filter field. Undefined for blank input. `1..5` means between 1 and 5. */
export function parseFilterText(
  text: string,
  column: number,
  kind: ColumnKind,
  labels: FilterLabels,
): ColumnFilter | undefined {
  const trimmed = text.trim();
  if (trimmed === "") {
    return undefined;
  }
  for (const operator of ["isEmpty", "isMissing", "isPresent"] as const) {
    if (trimmed.toLowerCase() === labels[operator].toLowerCase()) {
      return { column, operator, values: [] };
    }
  }
  const range = kind === "text" ? null : /^(.+?)\s*\.\.\s*(.+)$/.exec(trimmed);
  if (range) {
    return { column, operator: "between", values: [range[1] ?? "", range[2] ?? ""] };
  }
  const [sign = "", operator = defaultOperatorOf(kind)] =
    signsOf(kind).find(([known]) => trimmed.startsWith(known)) ?? [];
  return { column, operator, values: [trimmed.slice(sign.length).trim()] };
}

/** Formats a filter as text for the column's filter field. The reverse of `parseFilterText`. */
export function formatFilterText(
  filter: ColumnFilter,
  kind: ColumnKind,
  labels: FilterLabels,
  missing: string,
): string {
  const { operator, values } = filter;
  const [first = "", second = ""] = values.map((value) => value ?? missing);
  switch (operator) {
    case "isEmpty":
    case "isMissing":
    case "isPresent":
      return labels[operator];
    case "between":
      return `${first}..${second}`;
    case "oneOf":
      return values.map((value) => value ?? missing).join(", ");
    case "noneOf":
      return `${labels.isNoneOf} ${values.map((value) => value ?? missing).join(", ")}`;
    case "contains":
      return first;
    default: {
      const sign = signsOf(kind).find(([, known]) => known === operator)?.[0] ?? "";
      return operator === defaultOperatorOf(kind) ? first : `${sign}${kind === "text" ? "" : " "}${first}`;
    }
  }
}

function signsOf(kind: ColumnKind): readonly Sign[] {
  return kind === "text" ? textSigns : orderSigns;
}

/** Creates the translated texts of filters that have no value, such as for missing cells. */
export function createFilterLabels(strings: ResultsStrings): FilterLabels {
  const { filterIsEmpty, filterIsMissing, filterIsPresent, filterNoneOf } = strings;
  return { isEmpty: filterIsEmpty, isMissing: filterIsMissing, isPresent: filterIsPresent, isNoneOf: filterNoneOf };
}
