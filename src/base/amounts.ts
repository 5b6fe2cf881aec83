const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size as people of a language write it, by 1000 as disks and browsers count: `7 bytes`, `4.2 MB`. */
export function bytesText(bytes: number, language: string): string {
  let [amount, power] = [bytes, 0];
  // What rounds to 1,000 of a unit is one of the next.
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

/** A count as people of a language write it; the service gives some as text, as they may be more than a number can hold. */
export function countText(count: number | string, language: string): string {
  const isWhole = /^-?\d+$/.test(String(count));
  return typeof count === "string" && !isWhole
    ? count
    : new Intl.NumberFormat(language).format(isWhole ? BigInt(count) : Number(count));
}
