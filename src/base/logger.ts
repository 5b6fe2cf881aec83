/** Log interface, compatible with `vscode.LogOutputChannel`. Callers must never log secrets, tokens or rows of data. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
