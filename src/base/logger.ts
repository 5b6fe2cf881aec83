/** Where a layer reports what it does. Never given secrets, tokens or rows of data. The shape of `vscode.LogOutputChannel`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
