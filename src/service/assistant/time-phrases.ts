import { addPeriodUnits } from "../../languages/sql-like/syntax.ts";
import { readComparedInstants } from "./compared-instants.ts";
import {
  count,
  monthPattern,
  monthsBetween,
  type Period,
  type QuestionUnit,
  readPeriod,
  type TimeContext,
  toCount,
  toUnit,
  unitPattern,
} from "./named-periods.ts";
import type { Word } from "./words.ts";

/** Span of time that a question names, in epoch milliseconds. The end is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** Whether the values within the span are asked for, as in "over the last 12 months", rather than the span as one period. */
  readonly isSpan: boolean;
}

/** Time that a phrase names. */
export interface TimePhrase {
  /** Number of words. */
  readonly length: number;
  readonly range?: TimeRange;
  /** Unit of the intervals: "by quarter". `auto` for a trend without a unit. */
  readonly grain?: QuestionUnit | "auto";
  /** Length of the intervals, in months, where several periods are named: "2023 and 2024" are years. */
  readonly impliedMonths?: number;
  /** Unit of the period before that is asked for as well: "compared with last year". */
  readonly comparedUnit?: QuestionUnit;
  /** Whether the range is named without its year: "April", "Q2". */
  readonly isYearAssumed?: boolean;
  /** Assumption about the phrase, for a note. */
  readonly assumption?: string;
}

const grainWords: Readonly<Record<string, QuestionUnit>> = {
  daily: "DAY",
  weekly: "WEEK",
  monthly: "MONTH",
  quarterly: "QUARTER",
  yearly: "YEAR",
  annually: "YEAR",
  annual: "YEAR",
};

type PhraseReader = (text: string, context: TimeContext) => (Omit<TimePhrase, "length"> & { size: number }) | undefined;

const partOfYear = new RegExp(
  `\\b(?:${monthPattern}|q[1-4]|h[12]|half|(?:first|second|third|fourth|\\dst|\\dnd|\\drd|\\dth) quarter)\\b`,
  "u",
);
const bareMonth = new RegExp(`^(?:${monthPattern})$`, "u");
const joins =
  /^ (?:(?:compared|in comparison|relative) (?:to|with)|versus|vs|vs \.|against|than|and|or|, and|, or|,|with|to|till|until|through)(?: the| in| of)* /u;

/** Reads periods that are joined, such as "2023, 2024 and 2025" or "Q3 versus Q4 2025". */
function readPeriods(text: string, context: TimeContext): (TimePhrase & { size: number }) | undefined {
  const first = readPeriod(text, context);
  if (!first || (bareMonth.test(text.slice(0, first.size)) && text.startsWith("may"))) {
    return undefined;
  }
  let size = first.size;
  const periods: Period[] = [first];
  let isRange = false;
  for (;;) {
    const joined = joins.exec(text.slice(size));
    const next = joined && readPeriod(text.slice(size + joined[0].length), context);
    if (!joined || !next || next.unit !== first.unit) {
      break;
    }
    if (next.from === first.from) {
      // "This year compared to last year", where the last whole year is the one in which the data ends.
      return { length: 0, size: size + joined[0].length + next.size, comparedUnit: first.unit };
    }
    isRange ||= /^ (?:to|till|until|through)\b/u.test(joined[0]);
    periods.push(next);
    const written = text.slice(size + joined[0].length, size + joined[0].length + next.size);
    if (withoutYear(text.slice(0, first.size)) && !withoutYear(written)) {
      // "Q3 and Q4 2025" names one year for both.
      periods[0] = inYearBefore(first, next);
    }
    size += joined[0].length + next.size;
  }
  const from = Math.min(...periods.map((period) => period.from));
  const to = Math.max(...periods.map((period) => period.to));
  const assumption = periods.find((period) => period.assumption)?.assumption;
  const length = periods.length > 1 ? monthsBetween(first.from, first.to) : undefined;
  const gap = length !== undefined && !isRange && monthsBetween(from, to) > length * periods.length;
  return {
    length: 0,
    size,
    range: { from, to, isSpan: periods.length > 1 || first.isRolling === true },
    ...(periods.length > 1 && length !== undefined && { impliedMonths: length }),
    ...(assumption !== undefined && { assumption }),
    ...(gap && { assumption: "the periods between the ones that you named are shown as well" }),
  };
}

/** Number of units, the last one begun, from one instant to another. */
export function countUnits(from: number, to: number, unit: QuestionUnit): number {
  let units = 0;
  for (let at = from; at < to && units < 10_000; at = addPeriodUnits(from, unit, units)) {
    units++;
  }
  return units;
}

