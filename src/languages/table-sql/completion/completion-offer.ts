/** One completion item. Items are shown in the order of `rank`. */
export interface CompletionOffer {
  readonly label: string;
  readonly kind: "keyword" | "table" | "cte" | "view" | "column" | "alias" | "function" | "time" | "type" | "join";
  /** LSP snippet syntax. */
  readonly snippet: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly rank: number;
}

export interface Completion {
  readonly replace: { readonly start: number; readonly end: number };
  readonly offers: readonly CompletionOffer[];
  /** Whether further typing may yield offers that are missing from this list. */
  readonly isIncomplete: boolean;
}

/** Escapes a text so that the snippet inserts it unchanged. */
export function plainSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
