/** Replaces the placeholders `{0}`, `{1}` and so on of a text with the given values. */
export function fillText(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}

/**
 * Fills the one of two texts that fits a count: the first for a count of 1, the second for any other. `{0}` stands for
 * the count, `{1}` and so on for the other values.
 */
export function fillCount<Count extends number | string>(
  count: Count,
  [one, many]: readonly [one: string, many: string],
  formatNumber: (count: Count) => string,
  ...others: readonly string[]
): string {
  return fillText(String(count) === "1" ? one : many, formatNumber(count), ...others);
}
