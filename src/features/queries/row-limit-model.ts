/** Row limits to choose from, ascending; 0 means all rows. */
export function rowLimitChoices(current: number): readonly number[] {
  return [...new Set([0, 1000, 10_000, 100_000, 1_000_000, current])].sort((one, other) => one - other);
}

/** Parses a typed row limit, such as `25,000` or `25 000`; undefined unless it is a whole number from 1. */
export function parseRowLimit(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,.'_ \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  const rowLimit = /^\d+$/.test(digits) ? Number(digits) : 0;
  return rowLimit > 0 && rowLimit <= largestRowLimit ? rowLimit : undefined;
}

/** One less than the largest signed 32-bit number, since a list query requests one more row. */
const largestRowLimit = 2 ** 31 - 2;
