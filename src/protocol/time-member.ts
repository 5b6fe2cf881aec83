const instant =
  /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?)(?:\/(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?))?/;

/**
 * Returns the epoch milliseconds of a member of the time axis, for any format that starts with a date
 * (sql-like-language 11.3). For an interval, returns its end. Returns undefined for other formats.
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
 * Formats a member of the time axis for display. Omits the time of day if it is midnight UTC. Any other text is
 * returned unchanged.
 */
export function formatTimeMember(member: string): string {
  const time = parseTimeMember(member);
  if (time === undefined) {
    return member;
  }
  const text = new Date(time).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}
