import { type AggregateQueryOptions, type ListQueryOptions, queryOptionValues } from "../../contract/query-options.ts";
import { QueryError, readOption } from "./query-error.ts";

/** Display of members in a table. */
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
  /** Number of levels of underlying metrics that the cell set shows for a calculated metric. */
  readonly lineageDepth: number;
  /** Number of bins of each cell's distribution. Undefined for cells without one. */
  readonly binCount: number | undefined;
}

/** Most bins of a distribution; our choice, more than a chart can show. */
const maxBins = 100;

/** Checks the options of an aggregate query (semantics.md, "What the service refuses"). */
export function readAggregateOptions(options: AggregateQueryOptions = {}): AggregateSettings {
  refuseCurrency(options);
  refuseCalendar(options);
  if (options.enableDescendingSpace) {
    throw new QueryError("The option enableDescendingSpace is not available.");
  }
  if (readOption(options.axisVisibility, queryOptionValues.axisVisibility, "axisVisibility") === "VERBOSE") {
    throw new QueryError('The option axisVisibility is not available as "VERBOSE"; use SIMPLE.');
  }
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
    lineageDepth: readLineageDepth(options.lineageDepth),
    binCount: readBinCount(options.cellDistributionOptions),
  };
}

function readLineageDepth(depth = 0): number {
  if (depth < 0) {
    throw new QueryError(`The option lineageDepth is ${depth}; it must be 0 or more.`);
  }
  return depth;
}

function readBinCount(options: AggregateQueryOptions["cellDistributionOptions"]): number | undefined {
  if (!options) {
    return undefined;
  }
  const { binCount = 0 } = options;
  if (binCount < 1 || binCount > maxBins) {
    throw new QueryError(
      `The option cellDistributionOptions needs a binCount from 1 to ${maxBins}; it is ${options.binCount ?? "missing"}.`,
    );
  }
  return binCount;
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
  readonly currencyConversionDate?: string;
  readonly currencyConversionCode?: string;
}

/** Amounts have no currency here, so there is nothing to convert from. */
function refuseCurrency(options: CurrencyOptions): void {
  const { currencyConversionMode } = options;
  readOption(currencyConversionMode, ["TENANT_CURRENCY_CONVERSION"], "currencyConversionMode");
  for (const name of ["currencyConversionCode", "currencyConversionDate"] as const) {
    if (options[name]) {
      throw new QueryError(`The option ${name} is not available; leave it out, amounts stay as they are.`);
    }
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

/** Checks the options of a list query. */
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
