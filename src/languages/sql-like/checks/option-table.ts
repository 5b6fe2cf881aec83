import { type Node, type ParseError, parseTree } from "jsonc-parser";
import {
  queryOptionValues,
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
  | { readonly kind: "object"; readonly fields: QueryOptionTable };

export interface QueryOption {
  readonly type: OptionType;
  /** Effect of the query option, described in one sentence. */
  readonly description: string;
}

export type QueryOptionTable = Readonly<Record<string, QueryOption>>;

const choice = (description: string, values: readonly string[]): QueryOption => ({
  type: { kind: "choice", values },
  description,
});
const text = (description: string, example: string): QueryOption => ({ type: { kind: "text", example }, description });
const integer = (description: string, least: number): QueryOption => ({
  type: { kind: "integer", least },
  description,
});
const flag = (description: string): QueryOption => ({ type: { kind: "boolean" }, description });
const group = (description: string, fields: QueryOptionTable): QueryOption => ({
  type: { kind: "object", fields },
  description,
});

const shared = {
  calendarType: choice("The calendar that periods follow.", queryOptionValues.calendarType),
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
  zeroVisibility: choice("What becomes of cells that are zero.", queryOptionValues.zeroVisibility),
  nullVisibility: choice("What becomes of cells without a value.", queryOptionValues.nullVisibility),
  cellDistributionOptions: group("Adds the distribution of values to each cell.", {
    binCount: integer("Number of its bins.", 1),
  }),
  axisVisibility: choice("How much is told about the axes.", queryOptionValues.axisVisibility),
  enableSparseResults: flag("Leaves cells out that are zero or without a value."),
  internal: group("Settings of the service itself.", {
    sparseHandlingMode: choice(
      "Whether `enableSparseResults` counts, or all or no results are sparse.",
      queryOptionValues.sparseHandlingMode,
    ),
    alignTimeAxisToPeriodEnd: flag("Moves every time member back by one millisecond, into its period."),
  }),
  memberDisplayMode: choice("How members are written.", queryOptionValues.memberDisplayMode),
  axesOverallValueMode: choice("Adds a member for all others.", queryOptionValues.axesOverallValueMode),
} satisfies Record<keyof SqlLikeAggregateOptions, QueryOption>;

/**
 * Options of a list query (sql-like-language 11.4). The type requires an entry for each option of the request schema.
 */
const listOptions = {
  ...shared,
  limit: integer("At most this many rows come.", 1),
  page: integer("The page of `limit` rows, 1000 without it, counted from 0.", 0),
  queryMode: choice("What becomes of a column that cannot be resolved.", queryOptionValues.queryMode),
  omitHeader: flag("Leaves out the names of the columns; needs `queryMode` FILL or FAIL."),
  recordMode: choice("One row for each member, or one for each change.", queryOptionValues.recordMode),
  dateTimeDisplayMode: choice("How instants are written.", queryOptionValues.dateTimeDisplayMode),
} satisfies Record<keyof SqlLikeListOptions, QueryOption>;

/** Query options by query kind, each with the name of the request field that contains them. */
export const queryOptionSets: Readonly<
  Record<QueryKind, { readonly name: string; readonly options: QueryOptionTable }>
> = {
  aggregate: { name: "aggregateQueryOptions", options: aggregateOptions },
  list: { name: "listQueryOptions", options: listOptions },
};

/** Returns the query kind for the name of a request field that contains options. */
export function queryKindOfOptions(name: string): QueryKind | undefined {
  const folded = name.toLowerCase();
  return (["aggregate", "list"] as const).find((kind) => queryOptionSets[kind].name.toLowerCase() === folded);
}

/** Returns the values that completion proposes for a query option, as JSON text. */
export function optionValuesOf({ type }: QueryOption): readonly string[] {
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
export function parseOptionComment(text: string, { json }: OptionComment): Node | undefined {
  const faults: ParseError[] = [];
  const root = parseTree(text.slice(json.start, json.end), faults, {
    allowTrailingComma: false,
    disallowComments: true,
  });
  return faults.length === 0 ? root : undefined;
}
