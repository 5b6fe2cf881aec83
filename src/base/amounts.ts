const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a number of bytes for a language, in decimal units such as `7 bytes` or `4.2 MB`. */
export function formatBytes(bytes: number, language: string): string {
  let [amount, power] = [bytes, 0];
  // A size that would round to 1,000 of a unit is shown as 1 of the next unit.
  while (amount >= (power === 0 ? 1000 : 999.95) && power < units.length - 1) {
    amount /= 1000;
    power++;
  }
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(amount);
}

/**
 * Formats a count for a language. Also accepts text, because the service sends counts that exceed the safe integer
 * range as text.
 */
export function formatCount(count: number | string, language: string): string {
  const isInteger = /^-?\d+$/.test(String(count));
  return typeof count === "string" && !isInteger
    ? count
    : new Intl.NumberFormat(language).format(isInteger ? BigInt(count) : Number(count));
}
