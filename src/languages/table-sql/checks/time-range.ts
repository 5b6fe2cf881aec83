import type { FixableProblem, TextFix } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import {
  findPrimaryTimestamps,
  formatTimePredicate,
  type OpenTimeRange,
  previousYearOf,
} from "../names/time-predicate.ts";
import { createSqlProblem } from "../syntax/diagnostics.ts";
import { quoteNameIfNeeded, type Token } from "../syntax/lexer.ts";
import type { ColumnUse, NameUseScope } from "../syntax/scopes.ts";

/**
 * A time filter of the SQL-like query language, which users mistakenly copy into table-source SQL (sql-like-language
 * 5.2).
 */
interface FoundRange {
  readonly range: OpenTimeRange;
  readonly end: number;
}

const date = `DATE \\( (S) \\)`;
const filters: readonly {
  readonly pattern: RegExp;
  readonly range: (parts: readonly string[]) => OpenTimeRange | undefined;
}[] = [
  {
    pattern: new RegExp(`^BETWEEN ${date} AND ${date}`),
    range: ([from = "", to = ""]) => ({ from, to }),
  },
  {
    pattern: new RegExp(`^IN PERIODS \\( ${date} , (N) , PERIOD \\( (N) , (W) \\) \\)`),
    range: ([to = "", count = "", every = "", unit = ""]) => {
      const from = addUnits(to, -Number(count) * Number(every), unit);
      return from === undefined ? undefined : { from, to };
    },
  },
];

/**
 * Returns the time range of a filter of the SQL-like language. The offset is the end of the time column's name, which
 * the filter follows. Undefined if no such filter follows.
 */
function timeRangeAfter(tokens: readonly Token[], offset: number): FoundRange | undefined {
  const first = tokens.findIndex(({ start }) => start >= offset);
  const rest = first < 0 ? [] : tokens.slice(first, first + maxFilterTokens);
  const shape = rest.map(tokenShape);
  for (const { pattern, range } of filters) {
    const words = pattern.exec(shape.map(({ shape: word }) => word).join(" "))?.[0].split(" ").length ?? 0;
    const read = words > 0 ? range(shape.slice(0, words).flatMap(({ value }) => value ?? [])) : undefined;
    if (read && isTime(read.from) && isTime(read.to)) {
      return { range: read, end: rest[words - 1]?.end ?? offset };
    }
  }
  return undefined;
}

/** Returns the spans of all time filters of the SQL-like language. Each starts after the name of the time column. */
export function findTimeFilters(tokens: readonly Token[], timeColumn: string): Span[] {
  const wanted = timeColumn.toLowerCase();
  return tokens.flatMap(({ text, end }) => {
    const found = text.toLowerCase() === wanted ? timeRangeAfter(tokens, end) : undefined;
    return found ? [{ start: end, end: found.end }] : [];
  });
}

const maxFilterTokens = 24;

function tokenShape({ kind, key, text }: Token): { readonly shape: string; readonly value?: string } {
  switch (kind) {
    case "string":
      return { shape: "S", value: text.slice(1, -1).replace("T", " ").slice(0, 19) };
    case "number":
      return { shape: "N", value: text };
    case "word":
      return timeUnitWords.includes(key) ? { shape: "W", value: key } : { shape: key };
    default:
      return { shape: key };
  }
}

const timeUnitWords = ["DAY", "WEEK", "MONTH", "QUARTER", "YEAR"];

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(text);
}

const daysByUnit: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7 };
const monthsByUnit: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/**
 * Adds a number of units, which may be negative, to a day such as `2024-01-31`. If the resulting month is too short,
 * returns its last day.
 */
function addUnits(day: string, count: number, unit: string): string | undefined {
  const start = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  const days = daysByUnit[unit];
  const months = monthsByUnit[unit];
  if (Number.isNaN(start) || !Number.isInteger(count)) {
    return undefined;
  }
  if (days !== undefined) {
    return formatDay(start + days * count * 86_400_000);
  }
  if (months === undefined) {
    return undefined;
  }
  const date = new Date(start);
  const month = date.getUTCMonth() + months * count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return formatDay(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)));
}

function formatDay(time: number): string | undefined {
  return Number.isFinite(new Date(time).getTime()) ? new Date(time).toISOString().slice(0, 10) : undefined;
}

export interface TimeCheckContext {
  readonly resolver: NameResolver;
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Tokens of the SQL statement that is checked. */
  readonly tokens: readonly Token[];
}

/**
 * Reports a use of the SQL-like language's time column, which does not exist in SQL. The quick fix replaces it by the
 * primary timestamp of a table.
 */
export function reportSqlLikeTimeColumn(
  use: ColumnUse,
  scope: NameUseScope,
  check: TimeCheckContext,
  isEverythingKnown: boolean,
): FixableProblem | undefined {
  const { timeColumn, resolver } = check;
  const name = use.path.at(-1);
  if (name?.text.toLowerCase() !== timeColumn.toLowerCase()) {
    return undefined;
  }
  const timestamps = findPrimaryTimestamps(scope, resolver);
  const owner = use.path.length > 1 ? `${quoteNameIfNeeded(use.path[0]?.text ?? "")}.` : "";
  const matching = timestamps.filter(({ path }) => path.startsWith(owner));
  const [first] = matching;
  if (!first) {
    const reason = isEverythingKnown
      ? ", and no table of this query has a primary timestamp to use instead"
      : "; compare the primary timestamp of its table";
    return createSqlProblem("TS402", use, { name: timeColumn, reason });
  }
  const problem = createSqlProblem("TS401", use, { name: timeColumn, column: first.path });
  return { ...problem, fixes: matching.flatMap((timestamp) => replacementFixes(use, timestamp, check)) };
}

/**
 * Returns the quick fix that replaces the time filter `Service_Time BETWEEN ...` by a condition on the primary
 * timestamp. Without such a filter, it replaces only the column name.
 */
function replacementFixes(
  use: ColumnUse,
  timestamp: ReturnType<typeof findPrimaryTimestamps>[number],
  { tokens, now }: TimeCheckContext,
): TextFix[] {
  const found = timeRangeAfter(tokens, use.end);
  const isCondition = use.clause === "where" || use.clause === "on" || use.clause === "having";
  const predicate = formatTimePredicate(timestamp, found?.range ?? previousYearOf(now));
  const predicateEdit = { start: use.start, end: found?.end ?? use.end, text: predicate };
  const columnEdit = { start: use.start, end: use.end, text: timestamp.path };
  const isCompared = !found && comparisons.has(tokens.find(({ start }) => start >= use.end)?.key ?? "");
  const edit = isCondition && !isCompared ? predicateEdit : columnEdit;
  return [{ title: `Replace with ${edit.text}`, edits: [edit] }];
}

const comparisons: ReadonlySet<string> = new Set("= == <> != < > <= >= <=> IN BETWEEN IS NOT".split(" "));
