export const ours = "workforce.workforce-analytics";
export const builtIn = "vscode.json-language-features";

/**
 * What one window says: milliseconds by extension and every module that was evaluated, or why there is nothing. A window is
 * warm when something else in it had activated one of the extensions before it was measured; `warm` says which.
 */
export type ActivationSample =
  | {
      readonly kind: "measured";
      readonly times: Readonly<Record<string, number>>;
      readonly evaluated: readonly string[];
      readonly warm: string | undefined;
    }
  | { readonly kind: "failed"; readonly message: string };
