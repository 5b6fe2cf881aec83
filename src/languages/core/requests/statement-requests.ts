import type { Span } from "../text/span.ts";

/** Request to the language server for the statements of a text. */
export const statementsRequest = "workforce/query/statements";

export interface StatementsParams {
  readonly text: string;
  /** Whether the text is a script of the command-line shell (sql-like-language 12). */
  readonly isShellScript: boolean;
}

/** Statement of a text, without its `;`. */
export type ScriptStatement = Span &
  (
    | { readonly kind: "aggregate" | "list" | "begin" | "commit" | "rollback" | "unknown" }
    | { readonly kind: "setSchema"; readonly schema: "analytic" | "staging" }
    /** `path` is spelled as between its quotes. */
    | { readonly kind: "copy"; readonly object: string; readonly path: string }
  );

export interface ReadStatements {
  readonly statements: readonly ScriptStatement[];
  /** Errors that need no model, those of the shell's state included; in text order. */
  readonly errors: readonly (Span & { readonly message: string })[];
}
