import * as vscode from "vscode";
import { type ExtensionChoice, readExtensionChoice } from "./extension-choice-model.ts";

/** Longest that the editor extends by itself; the service takes more. */
const weekSeconds = 7 * 24 * 3600;

/** Whether and by how much the editor extends transactions, as the settings say now. */
export function readTransactionSettings(): { readonly extend: ExtensionChoice; readonly extendBySeconds: number } {
  const settings = vscode.workspace.getConfiguration("workforce.transactions");
  const minutes = settings.get<number>("extendByMinutes", 60);
  return {
    extend: readExtensionChoice(settings.get("extend")),
    extendBySeconds: Math.min(weekSeconds, Math.max(60, Math.trunc(minutes * 60))),
  };
}
