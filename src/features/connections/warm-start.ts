import * as vscode from "vscode";
import { isCancellation } from "../../host/cancellation.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { localConnection } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";

/** VS Code language ids of documents that run on the active connection. */
const queryLanguages: readonly string[] = ["workforce-sqllike", "workforce-sqllike-shell", "workforce-tablesql"];

/**
 * Starts the embedded service, signs in to it and calls `prepareResults` in the background while a query is in an
 * editor, so that the first run does not wait for it. Does nothing while another connection is active. Waits `delayMs`
 * milliseconds after an editor opened, so that the editor and its language server come first.
 */
export function warmStart(
  log: Log,
  connections: Pick<ConnectionService, "target" | "prepareLocal" | "onDidChange">,
  prepareResults: () => Promise<void>,
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
      await prepareResults();
    } catch (error) {
      // The run that needs it reports what is wrong.
      if (!isCancellation(error)) {
        logFailure(log, "The first run could not be prepared", error);
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
