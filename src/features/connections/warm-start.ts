import * as vscode from "vscode";
import { isCancellation } from "../../host/cancellation.ts";
import { type Log, showInLog } from "../../host/log.ts";
import { localConnection } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";

/** VS Code language ids of documents that run on the active connection. */
const queryLanguages: readonly string[] = ["workforce-sqllike", "workforce-sqllike-shell", "workforce-tablesql"];

/**
 * Starts the embedded service and signs in to it in the background when a query is opened, so that its first run need
 * not wait. Does nothing if another connection is active. Waits `delayMs` milliseconds, so that the editor and its
 * language server start first.
 */
export function warmStart(
  log: Log,
  connections: Pick<ConnectionService, "target" | "prepareLocal" | "onDidChange">,
  delayMs = 500,
): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNeeded = () =>
    connections.target.connectionId === localConnection.id &&
    vscode.window.visibleTextEditors.some(({ document }) => queryLanguages.includes(document.languageId));
  const prepare = async () => {
    timer = undefined;
    if (!isNeeded()) {
      return;
    }
    try {
      await connections.prepareLocal();
    } catch (error) {
      // The run that needs the service reports what is wrong with it.
      if (!isCancellation(error)) {
        showInLog(log, "The local service could not be prepared", error);
      }
    }
  };
  const schedule = () => {
    if (timer === undefined && isNeeded()) {
      timer = setTimeout(() => void prepare(), delayMs);
    }
  };
  let connectionId = connections.target.connectionId;
  schedule();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(schedule),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        schedule();
      }
    }),
    connections.onDidChange(() => {
      if (connections.target.connectionId !== connectionId) {
        connectionId = connections.target.connectionId;
        schedule();
      }
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
