import type { Span } from "../../core/text/span.ts";
import type { TimeRange } from "../names/time-predicate.ts";
import type { Token } from "../syntax/token.ts";

/** A time filter of the SQL-like language, which people carry over (sql-like-language 5.2). */
interface FoundRange {
  readonly range: TimeRange;
  readonly end: number;
}

const date = `DATE \\( (S) \\)`;
const filters: readonly {
  readonly pattern: RegExp;
  readonly range: (parts: readonly string[]) => TimeRange | undefined;
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

/** The range that the tokens from an offset on describe; nothing when they are no such filter. */
export function timeRangeAfter(tokens: readonly Token[], offset: number): FoundRange | undefined {
  const first = tokens.findIndex(({ start }) => start >= offset);
  const rest = first < 0 ? [] : tokens.slice(first, first + longest);
  const shape = rest.map(shapeOf);
  for (const { pattern, range } of filters) {
    const words = pattern.exec(shape.map(({ shape: word }) => word).join(" "))?.[0].split(" ").length ?? 0;
    const read = words > 0 ? range(shape.slice(0, words).flatMap(({ value }) => value ?? [])) : undefined;
    if (read && isTime(read.from) && isTime(read.to)) {
      return { range: read, end: rest[words - 1]?.end ?? offset };
    }
  }
  return undefined;
}

/** The stretches behind a time column that are time filters of the SQL-like language. */
export function timeFilters(tokens: readonly Token[], timeColumn: string): Span[] {
  const wanted = timeColumn.toLowerCase();
  return tokens.flatMap(({ text, end }) => {
    const found = text.toLowerCase() === wanted ? timeRangeAfter(tokens, end) : undefined;
    return found ? [{ start: end, end: found.end }] : [];
  });
}

const longest = 24;

function shapeOf({ kind, key, text }: Token): { readonly shape: string; readonly value?: string } {
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

const daysOf: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7 };
const monthsOf: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** A day such as `2024-01-31` some units later, or earlier for a negative count; the last day of a month that is shorter. */
function addUnits(day: string, count: number, unit: string): string | undefined {
  const start = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  const days = daysOf[unit];
  const months = monthsOf[unit];
  if (Number.isNaN(start) || !Number.isInteger(count)) {
    return undefined;
  }
  if (days !== undefined) {
    return dayOf(start + days * count * 86_400_000);
  }
  if (months === undefined) {
    return undefined;
  }
  const date = new Date(start);
  const month = date.getUTCMonth() + months * count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)));
}

function dayOf(time: number): string | undefined {
  return Number.isFinite(new Date(time).getTime()) ? new Date(time).toISOString().slice(0, 10) : undefined;
}
