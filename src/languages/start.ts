/** The language server's file in `dist`; speaks LSP over Node IPC, or over stdin and stdout with `--stdio`. */
export const languageServerFile = "language-server.js";

/** What the server is told when it starts. */
export interface LanguageServerOptions {
  readonly timeColumn: string;
}
