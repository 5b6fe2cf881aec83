import * as vscode from "vscode";
import { failureDetails } from "../base/failure.ts";

/** Output channel of the extension. VS Code stores its log level. */
export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel("Workforce Analytics", { log: true });
}

/** Logs an error of background work that is not shown to the user. */
export function logFailure(log: Log, what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown reason";
  log.error([`${what}: ${reason}`, ...failureDetails(error)].join(" · "));
}
