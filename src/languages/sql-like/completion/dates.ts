import type { DataTimeRange } from "../../core/model/model-source.ts";
import { formatDate } from "../../core/model/query-forms.ts";

interface DateOffer {
  readonly text: string;
  readonly what: string;
}

const dayMs = 86_400_000;

/** Returns the dates that completion proposes inside `date("`, in UTC, in the order given in sql-like-language 10. */
export function listSuggestedDates(now: number, { dataStart, dataEnd }: DataTimeRange = {}): DateOffer[] {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth();
  const offers = [
    { at: Date.UTC(year, month, today.getUTCDate()), what: "Today; not included itself where a time ends" },
    { at: Date.UTC(year, month, 1), what: "First of this month" },
    { at: Date.UTC(year, 0, 1), what: "First of this year" },
    ...(dataEnd === undefined ? [] : [{ at: Math.ceil(dataEnd / dayMs) * dayMs, what: "End of the data" }]),
    { at: Date.UTC(year, month + 1, 1), what: "First of next month; includes this month" },
    { at: Date.UTC(year + 1, 0, 1), what: "First of next year; includes this year" },
    { at: Date.UTC(year, Math.floor(month / 3) * 3, 1), what: "First of this quarter" },
    { at: Date.UTC(year - 1, 0, 1), what: "First of last year" },
    ...(dataStart === undefined ? [] : [{ at: Math.floor(dataStart / dayMs) * dayMs, what: "Start of the data" }]),
  ];
  const seen = new Map<string, string>();
  for (const { at, what } of offers) {
    const text = formatDate(at);
    if (text !== undefined) {
      seen.set(text, seen.has(text) ? `${seen.get(text)}; ${what.toLowerCase()}` : what);
    }
  }
  return [...seen].map(([text, what]) => ({ text, what }));
}
