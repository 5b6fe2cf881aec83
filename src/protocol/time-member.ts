const instant =
  /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?)(?:\/(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?))?/;

/** Epoch milliseconds of a time member in any form that starts with an instant (sql-like-language 11.3); of an interval its end. */
export function instantOf(member: string): number | undefined {
  const found = instant.exec(member);
  const text = found?.[2] ?? found?.[1];
  if (!text) {
    return undefined;
  }
  const withTime = text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T");
  const time = Date.parse(withTime.endsWith("Z") ? withTime : `${withTime}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** A time member as a reader wants it: the day alone where it is midnight. */
export function shownMember(member: string): string {
  const time = instantOf(member);
  if (time === undefined) {
    return member;
  }
  const text = new Date(time).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}
