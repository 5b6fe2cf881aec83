import { addPeriodUnits, floorToPeriodUnit, type PeriodUnit } from "../../languages/sql-like/syntax.ts";
import type { Word } from "./words.ts";

/** Units of periods that a question can name. */
export type QuestionUnit = Exclude<PeriodUnit, "MILLISECOND">;

/** Span of time that a question names, in epoch milliseconds. The end is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** Whether the values within the span are asked for, as in "over the last 12 months", rather than the span as one period. */
  readonly isSpan: boolean;
}

/** What a phrase says about time. */
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
  /** What was assumed about the phrase, for a note. */
  readonly assumption?: string;
}

export interface TimeContext {
  readonly dataStart: number;
  /** Exclusive end of the data. "Last month" is the last whole month before it. */
  readonly dataEnd: number;
  readonly fiscalYearStartMonth: number;
}

const monthNames = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const monthPattern = monthNames.map((name) => (name.length > 4 ? `${name}|${name.slice(0, 3)}` : name)).join("|");
const ordinals = ["first", "second", "third", "fourth"];
const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const count = `(\\d+|an?|${numbers.join("|")}|eighteen|twenty four|twenty|couple of|few)`;
const unitPattern = "(day|week|month|quarter|year)s?";
const year = "((?:19|20)\\d\\d)";
const ordinalDay = "(\\d{1,2})(?:st|nd|rd|th)?";

interface Period {
  readonly from: number;
  readonly to: number;
  readonly unit: QuestionUnit;
  readonly isRolling?: boolean;
  readonly assumption?: string;
}

type PeriodReader = (groups: readonly (string | undefined)[], context: TimeContext) => Period | undefined;

function startOf(yearNumber: number, month = 0, day = 1): number {
  return Date.UTC(yearNumber, month, day);
}

function monthsFrom(yearNumber: number, month: number, months: number, unit: QuestionUnit): Period {
  return { from: startOf(yearNumber, month), to: startOf(yearNumber, month + months), unit };
}

