/**
 * Parses an ISO 8601 date or time to epoch milliseconds; undefined for other text. A time without a zone is in UTC,
 * like the service's own, whatever the zone of the process.
 */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) {
    return undefined;
  }
  const midnight = new Date(`${text.slice(0, 10)}T00:00Z`);
  // Date.parse takes February 30 as a day of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text.slice(0, 10)) {
    return undefined;
  }
  const hasZone = text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const instant = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}
