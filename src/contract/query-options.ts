import type { Static } from "typebox";
import * as Type from "typebox";

/**
 * Allowed values of enumeration options in queries, by option name; the first value is the default. Used by the
 * embedded service and by completion in the editor (sql-like-language 11.4; semantics.md, "Aggregates").
 */
export const queryOptionValues = {
  calendarType: ["TENANT_CALENDAR", "GREGORIAN_CALENDAR"],
  zeroVisibility: ["SHOW", "HIDE", "ELIMINATE"],
  nullVisibility: ["SHOW", "HIDE", "ELIMINATE"],
  axisVisibility: ["SIMPLE", "VERBOSE"],
  sparseHandlingMode: ["ALLOW", "DISALLOW", "FORCE"],
  memberDisplayMode: ["DEFAULT", "COMPACT", "DISPLAY", "MDX", "COMPACT_DISPLAY", "UNCHANGED"],
  axesOverallValueMode: ["NONE", "AGGREGATE", "OVERALL"],
  queryMode: ["DEFAULT", "FILL", "FAIL"],
  recordMode: ["NORMAL", "CHANGES"],
  dateTimeDisplayMode: ["EPOCH", "DATETIME"],
} as const;

/** Schema of the execution options for aggregate queries. The specification shows only calendarType. */
export const AggregateQueryOptions = Type.Object({
  calendarType: Type.Optional(Type.String({ examples: ["GREGORIAN_CALENDAR"] })),
  currencyConversionMode: Type.Optional(
    Type.String({ "x-source": "assumed", examples: ["TENANT_CURRENCY_CONVERSION"] }),
  ),
  currencyConversionDate: Type.Optional(Type.String({ "x-source": "assumed" })),
  currencyConversionCode: Type.Optional(Type.String({ "x-source": "assumed" })),
  lineageDepth: Type.Optional(Type.Integer({ "x-source": "assumed" })),
  zeroVisibility: Type.Optional(Type.String({ "x-source": "assumed", examples: ["SHOW"] })),
  nullVisibility: Type.Optional(Type.String({ "x-source": "assumed", examples: ["SHOW"] })),
  cellDistributionOptions: Type.Optional(
    Type.Object({ binCount: Type.Optional(Type.Integer()) }, { "x-source": "assumed" }),
  ),
  axisVisibility: Type.Optional(Type.String({ "x-source": "assumed", examples: ["SIMPLE"] })),
  enableSparseResults: Type.Optional(Type.Boolean({ "x-source": "assumed" })),
  internal: Type.Optional(
    Type.Object(
      {
        sparseHandlingMode: Type.Optional(Type.String({ examples: ["ALLOW"] })),
        alignTimeAxisToPeriodEnd: Type.Optional(Type.Boolean()),
      },
      { "x-source": "assumed" },
    ),
  ),
  memberDisplayMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["DEFAULT"] })),
  axesOverallValueMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["NONE"] })),
  calendarId: Type.Optional(Type.String({ "x-source": "assumed" })),
  enableDescendingSpace: Type.Optional(
    Type.Boolean({ description: "Not usable in SQL-like queries.", "x-source": "assumed" }),
  ),
});
export type AggregateQueryOptions = Static<typeof AggregateQueryOptions>;

/**
 * Schema of the execution options for list queries. Its fields are assumed, because the specification does not show
 * them.
 */
export const ListQueryOptions = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ "x-source": "assumed" })),
    queryMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["DEFAULT"] })),
    omitHeader: Type.Optional(Type.Boolean({ "x-source": "assumed" })),
    calendarType: Type.Optional(Type.String({ "x-source": "assumed" })),
    currencyConversionMode: Type.Optional(Type.String({ "x-source": "assumed" })),
    currencyConversionDate: Type.Optional(Type.String({ "x-source": "assumed" })),
    currencyConversionCode: Type.Optional(Type.String({ "x-source": "assumed" })),
    page: Type.Optional(Type.Integer({ "x-source": "assumed" })),
    recordMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["NORMAL"] })),
    dateTimeDisplayMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["EPOCH"] })),
    calendarId: Type.Optional(Type.String({ "x-source": "assumed" })),
    multipleTables: Type.Optional(
      Type.Boolean({ description: "Not usable in SQL-like queries.", "x-source": "assumed" }),
    ),
  },
  { "x-source": "assumed" },
);
export type ListQueryOptions = Static<typeof ListQueryOptions>;

