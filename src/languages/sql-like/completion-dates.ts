export interface DateOffer {
  readonly text: string;
  readonly what: string;
}

/** Dates worth offering inside `date("`: the first of this month, of this year and of the next ones, and today, in UTC. */
export function dateOffers(now: number): DateOffer[] {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth();
  const offers = [
    { at: Date.UTC(year, month, 1), what: "First of this month" },
    { at: Date.UTC(year, month + 1, 1), what: "First of next month; includes this month" },
    { at: Date.UTC(year, 0, 1), what: "First of this year" },
    { at: Date.UTC(year + 1, 0, 1), what: "First of next year; includes this year" },
    { at: Date.UTC(year, Math.floor(month / 3) * 3, 1), what: "First of this quarter" },
    { at: Date.UTC(year, month, today.getUTCDate()), what: "Today; not included itself" },
  ];
  const seen = new Map(offers.reverse().map(({ at, what }) => [new Date(at).toISOString().slice(0, 10), what]));
  return [...seen].reverse().map(([text, what]) => ({ text, what }));
}
