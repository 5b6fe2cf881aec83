import type { InlayHintChoice } from "./core/requests/inlay-hint-choice.ts";

/**
 * File name of the language server's script in `dist`. It communicates by LSP over Node IPC, or over stdin and stdout
 * with `--stdio`.
 */
export const languageServerFileName = "language-server.js";

/**
 * Node flags that enlarge the young generation of the server's heap. Most objects of a parse survive a collection of
 * the default young generation, and copying them is slow. The larger size halves the time of a parse.
 */
export const languageServerFlags: readonly string[] = [
  "--max-old-space-size=256",
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
];

/**
 * Initialization options of the language server. After a change, the editor sends them again as the settings of
 * `workspace/didChangeConfiguration`.
 */
export interface LanguageServerOptions {
  /**
   * Name of the time column for editors without connections. Otherwise the deployment profile of the connection defines
   * the name.
   */
  readonly timeColumn?: string;
  /** Kinds of inlay hints to show. Defaults to all. */
  readonly inlayHints?: InlayHintChoice;
  /** Whether completion runs a query that counts the records of the selected dimension member. Defaults to true. */
  readonly memberCounts?: boolean;
}