/**
 * Schema of the execution options for snapshot queries. Its fields are assumed, because the specification does not show
 * them.
 */
export const SnapshotQueryOptions = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ "x-source": "assumed" })),
    queryMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["DEFAULT"] })),
    omitHeader: Type.Optional(Type.Boolean({ "x-source": "assumed" })),
    calendarType: Type.Optional(Type.String({ "x-source": "assumed" })),
    currencyConversionDate: Type.Optional(Type.String({ "x-source": "assumed" })),
    currencyConversionCode: Type.Optional(Type.String({ "x-source": "assumed" })),
    page: Type.Optional(Type.Integer({ "x-source": "assumed" })),
    dateTimeDisplayMode: Type.Optional(Type.String({ "x-source": "assumed", examples: ["EPOCH"] })),
    multipleTables: Type.Optional(Type.Boolean({ "x-source": "assumed" })),
  },
  { "x-source": "assumed" },
);
export type SnapshotQueryOptions = Static<typeof SnapshotQueryOptions>;

/** Schema of the aggregate options in a SQL-like query. The option enableDescendingSpace is not supported. */
export const SqlLikeAggregateOptions = Type.Object({
  calendarType: Type.Optional(Type.String({ examples: ["TENANT_CALENDAR"] })),
  currencyConversionMode: Type.Optional(Type.String({ examples: ["TENANT_CURRENCY_CONVERSION"] })),
  currencyConversionDate: Type.Optional(Type.String()),
  currencyConversionCode: Type.Optional(Type.String()),
  lineageDepth: Type.Optional(Type.Integer()),
  zeroVisibility: Type.Optional(Type.String({ examples: ["SHOW"] })),
  nullVisibility: Type.Optional(Type.String({ examples: ["SHOW"] })),
  cellDistributionOptions: Type.Optional(Type.Object({ binCount: Type.Optional(Type.Integer()) })),
  axisVisibility: Type.Optional(Type.String({ examples: ["SIMPLE"] })),
  enableSparseResults: Type.Optional(Type.Boolean()),
  internal: Type.Optional(
    Type.Object({
      sparseHandlingMode: Type.Optional(Type.String({ examples: ["ALLOW"] })),
      alignTimeAxisToPeriodEnd: Type.Optional(Type.Boolean()),
    }),
  ),
  memberDisplayMode: Type.Optional(Type.String({ examples: ["DEFAULT"] })),
  axesOverallValueMode: Type.Optional(Type.String({ examples: ["NONE"] })),
  calendarId: Type.Optional(Type.String()),
});
export type SqlLikeAggregateOptions = Static<typeof SqlLikeAggregateOptions>;

/** Schema of the list options in a SQL-like query. The option multipleTables is not supported. */
export const SqlLikeListOptions = Type.Object({
  limit: Type.Optional(Type.Integer()),
  queryMode: Type.Optional(Type.String({ examples: ["DEFAULT"] })),
  omitHeader: Type.Optional(Type.Boolean()),
  calendarType: Type.Optional(Type.String()),
  currencyConversionMode: Type.Optional(Type.String()),
  currencyConversionDate: Type.Optional(Type.String()),
  currencyConversionCode: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer()),
  recordMode: Type.Optional(Type.String({ examples: ["NORMAL"] })),
  dateTimeDisplayMode: Type.Optional(Type.String({ examples: ["EPOCH"] })),
  calendarId: Type.Optional(Type.String()),
});
export type SqlLikeListOptions = Static<typeof SqlLikeListOptions>;
