import { type ListQueryOptions, optionValues } from "../../contract/query-options.ts";
import { refuseCalendar, refuseCurrency } from "./aggregate-options.ts";
import { choose, QueryError } from "./query-error.ts";

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
