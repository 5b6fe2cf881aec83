const instantForm = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?)?$/;

/**
 * Reads `yyyy-MM-dd`, `yyyy-MM-ddTHH:mm:ss` or the same with milliseconds, as UTC (sql-like-language 2.4).
 * Gives epoch milliseconds, `undefined` for any other text and for a day or time that does not exist.
 */
export function parseInstant(text: string): number | undefined {
  const parts = instantForm.exec(text);
  if (!parts) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? date.getTime() : undefined;
}

/** The shortest form of an instant that `parseInstant` reads back, or the one with milliseconds. */
export function formatInstant(instant: number, isFull = false): string {
  const full = new Date(instant).toISOString().slice(0, -1);
  if (isFull || !full.endsWith(".000")) {
    return full;
  }
  return full.endsWith("T00:00:00.000") ? full.slice(0, 10) : full.slice(0, -4);
}
