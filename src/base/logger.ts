/** Log of a layer. Must never receive secrets, tokens or rows of data. Has the shape of `vscode.LogOutputChannel`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
