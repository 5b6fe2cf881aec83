import type { TextEdit } from "../../core/text/span.ts";
import type { ModelName } from "./model-name.ts";
import type { SuggestedMember } from "./record-count.ts";

export type SuggestionKind =
  | "keyword"
  | "snippet"
  | "metric"
  | "dimension"
  | "property"
  | "concept"
  | "reference"
  | "object"
  | "time"
  | "function"
  | "parameter"
  | "unit"
  | "value"
  | "level"
  | "label"
  | "member"
  | "file"
  | "folder";

/** Completion item, sorted by its rank. Items of equal rank keep their order. */
export interface CompletionSuggestion {
  readonly label: string;
  readonly kind: SuggestionKind;
  /** Text to insert, in LSP snippet syntax. */
  readonly snippet: string;
  readonly rank: number;
  readonly detail?: string;
  /** Text that the typed characters are matched against; the label by default. */
  readonly filter?: string;
  /** Additional text edits outside of the replaced span. */
  readonly edits?: readonly TextEdit[];
  /**
   * Whether the editor requests completion again after inserting this item, because the cursor is then after a dot or
   * between quotes.
   */
  readonly leadsOn?: boolean;
  readonly documentation?: string;
  /**
   * Name of the business model that this completion item inserts. Its documentation is looked up when the item is
   * selected.
   */
  readonly name?: ModelName;
  /** Dimension member that this completion item inserts. Its records are counted when the item is selected. */
  readonly member?: SuggestedMember;
}

/** Optional fields of a completion item. */
export type SuggestionExtras = Partial<Omit<CompletionSuggestion, "label" | "kind" | "rank">>;

/** Creates a completion item. It inserts its label unless `extras` contains a snippet. */
export function createSuggestion(
  label: string,
  kind: SuggestionKind,
  rank: number,
  extras: SuggestionExtras = {},
): CompletionSuggestion {
  return { label, kind, rank, snippet: escapeSnippet(label), ...extras };
}

export function createKeywordSuggestions(...words: readonly string[]): CompletionSuggestion[] {
  return words.map((word, rank) => createSuggestion(word, "keyword", rank));
}

/** Escapes a text for use in an LSP snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** Returns a snippet placeholder with a choice of texts, or with a single default text. */
export function formatSnippetChoice(index: number, texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.length === 0
    ? `\${${index}:${escapeSnippet(first)}}`
    : `\${${index}|${texts.map((text) => text.replace(/[\\$},|]/g, "\\$&")).join(",")}|}`;
}

/** Returns the text that a snippet inserts if all its placeholders keep their defaults. */
export function expandSnippet(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|((?:\\.|[^,|\\])*)(?:\\.|[^|\\])*\|\}/g, "$1")
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (_, text: string | undefined) => text ?? "")
    .replace(/\\(.)/g, "$1");
}
