import { addPeriodUnits, floorToPeriodUnit, type PeriodUnit } from "../../languages/sql-like/syntax.ts";

/** Units of periods that a question can name. */
export type QuestionUnit = Exclude<PeriodUnit, "MILLISECOND">;

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
export const monthPattern = monthNames
  .map((name) => (name.length > 4 ? `${name}|${name.slice(0, 3)}` : name))
  .join("|");
const ordinals = ["first", "second", "third", "fourth"];
const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
export const count = `(\\d+|an?|${numbers.join("|")}|eighteen|twenty four|twenty|couple of|few)`;
export const unitPattern = "(day|week|month|quarter|year)s?";
const year = "((?:19|20)\\d\\d)";
const ordinalDay = "(\\d{1,2})(?:st|nd|rd|th)?";

export interface Period {
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

export function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
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

export function toUnit(text = ""): QuestionUnit {
  return text.toUpperCase() as QuestionUnit;
}

export function toCount(text = ""): number {
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

export function readPeriod(text: string, context: TimeContext): PeriodMatch | undefined {
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
