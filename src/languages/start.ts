import type { InlayHintChoice } from "./core/requests/inlay-hint-choice.ts";

/** The language server's file in `dist`; speaks LSP over Node IPC, or over stdin and stdout with `--stdio`. */
export const languageServerFile = "language-server.js";

/**
 * Flags of Node for the server's process. Nearly all that reading a text makes is still in use when the young objects are
 * looked through, and copied: enough room for a few readings saves half of their time.
 */
export const languageServerFlags: readonly string[] = [
  "--max-old-space-size=256",
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
];

/** What the server is told when it starts, and as the settings of `workspace/didChangeConfiguration` whenever that changes. */
export interface LanguageServerOptions {
  /** For an editor without connections; with one, its deployment profile names the column. */
  readonly timeColumn?: string;
  /** All hints when left out. */
  readonly inlayHints?: InlayHintChoice;
  /** Whether a member that is looked at in a list of completion is counted by a query; so when left out. */
  readonly memberCounts?: boolean;
}
