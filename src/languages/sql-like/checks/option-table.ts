import { type Node, type ParseError, parseTree } from "jsonc-parser";
import {
  optionValues,
  type SqlLikeAggregateOptions,
  type SqlLikeListOptions,
} from "../../../contract/query-options.ts";
import type { OptionComment } from "../../core/text/option-comments.ts";
import type { QueryKind } from "../syntax/query-kind.ts";

/** Type of a query option with its allowed values. */
type OptionType =
  /** Option that accepts one of several values; the first value is the service's default. */
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "integer"; readonly least: number }
  | { readonly kind: "boolean" }
  /** Option that accepts any text; `example` shows the expected format. */
  | { readonly kind: "text"; readonly example: string }
  | { readonly kind: "object"; readonly fields: OptionTable };

export interface Option {
  readonly type: OptionType;
  /** Effect of the query option, described in one sentence. */
  readonly description: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

const choice = (description: string, values: readonly string[]): Option => ({
  type: { kind: "choice", values },
  description,
});
const text = (description: string, example: string): Option => ({ type: { kind: "text", example }, description });
const integer = (description: string, least: number): Option => ({ type: { kind: "integer", least }, description });
const flag = (description: string): Option => ({ type: { kind: "boolean" }, description });
const group = (description: string, fields: OptionTable): Option => ({ type: { kind: "object", fields }, description });

const shared = {
  calendarType: choice("The calendar that periods follow.", optionValues.calendarType),
  calendarId: text("The calendar by its id.", "calendar-id"),
  currencyConversionMode: text(
    "How amounts are converted; out of date, the code alone is enough.",
    "TENANT_CURRENCY_CONVERSION",
  ),
  currencyConversionDate: text("The day whose rates are used.", "2024-01-31"),
  currencyConversionCode: text("The currency that amounts are given in.", "EUR"),
};

/**
 * Options of an aggregate query (sql-like-language 11.4). The type requires an entry for each option of the request
 * schema.
 */
const aggregateOptions = {
  ...shared,
  lineageDepth: integer("How many levels of its parts come with a cell.", 0),
  zeroVisibility: choice("What becomes of cells that are zero.", optionValues.zeroVisibility),
  nullVisibility: choice("What becomes of cells without a value.", optionValues.nullVisibility),
  cellDistributionOptions: group("Adds the distribution of values to each cell.", {
    binCount: integer("Number of its bins.", 1),
  }),
  axisVisibility: choice("How much is told about the axes.", optionValues.axisVisibility),
  enableSparseResults: flag("Leaves cells out that are zero or without a value."),
  internal: group("Settings of the service itself.", {
    sparseHandlingMode: choice(
      "Whether `enableSparseResults` counts, or all or no results are sparse.",
      optionValues.sparseHandlingMode,
    ),
    alignTimeAxisToPeriodEnd: flag("Moves every time member back by one millisecond, into its period."),
  }),
  memberDisplayMode: choice("How members are written.", optionValues.memberDisplayMode),
  axesOverallValueMode: choice("Adds a member for all others.", optionValues.axesOverallValueMode),
} satisfies Record<keyof SqlLikeAggregateOptions, Option>;

/**
 * Options of a list query (sql-like-language 11.4). The type requires an entry for each option of the request schema.
 */
const listOptions = {
  ...shared,
  limit: integer("At most this many rows come.", 1),
  page: integer("The page of `limit` rows, 1000 without it, counted from 0.", 0),
  queryMode: choice("What becomes of a column that cannot be resolved.", optionValues.queryMode),
  omitHeader: flag("Leaves out the names of the columns; needs `queryMode` FILL or FAIL."),
  recordMode: choice("One row for each member, or one for each change.", optionValues.recordMode),
  dateTimeDisplayMode: choice("How instants are written.", optionValues.dateTimeDisplayMode),
} satisfies Record<keyof SqlLikeListOptions, Option>;

/** Query options by query kind, each with the name of the request field that contains them. */
export const optionSets: Readonly<Record<QueryKind, { readonly name: string; readonly options: OptionTable }>> = {
  aggregate: { name: "aggregateQueryOptions", options: aggregateOptions },
  list: { name: "listQueryOptions", options: listOptions },
};

/** Returns the query kind for the name of a request field that contains options. */
export function kindOfOptions(name: string): QueryKind | undefined {
  const folded = name.toLowerCase();
  return (["aggregate", "list"] as const).find((kind) => optionSets[kind].name.toLowerCase() === folded);
}

/** Returns the values that completion proposes for a query option, as JSON text. */
export function valuesOf({ type }: Option): readonly string[] {
  switch (type.kind) {
    case "choice":
      return type.values.map((value) => JSON.stringify(value));
    case "boolean":
      return ["true", "false"];
    case "integer":
      return [String(type.least)];
    case "text":
      return [JSON.stringify(type.example)];
    case "object":
      return ["{}"];
  }
}

/**
 * Parses the JSON of an option comment to a tree whose offsets count from `json.start`; `undefined` if the JSON has
 * syntax errors.
 */
export function optionTree(text: string, { json }: OptionComment): Node | undefined {
  const faults: ParseError[] = [];
  const root = parseTree(text.slice(json.start, json.end), faults, {
    allowTrailingComma: false,
    disallowComments: true,
  });
  return faults.length === 0 ? root : undefined;
}
