import * as vscode from "vscode";

/** The extension's output channel; VS Code keeps its level. */
export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel("Workforce Analytics", { log: true });
}

/** Notes a failure of background work, where a message would only disturb. */
export function showInLog(log: Log, what: string, error: unknown): void {
  log.error(`${what}: ${error instanceof Error ? error.message : "unknown reason"}`);
}
