/** Month number of an open end, which is later than every month. */
export const noMonth = 2_147_483_647;

/** SQL for the month, in UTC, of a TIMESTAMP expression: the number of months since January 1970. */
export function monthNumberSql(expression: string): string {
  return `date_diff('month', TIMESTAMP '1970-01-01', ${expression})::INTEGER`;
}

/** Number of the month that begins at an instant (epoch milliseconds), or `undefined` if no month begins there. */
export function monthBeginningAt(instant: number): number | undefined {
  const date = new Date(instant);
  const number = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  return Date.UTC(1970, number) === instant ? number : undefined;
}
