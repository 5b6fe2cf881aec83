/** Rows up to which different values are counted one by one, which then takes seconds at most. */
const mostCounted = 2_000_000;

/** Whether the different values of so many rows are counted one by one. */
export function isCountedExactly(rowCount: number): boolean {
  return rowCount <= mostCounted;
}

/** SQL text of how many different values there are; an estimate where there are too many rows. */
export function distinctSql(value: string, rowCount: number): string {
  return isCountedExactly(rowCount)
    ? `count(DISTINCT ${value})`
    : `least(approx_count_distinct(${value}), count(${value}))`;
}
