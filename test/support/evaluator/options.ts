import type { TenantModel } from "../../../src/service/model/tenant-model.ts";
import { Calendar } from "./calendar.ts";

export type CalendarType = "TENANT_CALENDAR" | "GREGORIAN_CALENDAR";
export type Visibility = "SHOW" | "HIDE" | "ELIMINATE";
export type MemberDisplayMode = "DEFAULT" | "COMPACT" | "DISPLAY" | "MDX" | "COMPACT_DISPLAY";
export type OverallMode = "NONE" | "AGGREGATE" | "OVERALL";

/** The options that change an aggregate's answer (sql-like-language 11.3, 11.4). */
export interface AggregateOptions {
  readonly calendarType?: CalendarType;
  readonly zeroVisibility?: Visibility;
  readonly nullVisibility?: Visibility;
  readonly enableSparseResults?: boolean;
  readonly memberDisplayMode?: MemberDisplayMode;
  readonly axesOverallValueMode?: OverallMode;
  readonly internal?: {
    readonly alignTimeAxisToPeriodEnd?: boolean;
    readonly sparseHandlingMode?: "ALLOW" | "DISALLOW" | "FORCE";
  };
}

/** The options that change a list's answer (sql-like-language 11.4). */
export interface ListOptions {
  readonly calendarType?: CalendarType;
  readonly limit?: number;
  /** 0-based. */
  readonly page?: number;
  readonly queryMode?: "DEFAULT" | "FILL" | "FAIL";
  readonly omitHeader?: boolean;
  readonly recordMode?: "NORMAL" | "CHANGES";
  readonly dateTimeDisplayMode?: "EPOCH" | "DATETIME";
}

export function calendarOf(model: TenantModel, { calendarType }: { readonly calendarType?: CalendarType }): Calendar {
  return new Calendar(calendarType === "GREGORIAN_CALENDAR" ? 1 : model.fiscalYearStartMonth);
}
