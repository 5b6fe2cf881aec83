import type { AggregateQueryOptions } from "../../contract/query-options.ts";
import { choose, QueryError } from "./query-error.ts";

export type MemberDisplayMode = (typeof memberDisplayModes)[number];

const memberDisplayModes = ["DEFAULT", "COMPACT", "DISPLAY", "MDX", "COMPACT_DISPLAY"] as const;

type OverallMode = "NONE" | "AGGREGATE" | "OVERALL";

type Visibility = "SHOW" | "HIDE" | "ELIMINATE";

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
  choose(options.axisVisibility, ["SIMPLE", "VERBOSE"], "axisVisibility");
  const visibilities = ["SHOW", "HIDE", "ELIMINATE"] as const;
  const zeroVisibility = choose(options.zeroVisibility, visibilities, "zeroVisibility");
  const nullVisibility = choose(options.nullVisibility, visibilities, "nullVisibility");
  const sparse = isSparse(options);
  return {
    calendarType: options.calendarType,
    zeroVisibility: sparse && zeroVisibility === "SHOW" ? "HIDE" : zeroVisibility,
    nullVisibility: sparse && nullVisibility === "SHOW" ? "HIDE" : nullVisibility,
    memberDisplayMode: readMemberDisplayMode(options.memberDisplayMode) ?? "DEFAULT",
    overall: choose(options.axesOverallValueMode, ["NONE", "AGGREGATE", "OVERALL"], "axesOverallValueMode"),
    alignsTimeToPeriodEnd: options.internal?.alignTimeAxisToPeriodEnd === true,
  };
}

/**
 * Whether cells that are 0 or have no value are left out; the mode may force or forbid it (semantics.md, "Aggregates").
 */
function isSparse({ enableSparseResults, internal }: AggregateQueryOptions): boolean {
  const mode = choose(internal?.sparseHandlingMode, ["ALLOW", "DISALLOW", "FORCE"], "internal.sparseHandlingMode");
  return mode === "FORCE" || (mode === "ALLOW" && enableSparseResults === true);
}

/** `undefined` for the default display. */
export function readMemberDisplayMode(mode: string | undefined): MemberDisplayMode | undefined {
  const chosen = choose(mode, ["UNCHANGED", ...memberDisplayModes], "memberDisplayMode");
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