function monthIndex(name = ""): number {
  return monthNames.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

function yearOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Year of the last period of so many months, beginning with a month, that has data. */
function latestYear(month: number, months: number, { dataEnd }: TimeContext): number {
  const current = new Date(dataEnd).getUTCFullYear();
  return startOf(current, month + months) <= dataEnd ? current : current - 1;
}

function dayPeriod(yearNumber: number, month: number, day: number): Period | undefined {
  const from = startOf(yearNumber, month, day);
  return new Date(from).getUTCDate() === day ? { from, to: from + 86_400_000, unit: "DAY" } : undefined;
}

/** The whole period before the one in which the data ends, or that ends with the data. */
function lastPeriod(unit: QuestionUnit, { dataEnd, fiscalYearStartMonth }: TimeContext): Period {
  const to = floorToPeriodUnit(dataEnd, unit, fiscalYearStartMonth);
  return { from: addPeriodUnits(to, unit, -1), to, unit };
}

function currentPeriod(unit: QuestionUnit, { dataEnd, fiscalYearStartMonth }: TimeContext): Period {
  const from = floorToPeriodUnit(dataEnd - 1, unit, fiscalYearStartMonth);
  return { from, to: dataEnd, unit };
}

function toUnit(text = ""): QuestionUnit {
  return text.toUpperCase() as QuestionUnit;
}

function toCount(text = ""): number {
  const special: Readonly<Record<string, number>> = {
    a: 1,
    an: 1,
    eighteen: 18,
    twenty: 20,
    "twenty four": 24,
    "couple of": 2,
    few: 3,
  };
  return special[text] ?? (numbers.includes(text) ? numbers.indexOf(text) + 1 : Number(text));
}

function quarterOf(text: string | undefined, yearText: string | undefined, context: TimeContext): Period {
  const index = /^\d/u.test(text ?? "") ? Number(text?.charAt(0)) - 1 : ordinals.indexOf(text ?? "");
  const month = index * 3;
  return monthsFrom(yearOf(yearText) ?? latestYear(month, 3, context), month, 3, "QUARTER");
}

/** Forms of a period, each at the beginning of a text. The longest match counts. */
const periodForms: readonly (readonly [form: RegExp, read: PeriodReader])[] = (
  [
    ["(\\d{4})-(\\d\\d)-(\\d\\d)", ([y, m, d]) => dayPeriod(Number(y), Number(m) - 1, Number(d))],
    [
      "(\\d{4})-(\\d\\d)",
      ([y, m]) => (Number(m) <= 12 && Number(m) > 0 ? monthsFrom(Number(y), Number(m) - 1, 1, "MONTH") : undefined),
    ],
    [
      `${ordinalDay}(?: of)? (${monthPattern})(?: ,)? ${year}`,
      ([d, m, y]) => dayPeriod(Number(y), monthIndex(m), Number(d)),
    ],
    [`(${monthPattern}) ${ordinalDay}(?: ,)? ${year}`, ([m, d, y]) => dayPeriod(Number(y), monthIndex(m), Number(d))],
    [
      `(?:the )?(?:month of )?(${monthPattern})(?: of| ,)? ${year}`,
      ([m, y]) => monthsFrom(Number(y), monthIndex(m), 1, "MONTH"),
    ],
    [
      `(?:the )?(?:month of |last )?(${monthPattern})`,
      ([m], context) => monthsFrom(latestYear(monthIndex(m), 1, context), monthIndex(m), 1, "MONTH"),
    ],
    [`(?:the )?q([1-4])(?: of| in| ,)?(?: ${year})?`, ([q, y], context) => quarterOf(q, y, context)],
    [`${year} q([1-4])`, ([y, q], context) => quarterOf(q, y, context)],
    [
      `(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of| in)?(?: ${year})?`,
      ([q, y], context) => quarterOf(q, y, context),
    ],
    [`(?:the )?last quarter of ${year}`, ([y], context) => quarterOf("4", y, context)],
    [
      `(?:the )?(?:h([12])|(first|second|1st|2nd) half)(?: of| in)?(?: ${year})?`,
      ([h, word, y], context) => {
        const month = h === "2" || word === "second" || word === "2nd" ? 6 : 0;
        return monthsFrom(yearOf(y) ?? latestYear(month, 6, context), month, 6, "QUARTER");
      },
    ],
    [`(?:the )?(?:calendar )?(?:year )?${year}`, ([y]) => monthsFrom(Number(y), 0, 12, "YEAR")],
    [
      `(?:the )?(?:fy|fiscal year|fiscal) ?${year}`,
      ([y], { fiscalYearStartMonth }) => monthsFrom(Number(y), fiscalYearStartMonth - 1, 12, "YEAR"),
    ],
    [
      `(?:the )?(?:last|past|previous|preceding|trailing|most recent) ${count} ${unitPattern}`,
      ([n, u], { dataEnd }) => rolling(toCount(n), toUnit(u), dataEnd),
    ],
    [
      `(?:the )?${count} (?:last|past|previous|most recent) ${unitPattern}`,
      ([n, u], { dataEnd }) => rolling(toCount(n), toUnit(u), dataEnd),
    ],
    ["(?:the )?(?:last|past) half (?:a )?year", (_groups, { dataEnd }) => rolling(6, "MONTH", dataEnd)],
    [
      `(?:the )?(last|previous|prior|past|preceding|most recent|latest) ${unitPattern}`,
      ([, u], context) => lastPeriod(toUnit(u), context),
    ],
    [
      `(?:the )?(?:this|current|running) ${unitPattern}(?: so far| to date)?`,
      ([u], context) => ofNow(toUnit(u), context),
    ],
    [`so far this ${unitPattern}`, ([u], context) => ofNow(toUnit(u), context)],
    [`(?:the )?(?:year to date|ytd)`, (_groups, context) => ofNow("YEAR", context)],
    [`(?:the )?(?:quarter to date|qtd)`, (_groups, context) => ofNow("QUARTER", context)],
    [`(?:the )?(?:month to date|mtd)`, (_groups, context) => ofNow("MONTH", context)],
  ] as const satisfies readonly (readonly [string, PeriodReader])[]
).map(([form, read]) => [new RegExp(`^${form}(?= |$)`, "u"), read]);

function rolling(amount: number, unit: QuestionUnit, dataEnd: number): Period {
  return { from: addPeriodUnits(dataEnd, unit, -amount), to: dataEnd, unit, isRolling: true };
}

function ofNow(unit: QuestionUnit, context: TimeContext): Period {
  const period = currentPeriod(unit, context);
  return { ...period, assumption: `"this ${unit.toLowerCase()}" is the one in which the data ends` };
}

interface PeriodMatch extends Period {
  /** Number of characters. */
  readonly size: number;
}

function readPeriod(text: string, context: TimeContext): PeriodMatch | undefined {
  let best: PeriodMatch | undefined;
  for (const [form, read] of periodForms) {
    const found = form.exec(text);
    if (found && found[0].length > (best?.size ?? 0)) {
      const period = read(found.slice(1), context);
      best = period ? { ...period, size: found[0].length } : best;
    }
  }
  return best;
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

function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
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
  return { ...phrase, length: text.slice(0, size).trim().split(" ").length };
}
