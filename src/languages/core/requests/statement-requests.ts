import type { Span } from "../text/span.ts";

/** Request to the language server: the statements of a text. */
export const statementsRequest = "workforce/query/statements";

export interface StatementsParams {
  readonly text: string;
  /** A script of the command-line shell (sql-like-language 12). */
  readonly isShellScript: boolean;
}

/** A statement of a text, without its `;`. */
export type ScriptStatement = Span &
  (
    | { readonly kind: "aggregate" | "list" | "begin" | "commit" | "rollback" | "unknown" }
    | { readonly kind: "setSchema"; readonly schema: "analytic" | "staging" }
    /** `path` is as written between its quotes. */
    | { readonly kind: "copy"; readonly object: string; readonly path: string }
  );

export interface ReadStatements {
  readonly statements: readonly ScriptStatement[];
  /** Errors of the text alone, the state of the shell among them; in the order of the text. */
  readonly errors: readonly (Span & { readonly message: string })[];
}
