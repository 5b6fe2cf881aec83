import type { CompletionContext } from "./context.ts";
import {
  type CompletionSuggestion,
  createSuggestion,
  escapeSnippet,
  type SuggestionExtras,
  type SuggestionKind,
} from "./suggestion.ts";

/**
 * Creates the completion item for a text in a string. Adds quotes unless the cursor is inside a string. Returns no item
 * for a text that no string literal can contain.
 */
export function suggestQuotedTexts(
  { quote, isOpen }: Pick<CompletionContext, "quote" | "isOpen">,
  text: string,
  kind: SuggestionKind,
  rank: number,
  extras: SuggestionExtras = {},
): CompletionSuggestion[] {
  if (/[\r\n]/.test(text)) {
    return [];
  }
  const mark = quote ?? '"';
  const inside = text.replaceAll(mark, mark + mark);
  const whole = quote === undefined ? mark + inside + mark : isOpen ? inside + mark : inside;
  const filter = quote === undefined || inside === text ? {} : { filter: inside };
  return [createSuggestion(text, kind, rank, { snippet: escapeSnippet(whole), ...filter, ...extras })];
}
