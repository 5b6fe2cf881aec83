import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { showWarning } from "../../host/notifications.ts";
import { type FormatRefused, formatRefusedNotification } from "../../languages/core/requests/editor-requests.ts";

/** Time around a save in which formatting is taken for a part of it, in milliseconds. */
const saveWindowMs = 500;

/**
 * Says why statements were not formatted, with the place of the error. After a save, which formats without being asked
 * for it, only the status bar says so.
 */
export function notifyWhenFormatIsRefused(client: LanguageClient): vscode.Disposable {
  const savedAt = new Map<string, number>();
  const onSave = ({ uri }: vscode.TextDocument) => savedAt.set(uri.toString(), Date.now());
  const timers = new Set<NodeJS.Timeout>();
  const say = ({ uri, statements }: FormatRefused) => {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
    const [first] = statements;
    if (!document || !first) {
      return;
    }
    // Formatting moves the statement, but does not change it.
    const statement = document.getText().slice(first.start, first.end);
    // VS Code formats before it announces the save.
    const timer = setTimeout(() => {
      timers.delete(timer);
      const isOfSave = Date.now() - (savedAt.get(uri) ?? 0) < 2 * saveWindowMs;
      void showRefusal(document, statement, isOfSave);
    }, saveWindowMs);
    timers.add(timer);
  };
  return vscode.Disposable.from(
    client.onNotification(formatRefusedNotification, say),
    vscode.workspace.onWillSaveTextDocument(({ document }) => onSave(document)),
    vscode.workspace.onDidSaveTextDocument(onSave),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => savedAt.delete(uri.toString())),
    { dispose: () => timers.forEach(clearTimeout) },
  );
}

async function showRefusal(document: vscode.TextDocument, statement: string, isOfSave: boolean): Promise<void> {
  const start = document.getText().indexOf(statement);
  if (document.isClosed || start < 0) {
    return;
  }
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + statement.length));
  const error = errorIn(document, range);
  const position = error?.range.start ?? range.start;
  const line = position.line + 1;
  const message = error
    ? vscode.l10n.t("Not formatted: line {0} has an error. {1}", line, error.message)
    : vscode.l10n.t("Not formatted: the statement in line {0} has an error.", line);
  if (isOfSave) {
    vscode.window.setStatusBarMessage(
      `$(warning) ${vscode.l10n.t("Not formatted: line {0} has an error", line)}`,
      5000,
    );
    return;
  }
  const goTo = vscode.l10n.t("Go to Error");
  if ((await showWarning(message, goTo)) === goTo) {
    const selection = new vscode.Range(position, error?.range.end ?? position);
    await vscode.window.showTextDocument(document, { selection });
  }
}

/** Returns the first error that the editor marks in a range. */
function errorIn({ uri }: vscode.TextDocument, range: vscode.Range): vscode.Diagnostic | undefined {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(
      (found) => found.severity === vscode.DiagnosticSeverity.Error && range.intersection(found.range) !== undefined,
    )
    .toSorted((one, other) => one.range.start.compareTo(other.range.start))[0];
}
