import { type AggregateQueryOptions, type ListQueryOptions, optionValues } from "../../contract/query-options.ts";
import { choose, QueryError } from "./query-error.ts";

export type MemberDisplayMode = Exclude<(typeof optionValues.memberDisplayMode)[number], "UNCHANGED">;

type OverallMode = (typeof optionValues.axesOverallValueMode)[number];

type Visibility = (typeof optionValues.zeroVisibility)[number];

/** Options of an aggregate query that change its answer (sql-like-language 11.3 and 11.4). */
export interface AggregateSettings {
  readonly calendarType: string | undefined;
  readonly zeroVisibility: Visibility;
  readonly nullVisibility: Visibility;
  readonly memberDisplayMode: MemberDisplayMode;
  readonly overall: OverallMode;
  readonly alignsTimeToPeriodEnd: boolean;
}

/**
 * Checks the options (semantics.md, "What the service refuses"). `lineageDepth`, `axisVisibility` and
 * `currencyConversionDate` have no effect, since there is nothing they could change.
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
  choose(options.axisVisibility, optionValues.axisVisibility, "axisVisibility");
  const zeroVisibility = choose(options.zeroVisibility, optionValues.zeroVisibility, "zeroVisibility");
  const nullVisibility = choose(options.nullVisibility, optionValues.nullVisibility, "nullVisibility");
  const sparse = isSparse(options);
  return {
    calendarType: options.calendarType,
    zeroVisibility: sparse && zeroVisibility === "SHOW" ? "HIDE" : zeroVisibility,
    nullVisibility: sparse && nullVisibility === "SHOW" ? "HIDE" : nullVisibility,
    memberDisplayMode: readMemberDisplayMode(options.memberDisplayMode) ?? "DEFAULT",
    overall: choose(options.axesOverallValueMode, optionValues.axesOverallValueMode, "axesOverallValueMode"),
    alignsTimeToPeriodEnd: options.internal?.alignTimeAxisToPeriodEnd === true,
  };
}

/**
 * Whether cells that are 0 or have no value are left out; the mode may force or forbid it (semantics.md, "Aggregates").
 */
function isSparse({ enableSparseResults, internal }: AggregateQueryOptions): boolean {
  const mode = choose(internal?.sparseHandlingMode, optionValues.sparseHandlingMode, "internal.sparseHandlingMode");
  return mode === "FORCE" || (mode === "ALLOW" && enableSparseResults === true);
}

/** `undefined` for the default display. */
export function readMemberDisplayMode(mode: string | undefined): MemberDisplayMode | undefined {
  const chosen = choose(mode || "UNCHANGED", optionValues.memberDisplayMode, "memberDisplayMode");
  return chosen === "UNCHANGED" ? undefined : chosen;
}

interface CurrencyOptions {
  readonly currencyConversionMode?: string;
  readonly currencyConversionCode?: string;
}

/** Amounts have no currency here, so there is nothing to convert from. */
function refuseCurrency({ currencyConversionMode, currencyConversionCode }: CurrencyOptions): void {
  choose(currencyConversionMode, ["TENANT_CURRENCY_CONVERSION"], "currencyConversionMode");
  if (currencyConversionCode) {
    throw new QueryError("The option currencyConversionCode is not available; leave it out, amounts stay as they are.");
  }
}

function refuseCalendar({ calendarId }: { readonly calendarId?: string }): void {
  if (calendarId) {
    throw new QueryError("The option calendarId is not available; use calendarType.");
  }
}

/** Options of a list or snapshot query that change its answer (sql-like-language 11.4). */
export interface ListSettings {
  readonly calendarType: string | undefined;
  /** Number of rows to return and to skip; all rows when undefined. */
  readonly page: { readonly limit: number; readonly offset: number } | undefined;
  readonly queryMode: (typeof optionValues.queryMode)[number];
  readonly omitsHeader: boolean;
  readonly recordMode: (typeof optionValues.recordMode)[number];
  readonly dateTimeDisplayMode: (typeof optionValues.dateTimeDisplayMode)[number];
}

/** Page size when `page` has no `limit`. */
const defaultPageLimit = 1000;

/** Checks the options. `currencyConversionDate` has no effect, since amounts have no currency here. */
export function readListOptions(options: ListQueryOptions = {}): ListSettings {
  refuseCurrency(options);
  refuseCalendar(options);
  if (options.multipleTables) {
    throw new QueryError("The option multipleTables is not available.");
  }
  const queryMode = choose(options.queryMode, optionValues.queryMode, "queryMode");
  const omitsHeader = options.omitHeader === true;
  if (omitsHeader && queryMode === "DEFAULT") {
    throw new QueryError("The option omitHeader needs queryMode FILL or FAIL.");
  }
  return {
    calendarType: options.calendarType,
    page: readPage(options),
    queryMode,
    omitsHeader,
    recordMode: choose(options.recordMode, optionValues.recordMode, "recordMode"),
    dateTimeDisplayMode: choose(options.dateTimeDisplayMode, optionValues.dateTimeDisplayMode, "dateTimeDisplayMode"),
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
