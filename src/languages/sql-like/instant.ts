/** Whether a UTF-16 code is a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const instantForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?)?$/;

/**
 * Reads `yyyy-MM-dd`, `yyyy-MM-ddTHH:mm:ss` or the same with milliseconds, as UTC (sql-like-language 2.4).
 * Gives epoch milliseconds, `undefined` for any other text and for a day or time that does not exist.
 */
export function parseInstant(text: string): number | undefined {
  if (!instantForm.test(text)) {
    return undefined;
  }
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const year = digits(text, 0, 4);
  const exists = isDay(year, month, day) && hour < 24 && minute < 60 && second < 60;
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; the calendar begins anew every 400 years.
  const later = Date.UTC(year + 400, month - 1, day, hour, minute, second, digits(text, 20, 3));
  return exists ? later - millisecondsOf400Years : undefined;
}

const millisecondsOf400Years = 146_097 * 86_400_000;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** The number that so many digits from an offset on make; 0 where the text has ended before. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let index = start; index < Math.min(start + count, text.length); index++) {
    value = value * 10 + text.charCodeAt(index) - 0x30;
  }
  return value;
}

/** The shortest form of an instant that `parseInstant` reads back, or the one with milliseconds. */
export function formatInstant(instant: number, isFull = false): string {
  const full = new Date(instant).toISOString().slice(0, -1);
  if (isFull || !full.endsWith(".000")) {
    return full;
  }
  return full.endsWith("T00:00:00.000") ? full.slice(0, 10) : full.slice(0, -4);
}
