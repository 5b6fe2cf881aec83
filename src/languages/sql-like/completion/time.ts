import { defaultEndDateOf, subtractOneYear } from "../../core/model/query-forms.ts";
import { isSignToken, isWordToken } from "../syntax/token.ts";
import { periodUnits } from "../time/units.ts";
import type { CompletionContext } from "./context.ts";
import { listSuggestedDates } from "./dates.ts";
import { suggestQuotedTexts } from "./quotes.ts";
import { type CompletionScope, findDataTimeRange } from "./scope.ts";
import { type CompletionSuggestion, createSuggestion, escapeSnippet, formatSnippetChoice } from "./suggestion.ts";

const rangeHint = "Range of a list query; the end is not included";
const periodsHint = "Intervals backward from the date, which is not included";

/**
 * Creates the completion item for the time column. It inserts a complete time filter for the query's kind
 * (sql-like-language 4.2), or the column alone if a predicate follows.
 */
export async function suggestTimeFilter(scope: CompletionScope, rank: number): Promise<CompletionSuggestion[]> {
  const { timeColumn, context } = scope;
  if (isWordToken(context.after, "IN", "BETWEEN", "NOT", "IS")) {
    return [createSuggestion(timeColumn, "time", rank, { detail: "Time" })];
  }
  return (await suggestTimePredicates(scope)).map((form) => ({
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
export async function suggestTimePredicates(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  const end = defaultEndDateOf(scope.now, await findDataTimeRange(scope));
  const begin = subtractOneYear(end);
  const periods = createSuggestion(`IN ${periodsLabel}`, "time", 0, {
    detail: periodsHint,
    snippet: `IN ${periodsSnippet(end)}`,
  });
  const range = createSuggestion('BETWEEN date("") AND date("")', "time", 1, {
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
  return `periods(date("\${1:${end}}"), \${2:12}, period(\${3:1}, ${formatSnippetChoice(4, Object.keys(periodUnits))}))`;
}

/** Returns completion items for the text after the time column and IN. */
export async function suggestPeriodsCalls(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  if (isSignToken(scope.context.after, "(")) {
    return [createSuggestion("periods", "function", 0, { detail: periodsHint })];
  }
  const end = defaultEndDateOf(scope.now, await findDataTimeRange(scope));
  return [createSuggestion(periodsLabel, "function", 0, { detail: periodsHint, snippet: periodsSnippet(end) })];
}

/** Returns completion items for a limit of BETWEEN on the time column. */
export async function suggestRangeEnds(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  return await suggestDateCalls(scope, rangeHint);
}

/** Returns completion items for the argument of `date(`: date texts, with quotes unless they are already there. */
export async function suggestDateTexts(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  return listSuggestedDates(scope.now, await findDataTimeRange(scope)).flatMap(({ text, what }, rank) =>
    suggestQuotedTexts(scope.context, text, "value", rank, { detail: what }),
  );
}

/** Returns completion items for calls of `date`: first a template to fill in, then calls with a date. */
export async function suggestDateCalls(scope: CompletionScope, detail: string): Promise<CompletionSuggestion[]> {
  if (isSignToken(scope.context.after, "(")) {
    return [createSuggestion("date", "function", 0, { detail })];
  }
  const dates = listSuggestedDates(scope.now, await findDataTimeRange(scope));
  return [
    createSuggestion('date("")', "function", 0, { detail, snippet: 'date("$1")', leadsOn: true }),
    ...dates.map(({ text, what }, rank) =>
      createSuggestion(`date("${text}")`, "value", rank + 1, { detail: what, snippet: `date("\${1:${text}}")` }),
    ),
  ];
}

/** Returns completion items for counts and periods as arguments of `periods` and `period`. */
export function suggestPeriodCalls({ after }: CompletionContext): CompletionSuggestion[] {
  if (isSignToken(after, "(")) {
    return [createSuggestion("period", "function", 0, { detail: "Length of a period" })];
  }
  return Object.keys(periodUnits).map((unit, rank) =>
    createSuggestion(`period(1, ${unit})`, "function", rank, { detail: "Length of a period" }),
  );
}

export function suggestPeriodUnits(): CompletionSuggestion[] {
  return Object.keys(periodUnits).map((unit, rank) => createSuggestion(unit, "unit", rank));
}

export function suggestCounts(counts: readonly string[], detail: string): CompletionSuggestion[] {
  return counts.map((count, rank) => createSuggestion(count, "value", rank, { detail }));
}
