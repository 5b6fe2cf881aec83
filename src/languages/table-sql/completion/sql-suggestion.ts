/** A completion suggestion. Suggestions are sorted by `rank`. */
export interface SqlSuggestion {
  readonly label: string;
  readonly kind: "keyword" | "table" | "cte" | "view" | "column" | "alias" | "function" | "time" | "type" | "join";
  /** Text to insert, in LSP snippet syntax. */
  readonly snippet: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly rank: number;
}

export interface SqlCompletion {
  readonly replace: { readonly start: number; readonly end: number };
  readonly suggestions: readonly SqlSuggestion[];
  /** Whether the list of suggestions is incomplete, so that it must be requested again after further typing. */
  readonly isIncomplete: boolean;
}

/** Escapes a text for use in an LSP snippet, so that it is inserted unchanged. */
export function escapeSqlSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
