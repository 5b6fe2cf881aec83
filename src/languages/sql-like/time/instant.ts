/** Whether a UTF-16 code is a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Parses `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, with or without milliseconds, as UTC (sql-like-language 2.4). Returns
 * epoch milliseconds; `undefined` for any other text and for days or times that do not exist.
 */
export function parseInstant(text: string): number | undefined {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(has(text, 4, "-") && has(text, 7, "-") && isDay(year, month, day))) {
    return undefined;
  }
  const ofDay = text.length === 10 ? 0 : timeOfDay(text);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999; the calendar repeats every 400 years.
  return ofDay === undefined ? undefined : Date.UTC(year + 400, month - 1, day) - millisecondsOf400Years + ofDay;
}

/**
 * Parses a time of day such as `T10:00:00` or `T10:00:00.000` to milliseconds; `undefined` for any other text and for
 * times that do not exist.
 */
function timeOfDay(text: string): number | undefined {
  const hasMilliseconds = text.length === 23 && has(text, 19, ".");
  if (!(has(text, 10, "T") && has(text, 13, ":") && has(text, 16, ":")) || (text.length !== 19 && !hasMilliseconds)) {
    return undefined;
  }
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const millisecond = hasMilliseconds ? digits(text, 20, 3) : 0;
  const exists = hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
  return exists ? ((hour * 60 + minute) * 60 + second) * 1000 + millisecond : undefined;
}

const millisecondsOf400Years = 146_097 * 86_400_000;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
  return year >= 0 && day >= 1 && day <= days;
}

function has(text: string, index: number, character: string): boolean {
  return text.charCodeAt(index) === character.charCodeAt(0);
}

/**
 * Parses a number of exactly `count` digits at an offset. Returns NaN if one of the characters is not a digit; all
 * range checks fail for NaN.
 */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let index = start; index < start + count; index++) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) {
      return Number.NaN;
    }
    value = value * 10 + code - 0x30;
  }
  return value;
}

/**
 * Returns the shortest text that `parseInstant` parses to the given instant, or the form with milliseconds if there is
 * none.
 */
export function formatInstant(instant: number, isFull = false): string {
  const full = new Date(instant).toISOString().slice(0, -1);
  if (isFull || !full.endsWith(".000")) {
    return full;
  }
  return full.endsWith("T00:00:00.000") ? full.slice(0, 10) : full.slice(0, -4);
}
