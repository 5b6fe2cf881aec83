const instant =
  /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?)(?:\/(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?))?/;

/**
 * Returns the epoch milliseconds of a time member in any format that starts with a date (sql-like-language 11.3), or
 * undefined. For an interval, returns its end.
 */
export function parseTimeMember(member: string): number | undefined {
  const found = instant.exec(member);
  const text = found?.[2] ?? found?.[1];
  if (!text) {
    return undefined;
  }
  const withTime = text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T");
  const time = Date.parse(withTime.endsWith("Z") ? withTime : `${withTime}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Formats a time member for display: only the date if the time is midnight UTC. Any other text is returned unchanged.
 */
export function formatTimeMember(member: string): string {
  const time = parseTimeMember(member);
  if (time === undefined) {
    return member;
  }
  const text = new Date(time).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}
