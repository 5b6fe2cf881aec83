import type { InlayHintChoice } from "./core/inlay-hint-choice.ts";

/** The language server's file in `dist`; speaks LSP over Node IPC, or over stdin and stdout with `--stdio`. */
export const languageServerFile = "language-server.js";

/** What the server is told when it starts, and as the settings of `workspace/didChangeConfiguration` whenever that changes. */
export interface LanguageServerOptions {
  readonly timeColumn: string;
  /** All hints when left out. */
  readonly inlayHints?: InlayHintChoice;
}
