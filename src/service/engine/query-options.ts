import { type AggregateQueryOptions, type ListQueryOptions, queryOptionValues } from "../../contract/query-options.ts";
import { QueryError, readOption } from "./query-error.ts";

/** How a table shows members. */
export type MemberDisplayMode = Exclude<(typeof queryOptionValues.memberDisplayMode)[number], "UNCHANGED">;

type OverallMode = (typeof queryOptionValues.axesOverallValueMode)[number];

type Visibility = (typeof queryOptionValues.zeroVisibility)[number];

/** Checked options of an aggregate query (sql-like-language 11.3 and 11.4). */
export interface AggregateSettings {
  readonly calendarType: string | undefined;
  readonly zeroVisibility: Visibility;
  readonly nullVisibility: Visibility;
  readonly memberDisplayMode: MemberDisplayMode;
  readonly overall: OverallMode;
  readonly alignsTimeToPeriodEnd: boolean;
}

/**
 * Checks the options of an aggregate query (semantics.md, "What the service refuses"). Ignores `lineageDepth`,
 * `axisVisibility` and `currencyConversionDate`, which have no effect in this service.
 */
export function readAggregateOptions(options: AggregateQueryOptions = {}): AggregateSettings {
  refuseCurrency(options);
  refuseCalendar(options);
  if (options.enableDescendingSpace) {
    throw new QueryError("The option enableDescendingSpace is not available.");
  }
  if (options.cellDistributionOptions) {
    throw new QueryError("The option cellDistributionOptions is not available; leave it out.");
  }
  readOption(options.axisVisibility, queryOptionValues.axisVisibility, "axisVisibility");
  const zeroVisibility = readOption(options.zeroVisibility, queryOptionValues.zeroVisibility, "zeroVisibility");
  const nullVisibility = readOption(options.nullVisibility, queryOptionValues.nullVisibility, "nullVisibility");
  const sparse = isSparse(options);
  return {
    calendarType: options.calendarType,
    zeroVisibility: sparse && zeroVisibility === "SHOW" ? "HIDE" : zeroVisibility,
    nullVisibility: sparse && nullVisibility === "SHOW" ? "HIDE" : nullVisibility,
    memberDisplayMode: readMemberDisplayMode(options.memberDisplayMode) ?? "DEFAULT",
    overall: readOption(options.axesOverallValueMode, queryOptionValues.axesOverallValueMode, "axesOverallValueMode"),
    alignsTimeToPeriodEnd: options.internal?.alignTimeAxisToPeriodEnd === true,
  };
}

/**
 * Whether cells that are 0 or have no value are left out; the mode may force or forbid it (semantics.md, "Aggregates").
 */
function isSparse({ enableSparseResults, internal }: AggregateQueryOptions): boolean {
  const mode = readOption(
    internal?.sparseHandlingMode,
    queryOptionValues.sparseHandlingMode,
    "internal.sparseHandlingMode",
  );
  return mode === "FORCE" || (mode === "ALLOW" && enableSparseResults === true);
}

/** Checks the option for the display of members. Returns undefined for the default display. */
export function readMemberDisplayMode(mode: string | undefined): MemberDisplayMode | undefined {
  const chosen = readOption(mode || "UNCHANGED", queryOptionValues.memberDisplayMode, "memberDisplayMode");
  return chosen === "UNCHANGED" ? undefined : chosen;
}

interface CurrencyOptions {
  readonly currencyConversionMode?: string;
  readonly currencyConversionCode?: string;
}

/** Amounts have no currency here, so there is nothing to convert from. */
function refuseCurrency({ currencyConversionMode, currencyConversionCode }: CurrencyOptions): void {
  readOption(currencyConversionMode, ["TENANT_CURRENCY_CONVERSION"], "currencyConversionMode");
  if (currencyConversionCode) {
    throw new QueryError("The option currencyConversionCode is not available; leave it out, amounts stay as they are.");
  }
}

function refuseCalendar({ calendarId }: { readonly calendarId?: string }): void {
  if (calendarId) {
    throw new QueryError("The option calendarId is not available; use calendarType.");
  }
}

/** Checked options of a list or snapshot query (sql-like-language 11.4). */
export interface ListSettings {
  readonly calendarType: string | undefined;
  /** Number of rows to return and number of rows to skip. Undefined means all rows. */
  readonly page: { readonly limit: number; readonly offset: number } | undefined;
  readonly queryMode: (typeof queryOptionValues.queryMode)[number];
  readonly omitsHeader: boolean;
  readonly recordMode: (typeof queryOptionValues.recordMode)[number];
  /** `EXACT`, which no request has, shows every instant with all of its digits. */
  readonly dateTimeDisplayMode: (typeof queryOptionValues.dateTimeDisplayMode)[number] | "EXACT";
}

/** Page size when `page` has no `limit`. */
const defaultPageLimit = 1000;

/** Checks the options of a list query. Ignores `currencyConversionDate`, because amounts have no currency. */
export function readListOptions(options: ListQueryOptions = {}): ListSettings {
  refuseCurrency(options);
  refuseCalendar(options);
  if (options.multipleTables) {
    throw new QueryError("The option multipleTables is not available.");
  }
  const queryMode = readOption(options.queryMode, queryOptionValues.queryMode, "queryMode");
  const omitsHeader = options.omitHeader === true;
  if (omitsHeader && queryMode === "DEFAULT") {
    throw new QueryError("The option omitHeader needs queryMode FILL or FAIL.");
  }
  return {
    calendarType: options.calendarType,
    page: readPage(options),
    queryMode,
    omitsHeader,
    recordMode: readOption(options.recordMode, queryOptionValues.recordMode, "recordMode"),
    dateTimeDisplayMode: readOption(
      options.dateTimeDisplayMode,
      queryOptionValues.dateTimeDisplayMode,
      "dateTimeDisplayMode",
    ),
  };
}

function readPage({ limit, page }: ListQueryOptions): ListSettings["page"] {
  if (limit === undefined && page === undefined) {
    return undefined;
  }
  const rows = limit ?? defaultPageLimit;
  if (!Number.isSafeInteger(rows) || rows < 1) {
    throw new QueryError(`The option limit is ${rows}; it must be 1 or more.`);
  }
  const index = page ?? 0;
  if (!Number.isSafeInteger(index) || index < 0 || !Number.isSafeInteger(index * rows)) {
    throw new QueryError(`The option page is ${index}; pages count from 0.`);
  }
  return { limit: rows, offset: index * rows };
}
