import { type AggregateQueryOptions, optionValues } from "../../contract/query-options.ts";
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
export function refuseCurrency({ currencyConversionMode, currencyConversionCode }: CurrencyOptions): void {
  choose(currencyConversionMode, ["TENANT_CURRENCY_CONVERSION"], "currencyConversionMode");
  if (currencyConversionCode) {
    throw new QueryError("The option currencyConversionCode is not available; leave it out, amounts stay as they are.");
  }
}

export function refuseCalendar({ calendarId }: { readonly calendarId?: string }): void {
  if (calendarId) {
    throw new QueryError("The option calendarId is not available; use calendarType.");
  }
}
