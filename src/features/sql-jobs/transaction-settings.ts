import * as vscode from "vscode";
import type { ConnectionRole } from "../../client/call/session.ts";

/** Whether a dry run comes before a job that writes. */
export function isDryRunFirst(): boolean {
  return vscode.workspace.getConfiguration("workforce").get("sqlJobs.dryRun", true);
}

/** Whether a transaction's expiry is put off while a job runs; never by itself on production unless the setting says so. */
export function isExtendedWhileRunning(role: ConnectionRole): boolean {
  const choice = vscode.workspace.getConfiguration("workforce").get<string>("transactions.extend", "exceptProduction");
  return choice === "always" || (choice !== "never" && role !== "production");
}
