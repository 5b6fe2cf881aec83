const units = ["B", "kB", "MB", "GB"];

/** Such as `12.4 MB`, written as people of the language do. */
export function bytesText(bytes: number, language: string): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(amount)} ${units[unit]}`;
}

export function countText(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}
