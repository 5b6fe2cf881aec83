/** Stands for the month of no instant, after every month: that of a state which is still open. */
export const noMonth = 2_147_483_647;

/** SQL for the number of the month, in UTC, that an expression, a TIMESTAMP, falls in: whole months since January 1970. */
export function monthNumberSql(expression: string): string {
  return `date_diff('month', TIMESTAMP '1970-01-01', ${expression})::INTEGER`;
}

/** The number of the month that begins at an instant, epoch milliseconds; `undefined` for an instant within a month. */
export function monthBeginningAt(instant: number): number | undefined {
  const date = new Date(instant);
  const number = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  return Date.UTC(1970, number) === instant ? number : undefined;
}
