import { defaultEndDate, yearBefore } from "../../core/model/query-forms.ts";
import { isSignToken, isWordToken } from "../syntax/token.ts";
import { units } from "../time/units.ts";
import type { CompletionContext } from "./context.ts";
import { dateOffers } from "./dates.ts";
import { type CompletionOffer, choice, escapeSnippet, offerOf } from "./offer.ts";
import { quotedOffers } from "./quotes.ts";
import { type CompletionScope, dataRange } from "./scope.ts";

const rangeHint = "Range of a list query; the end is not included";
const periodsHint = "Intervals backward from the date, which is not included";

/**
 * Creates the completion item for the time column. It inserts a complete time filter for the query's kind
 * (sql-like-language 4.2), or the column alone if a predicate follows.
 */
export async function timeFilterOffers(scope: CompletionScope, rank: number): Promise<CompletionOffer[]> {
  const { timeColumn, context } = scope;
  if (isWordToken(context.after, "IN", "BETWEEN", "NOT", "IS")) {
    return [offerOf(timeColumn, "time", rank, { detail: "Time" })];
  }
  return (await timeFormOffers(scope)).map((form) => ({
    ...form,
    label: `${timeColumn} ${form.label}`,
    snippet: `${escapeSnippet(timeColumn)} ${form.snippet}`,
    rank: rank + form.rank,
  }));
}

/**
 * Returns completion items for the operator after the time column. While the query kind is undetermined, they include
 * the operators of both kinds.
 */
export async function timeFormOffers(scope: CompletionScope): Promise<CompletionOffer[]> {
  const end = defaultEndDate(scope.now, await dataRange(scope));
  const begin = yearBefore(end);
  const periods = offerOf(`IN ${periodsLabel}`, "time", 0, {
    detail: periodsHint,
    snippet: `IN ${periodsSnippet(end)}`,
  });
  const range = offerOf('BETWEEN date("") AND date("")', "time", 1, {
    detail: rangeHint,
    snippet: `BETWEEN date("\${1:${begin}}") AND date("\${2:${end}}")`,
  });
  if (scope.kind === undefined) {
    return [periods, range];
  }
  return [scope.kind === "aggregate" ? periods : { ...range, rank: 0 }];
}

const periodsLabel = 'periods(date(""), 12, period(1, Month))';

function periodsSnippet(end: string): string {
  return `periods(date("\${1:${end}}"), \${2:12}, period(\${3:1}, ${choice(4, Object.keys(units))}))`;
}

/** Returns completion items for the text after the time column and IN. */
export async function periodsOffers(scope: CompletionScope): Promise<CompletionOffer[]> {
  if (isSignToken(scope.context.after, "(")) {
    return [offerOf("periods", "function", 0, { detail: periodsHint })];
  }
  const end = defaultEndDate(scope.now, await dataRange(scope));
  return [offerOf(periodsLabel, "function", 0, { detail: periodsHint, snippet: periodsSnippet(end) })];
}

/** Returns completion items for a limit of BETWEEN on the time column. */
export async function timeEndOffers(scope: CompletionScope): Promise<CompletionOffer[]> {
  return await dateCallOffers(scope, rangeHint);
}

/** Returns completion items for the argument of `date(`: date texts, with quotes unless they are already there. */
export async function dateTextOffers(scope: CompletionScope): Promise<CompletionOffer[]> {
  return dateOffers(scope.now, await dataRange(scope)).flatMap(({ text, what }, rank) =>
    quotedOffers(scope.context, text, "value", rank, { detail: what }),
  );
}

/** Returns completion items for calls of `date`: first a template to fill in, then calls with a date. */
export async function dateCallOffers(scope: CompletionScope, detail: string): Promise<CompletionOffer[]> {
  if (isSignToken(scope.context.after, "(")) {
    return [offerOf("date", "function", 0, { detail })];
  }
  const dates = dateOffers(scope.now, await dataRange(scope));
  return [
    offerOf('date("")', "function", 0, { detail, snippet: 'date("$1")', leadsOn: true }),
    ...dates.map(({ text, what }, rank) =>
      offerOf(`date("${text}")`, "value", rank + 1, { detail: what, snippet: `date("\${1:${text}}")` }),
    ),
  ];
}

/** Returns completion items for counts and periods as arguments of `periods` and `period`. */
export function periodOffers({ after }: CompletionContext): CompletionOffer[] {
  if (isSignToken(after, "(")) {
    return [offerOf("period", "function", 0, { detail: "Length of a period" })];
  }
  return Object.keys(units).map((unit, rank) =>
    offerOf(`period(1, ${unit})`, "function", rank, { detail: "Length of a period" }),
  );
}

export function unitOffers(): CompletionOffer[] {
  return Object.keys(units).map((unit, rank) => offerOf(unit, "unit", rank));
}

export function countOffers(counts: readonly string[], detail: string): CompletionOffer[] {
  return counts.map((count, rank) => offerOf(count, "value", rank, { detail }));
}
