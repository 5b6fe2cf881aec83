/** One thing that may be inserted, in the order of `rank`. */
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
  /** Whether typing on may bring offers that are not here. */
  readonly isIncomplete: boolean;
}

/** A text as a snippet that inserts just it. */
export function plainSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
