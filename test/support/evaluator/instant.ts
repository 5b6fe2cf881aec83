const shape = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?)?$/;

/** Epoch milliseconds of the text inside `date("…")`, UTC (sql-like-language 2.4). */
export function readInstant(text: string): number {
  const parts = shape
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) {
    throw new Error(`Evaluating a query: "${text}" is not an instant.`);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}
