export const ours = "workforce.workforce-analytics";
export const builtIn = "vscode.json-language-features";

/** What one window says: milliseconds by extension and every module that was evaluated, or why there is nothing. */
export type ActivationSample =
  | { readonly times: Readonly<Record<string, number>>; readonly evaluated: readonly string[] }
  | { readonly problem: string };
