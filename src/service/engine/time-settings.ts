import { queryOptionValues } from "../../contract/query-options.ts";
import type { QueryTimeInterval, QueryTimeIntervals, TimeShift } from "../../contract/query-parts.ts";
import {
  computePeriodIntervals,
  floorToPeriodUnit,
  type PeriodDirection,
  type PeriodSettings,
  type PeriodUnit,
  parseInstant,
  type TimeInterval,
} from "../../languages/sql-like/syntax.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { QueryError, readOption } from "./query-error.ts";

/** Most intervals of a query; 10,000 days are 27 years. */
const maxIntervals = 10_000;

const periodTypes: readonly PeriodUnit[] = ["MILLISECOND", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"];

/**
 * Reads the time intervals of an aggregate or snapshot query, oldest first (sql-like-language 5.4, semantics.md,
 * "Calendars").
 */
export function readQueryIntervals(
  settings: QueryTimeIntervals,
  calendarType: string | undefined,
  model: TenantModel,
): readonly TimeInterval[] {
  const count = readCount(settings.intervalCount, "intervalCount");
  if (count > maxIntervals) {
    throw new QueryError(`intervalCount is ${count}; at most ${maxIntervals} intervals can be asked for at once.`);
  }
  const { trailingPeriodType, trailingPeriodCount } = settings;
  const hasTrailing = trailingPeriodType !== undefined || trailingPeriodCount !== undefined;
  return intervals({
    ...readPeriod(settings, calendarType, model),
    count,
    ...(hasTrailing && {
      trailing: {
        unit: readUnit(trailingPeriodType, "trailingPeriodType"),
        unitCount: readCount(trailingPeriodCount, "trailingPeriodCount"),
      },
    }),
  });
}

/** Reads the time interval of a list query. */
export function readListInterval(
  settings: QueryTimeInterval,
  calendarType: string | undefined,
  model: TenantModel,
): TimeInterval {
  const [interval] = intervals({ ...readPeriod(settings, calendarType, model), count: 1 });
  if (!interval) {
    throw new QueryError("The time interval is empty.");
  }
  return interval;
}

function intervals(settings: PeriodSettings): readonly TimeInterval[] {
  const made = computePeriodIntervals(settings);
  const isInCalendar = ({ start, end }: TimeInterval) =>
    !Number.isNaN(new Date(start).getTime()) && !Number.isNaN(new Date(end).getTime());
  if (!made.every(isInCalendar)) {
    throw new QueryError("The time intervals reach outside the calendar; ask for fewer or shorter ones.");
  }
  return made;
}

function readPeriod(
  settings: QueryTimeIntervals | QueryTimeInterval,
  calendarType: string | undefined,
  model: TenantModel,
): Omit<PeriodSettings, "count"> {
  const unit = readUnit(settings.intervalPeriodType, "intervalPeriodType");
  const fiscalYearStartMonth = readFiscalStart(calendarType, model);
  return {
    anchor: readAnchor(settings, unit, fiscalYearStartMonth, model),
    unit,
    unitCount: readCount(settings.intervalPeriodCount, "intervalPeriodCount"),
    direction: readDirection(settings.direction, "direction"),
    fiscalYearStartMonth,
    ...(settings.shift && { shift: readShift(settings.shift) }),
  };
}

function readFiscalStart(calendarType: string | undefined, model: TenantModel): number {
  const chosen = readOption(calendarType, queryOptionValues.calendarType, "calendarType");
  return chosen === "TENANT_CALENDAR" ? model.fiscalYearStartMonth : 1;
}

function readAnchor(
  settings: QueryTimeIntervals & Pick<QueryTimeInterval, "fromDatetime">,
  unit: PeriodUnit,
  fiscalYearStartMonth: number,
  model: TenantModel,
): number {
  const { fromInstant, dynamicDateFrom } = settings;
  const fromDateTime = settings.fromDateTime ?? settings.fromDatetime;
  if (fromInstant !== undefined) {
    const instant = /^-?\d{1,16}$/.test(fromInstant.trim()) ? Number(fromInstant) : Number.NaN;
    if (Number.isNaN(new Date(instant).getTime())) {
      throw new QueryError(`fromInstant "${fromInstant}" is not an instant; write epoch milliseconds as text.`);
    }
    return instant;
  }
  if (fromDateTime !== undefined) {
    const instant = parseInstant(fromDateTime.replace(/Z$/, ""));
    if (instant === undefined) {
      throw new QueryError(`fromDateTime "${fromDateTime}" is not a date; write yyyy-MM-dd or yyyy-MM-ddTHH:mm:ss.`);
    }
    return instant;
  }
  const dataEnd = Date.parse(model.dataEnd);
  switch (dynamicDateFrom) {
    case undefined:
    case "SOURCE":
      return dataEnd;
    case "COMPLETE_PERIOD":
      return floorToPeriodUnit(dataEnd, unit, fiscalYearStartMonth);
    default:
      throw new QueryError(`dynamicDateFrom "${dynamicDateFrom}" is unknown; use SOURCE or COMPLETE_PERIOD.`);
  }
}

function readShift(shift: TimeShift): NonNullable<PeriodSettings["shift"]> {
  return {
    unit: readUnit(shift.periodType, "shift.periodType"),
    unitCount: readCount(shift.periodCount, "shift.periodCount"),
    direction: readDirection(shift.direction, "shift.direction"),
  };
}

function readUnit(type: string | undefined, name: string): PeriodUnit {
  const unit = periodTypes.find((known) => known === (type ?? "MONTH"));
  if (!unit) {
    throw new QueryError(`${name} "${type}" is unknown; use DAY, WEEK, MONTH, QUARTER or YEAR.`);
  }
  return unit;
}

function readCount(count: number | undefined, name: string): number {
  if (count !== undefined && (!Number.isSafeInteger(count) || count < 1)) {
    throw new QueryError(`${name} is ${count}; it must be 1 or more.`);
  }
  return count ?? 1;
}

function readDirection(direction: string | undefined, name: string): PeriodDirection {
  switch (direction) {
    case undefined:
    case "BACKWARD":
      return "BACKWARD";
    case "FORWARD":
      return "FORWARD";
    default:
      throw new QueryError(`${name} "${direction}" is unknown; use BACKWARD or FORWARD.`);
  }
}
