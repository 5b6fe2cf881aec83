/** Row limits to choose from; 0 stands for all rows. */
export function rowLimitChoices(current: number): readonly number[] {
  return [...new Set([0, 1000, 10_000, 100_000, 1_000_000, current])].sort((one, other) => one - other);
}

/** A row limit as people type it, such as `25,000` or `25 000`; `undefined` when it is no whole number from 1 on. */
export function parseRowLimit(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,.'_ \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  const rowLimit = /^\d+$/.test(digits) ? Number(digits) : 0;
  return rowLimit > 0 && rowLimit <= largestRowLimit ? rowLimit : undefined;
}

/** One below what a 32-bit count holds: a list query asks for one more. */
const largestRowLimit = 2 ** 31 - 2;
