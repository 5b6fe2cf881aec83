import type { InlayHintChoice } from "./core/requests/inlay-hint-choice.ts";

/** File of the language server in `dist`; speaks LSP over Node IPC, or over stdin and stdout with `--stdio`. */
export const languageServerFile = "language-server.js";

/**
 * Node flags for the server process. Most objects made by parsing survive a collection of the young generation, where
 * copying them is expensive; a young generation that holds a few parses halves their time.
 */
export const languageServerFlags: readonly string[] = [
  "--max-old-space-size=256",
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
];

/**
 * Initialization options of the server; sent again as the settings of `workspace/didChangeConfiguration` after changes.
 */
export interface LanguageServerOptions {
  /** Default for editors without connections; otherwise the connection's deployment profile names the column. */
  readonly timeColumn?: string;
  /** All hints when left out. */
  readonly inlayHints?: InlayHintChoice;
  /** Whether completion counts the records of the selected member by a query; true when left out. */
  readonly memberCounts?: boolean;
}
