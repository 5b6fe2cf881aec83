import { defaultEndDateOf } from "../../core/model/query-forms.ts";
import { periodUnits } from "../time/units.ts";
import type { CompletionScope } from "./scope.ts";
import { type CompletionSuggestion, createSuggestion, escapeSnippet, formatSnippetChoice } from "./suggestion.ts";

/** Returns completion items for the start of a statement: SELECT, and a template for each kind of query. */
export function suggestQueryStarts({ timeColumn, now, context }: CompletionScope): CompletionSuggestion[] {
  const time = escapeSnippet(timeColumn);
  const end = defaultEndDateOf(now, {});
  const begin = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`;
  const select = createSuggestion("SELECT", "keyword", 0);
  if (context.query) {
    // The statement continues after the word.
    return [select];
  }
  const period = `period(\${5:1}, ${formatSnippetChoice(6, Object.keys(periodUnits))})`;
  return [
    select,
    createSuggestion("SELECT metric() ... periods", "snippet", 1, {
      detail: "Aggregate query: metrics by time and by dimensions",
      snippet: `SELECT \${1:metric}()\nFROM \${2:Object}\nWHERE ${time} IN periods(date("\${3:${end}}"), \${4:12}, ${period})$0`,
    }),
    createSuggestion("SELECT property ... BETWEEN", "snippet", 2, {
      detail: "List query: one row for each record",
      snippet: `SELECT \${1:Property}\nFROM \${2:Object}\nWHERE ${time} BETWEEN date("\${3:${begin}}") AND date("\${4:${end}}")$0`,
    }),
  ];
}
