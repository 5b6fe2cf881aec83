import * as vscode from "vscode";

/** The extension's output channel; VS Code stores its log level. */
export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel("Workforce Analytics", { log: true });
}

/** Logs a failure of background work that is not worth a message to the user. */
export function showInLog(log: Log, what: string, error: unknown): void {
  log.error(`${what}: ${error instanceof Error ? error.message : "unknown reason"}`);
}