/** An instant is asked for; the first of a month is the end of the month before, other days count in full. */
function instantAt(day: number): TimeRange {
  const at = new Date(day).getUTCDate() === 1 ? day : day + 86_400_000;
  return { from: at - 86_400_000, to: at, isSpan: false };
}

function after(
  pattern: RegExp,
  read: (rest: string, context: TimeContext, matched: string) => ReturnType<PhraseReader>,
): PhraseReader {
  return (text, context) => {
    const found = pattern.exec(text);
    const phrase = found && read(text.slice(found[0].length), context, found[0]);
    return found && phrase ? { ...phrase, size: phrase.size + found[0].length } : undefined;
  };
}

const phraseForms: readonly PhraseReader[] = [
  readComparedInstants,
  after(
    /^(?:at |by |as of |as at |on )?(?:the )?(?:year end|end of the year|year's end)(?: of)? /u,
    (rest, context) => {
      const period = readPeriod(rest, context);
      return period && { size: period.size, range: instantEnd(period) };
    },
  ),
  after(
    new RegExp(`^(?:at |by |as of )?(?:the )?(?:end|close) of (?:each|every) ${unitPattern}(?= |$)`, "u"),
    (_rest, _context, matched) => ({
      size: 0,
      grain: toUnit(/(day|week|month|quarter|year)s?$/u.exec(matched)?.[1]),
    }),
  ),
  after(new RegExp(`^(?:in |during )?(?:which|what) ${unitPattern}(?= |$)`, "u"), (_rest, _context, matched) => ({
    size: 0,
    grain: toUnit(/(day|week|month|quarter|year)s?$/u.exec(matched)?.[1]),
  })),
  after(/^(?:at |by |as of |as at |on |until |to )?(?:the )?end of (?:the )?/u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: instantEnd(period) };
  }),
  after(/^(?:at |by |as of |as at |on |from )?(?:the )?(?:start|beginning) of (?:the )?/u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: { from: period.from - 86_400_000, to: period.from, isSpan: false } };
  }),
  after(/^(?:as of|as at|as on|on|per|at) /u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: period.unit === "DAY" ? instantAt(period.from) : instantEnd(period) };
  }),
  after(/^(?:from|between) (?:the )?(?:start of |beginning of )?/u, (rest, context) => {
    const first = readPeriod(rest, context);
    const joined =
      first && /^ (?:to|until|till|through|and|up to|-) (?:the )?(?:end of )?/u.exec(rest.slice(first.size));
    const second = joined && readPeriod(rest.slice(first.size + joined[0].length), context);
    if (!first || !joined || !second) {
      return undefined;
    }
    const { from } = withoutYear(rest.slice(0, first.size)) ? inYearBefore(first, second) : first;
    return {
      size: first.size + joined[0].length + second.size,
      range: { from: Math.min(from, second.from), to: second.to, isSpan: true },
      ...(first.unit === "YEAR" && second.unit === "YEAR" && { impliedMonths: 12 }),
    };
  }),
  after(
    /^(?:since|from|starting|beginning|as from)(?: in| with)? (?:the )?(?:start of |beginning of )?/u,
    (rest, context) => {
      const period = readPeriod(rest, context);
      return period && { size: period.size, range: { from: period.from, to: context.dataEnd, isSpan: true } };
    },
  ),
  after(/^after (?:the )?(?:end of )?/u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: { from: period.to, to: context.dataEnd, isSpan: true } };
  }),
  after(/^(?:before|prior to) (?:the )?/u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: { from: context.dataStart, to: period.from, isSpan: true } };
  }),
  after(/^(?:until|till|up to|through) (?:the )?/u, (rest, context) => {
    const period = readPeriod(rest, context);
    return period && { size: period.size, range: { from: context.dataStart, to: period.to, isSpan: true } };
  }),
  after(/^(?:over|throughout|across|during|within|in the course of) /u, (rest, context, matched) => {
    const periods = readPeriods(rest, context);
    return (
      periods?.range && {
        ...periods,
        range: { ...periods.range, isSpan: periods.range.isSpan || /^(?:over|throughout|across)/u.test(matched) },
      }
    );
  }),
  after(/^(?:in|for|of|at|within) (?:the )?/u, (rest, context) => readPeriods(rest, context)),
  (text, context) => {
    const periods = readPeriods(text, context);
    // "May" and "March" alone may be verbs.
    return periods && !bareMonth.test(text.slice(0, periods.size)) ? periods : undefined;
  },
  after(new RegExp(`^${count} ${unitPattern} ago`, "u"), (_rest, _context, matched) => {
    const [, amount, unit] = new RegExp(`^${count} ${unitPattern} ago`, "u").exec(matched) ?? [];
    const at = addPeriodUnits(_context.dataEnd, toUnit(unit), -toCount(amount));
    return { size: 0, range: { from: at - 86_400_000, to: at, isSpan: false } };
  }),
  after(
    /^(?:today|now|right now|nowadays|currently|presently|at present|at the moment|as of now|as of today|to date|at the end of the data|current|present)(?= |$)/u,
    (_rest, context) => ({
      size: 0,
      range: { from: context.dataEnd - 86_400_000, to: context.dataEnd, isSpan: false },
    }),
  ),
  after(
    new RegExp(
      `^(?:(?:compared|in comparison|relative) (?:to|with)|versus|vs|against|than)(?: the)? (?:last|previous|prior|preceding) ${unitPattern}(?= |$)`,
      "u",
    ),
    (_rest, _context, matched) => ({
      size: 0,
      comparedUnit: toUnit(/(day|week|month|quarter|year)s?$/u.exec(matched)?.[1]),
    }),
  ),
  after(
    /^(?:(?:(?:compared|in comparison|relative) (?:to|with)|versus|vs|against)(?: the)? (?:day|week|month|quarter|year) (?:before|earlier|ago)|(?:compared|in comparison) (?:to|with) a (?:day|week|month|quarter|year) ago)(?= |$)/u,
    (_rest, _context, matched) => ({
      size: 0,
      comparedUnit: toUnit(/(day|week|month|quarter|year)/u.exec(matched)?.[1]),
    }),
  ),
  after(/^(?:year (?:over|on|to) year|yoy|year on year)(?= |$)/u, () => ({ size: 0, comparedUnit: "YEAR" })),
  after(/^(?:quarter (?:over|on) quarter|qoq)(?= |$)/u, () => ({ size: 0, grain: "QUARTER" })),
  after(/^(?:month (?:over|on|by|to) month|mom)(?= |$)/u, () => ({ size: 0, grain: "MONTH" })),
  after(/^(?:quarter by quarter)(?= |$)/u, () => ({ size: 0, grain: "QUARTER" })),
  after(/^(?:year by year)(?= |$)/u, () => ({ size: 0, grain: "YEAR" })),
  after(
    new RegExp(
      `^(?:by|per|each|every|a|for each|for every|in each|in every|of each|and) ?(?:calendar |fiscal )?${unitPattern}(?= |$)`,
      "u",
    ),
    (_rest, _context, matched) => ({
      size: 0,
      grain: toUnit(/(day|week|month|quarter|year)s?$/u.exec(matched)?.[1]),
    }),
  ),
  after(
    /^(?:on an? )?(?:daily|weekly|monthly|quarterly|yearly|annually|annual)(?: basis)?(?= |$)/u,
    (_rest, _context, matched) => ({
      size: 0,
      grain: grainWords[/(daily|weekly|monthly|quarterly|yearly|annually|annual)/u.exec(matched)?.[1] ?? ""] ?? "MONTH",
    }),
  ),
  after(
    /^(?:over time|trend of|trends in|trend|trends|time series|historically|history of|evolution of|evolution|development of|development|(?:has|have|had|did)(?= .*\b(?:changed?|developed?|evolved?|grown?|grow|moved?)\b)|changed|developed|evolved|grown|grow|change|develop|evolve)(?= |$)/u,
    () => ({ size: 0, grain: "auto" as const }),
  ),
];

