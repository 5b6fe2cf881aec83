import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { showWarning } from "../../host/notifications.ts";
import { type FormatRefused, formatRefusedNotification } from "../../languages/core/requests/editor-requests.ts";

/** Time around a save in which formatting is taken for a part of it, in milliseconds. */
const saveWindowMs = 500;

/**
 * Tells the user why statements were not formatted, and the position of the error. After an automatic format on save,
 * only in the status bar.
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
    const refused = describeRefused(document, first);
    // VS Code formats before it announces the save.
    const timer = setTimeout(() => {
      timers.delete(timer);
      const isOfSave = Date.now() - (savedAt.get(uri) ?? 0) < 2 * saveWindowMs;
      void showRefusal(document, refused, isOfSave);
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

/** A statement that was not formatted, with what moves with it when formatting moves it. */
interface RefusedStatement {
  readonly text: string;
  /** First error that the editor marks in the statement; `start` and `end` are offsets in it. */
  readonly error: { readonly message: string; readonly start: number; readonly end: number } | undefined;
}

/** Describes a statement before the edits of the formatting are applied: the editor marks errors anew only some time after. */
function describeRefused(
  document: vscode.TextDocument,
  { start, end }: FormatRefused["statements"][number],
): RefusedStatement {
  const error = errorIn(document, new vscode.Range(document.positionAt(start), document.positionAt(end)));
  return {
    text: document.getText().slice(start, end),
    error: error && {
      message: error.message,
      start: Math.max(0, document.offsetAt(error.range.start) - start),
      end: Math.max(0, document.offsetAt(error.range.end) - start),
    },
  };
}

async function showRefusal(
  document: vscode.TextDocument,
  { text, error }: RefusedStatement,
  isOfSave: boolean,
): Promise<void> {
  const start = document.getText().indexOf(text);
  if (document.isClosed || start < 0) {
    return;
  }
  const position = document.positionAt(start + (error?.start ?? 0));
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
    const selection = new vscode.Range(position, document.positionAt(start + (error?.end ?? 0)));
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
