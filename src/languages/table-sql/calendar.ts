const daysOf: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7 };
const monthsOf: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** A day such as `2024-01-31` some units later, or earlier for a negative count; the last day of a month that is shorter. */
export function addUnits(day: string, count: number, unit: string): string | undefined {
  const start = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  const days = daysOf[unit];
  const months = monthsOf[unit];
  if (Number.isNaN(start) || !Number.isInteger(count)) {
    return undefined;
  }
  if (days !== undefined) {
    return dayOf(start + days * count * 86_400_000);
  }
  if (months === undefined) {
    return undefined;
  }
  const date = new Date(start);
  const month = date.getUTCMonth() + months * count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)));
}

function dayOf(time: number): string | undefined {
  return Number.isFinite(new Date(time).getTime()) ? new Date(time).toISOString().slice(0, 10) : undefined;
}