function instantEnd({ to }: Period): TimeRange {
  return { from: to - 86_400_000, to, isSpan: false };
}

function withoutYear(text: string): boolean {
  return !/\d{4}|last|this|past|previous/u.test(text);
}

/** The period in the latest year in which it begins before another one ends: "January to June 2025". */
function inYearBefore(first: Period, second: Period): Period {
  const years = new Date(second.to - 1).getUTCFullYear() - new Date(first.from).getUTCFullYear();
  const moved = addPeriodUnits(first.from, "YEAR", years);
  const from = moved < second.to ? moved : addPeriodUnits(moved, "YEAR", -1);
  return { ...first, from, to: addPeriodUnits(first.to, "MONTH", monthsBetween(first.from, from)) };
}

/** Reads what the words from an index on say about time: the longest phrase, or `undefined`. */
export function readTimePhrase(words: readonly Word[], start: number, context: TimeContext): TimePhrase | undefined {
  const text = words
    .slice(start, start + 24)
    .map(({ plain }) => plain)
    .join(" ");
  let best: ReturnType<PhraseReader>;
  for (const read of phraseForms) {
    const found = read(text, context);
    if (found && found.size > (best?.size ?? 0)) {
      best = found;
    }
  }
  if (!best) {
    return undefined;
  }
  const { size, ...phrase } = best;
  const written = text.slice(0, size).trim();
  const isYearAssumed = phrase.range !== undefined && withoutYear(written) && partOfYear.test(written);
  return { ...phrase, length: written.split(" ").length, ...(isYearAssumed && { isYearAssumed }) };
}
