const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats the age of the cached model in a language, such as `3 hours ago`. Less than a minute is `now`. */
export function describeAge(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const ageMs = Math.max(0, now - at);
  const [unit, lengthMs] =
    units.find(([, length]) => ageMs >= length) ?? (["second", Number.POSITIVE_INFINITY] as const);
  return format.format(-Math.floor(ageMs / lengthMs) || 0, unit);
}
