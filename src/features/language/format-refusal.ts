import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { showWarning } from "../../host/notifications.ts";
import { type FormatRefused, formatRefusedNotification } from "../../languages/core/requests/editor-requests.ts";

/** Time around a save in which formatting is taken for a part of it, in milliseconds. */
const saveWindowMs = 500;

/** Longest wait for the edits of a formatting, in milliseconds: VS Code does not apply them if the text changed meanwhile. */
const editLimitMs = 10_000;

/**
 * Tells the user why statements were not formatted, and the position of the error. After an automatic format on save,
 * only in the status bar.
 */
export function notifyWhenFormatIsRefused(client: LanguageClient): vscode.Disposable {
  const savedAt = new Map<string, number>();
  let isDisposed = false;
  const onSave = ({ uri }: vscode.TextDocument) => savedAt.set(uri.toString(), Date.now());
  const notify = async ({ uri, statements, changesText }: FormatRefused) => {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
    const [first] = statements;
    if (!document || !first) {
      return;
    }
    const refused = describeRefused(document, first);
    if (changesText) {
      await waitForChange(document);
    }
    // VS Code formats before it announces the save.
    await sleep(saveWindowMs);
    if (!isDisposed) {
      const isOfSave = Date.now() - (savedAt.get(uri) ?? 0) < 2 * saveWindowMs;
      await showRefusal(document, refused, isOfSave);
    }
  };
  return vscode.Disposable.from(
    client.onNotification(formatRefusedNotification, notify),
    vscode.workspace.onWillSaveTextDocument(({ document }) => onSave(document)),
    vscode.workspace.onDidSaveTextDocument(onSave),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => savedAt.delete(uri.toString())),
    { dispose: () => (isDisposed = true) },
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

/** Waits until the text of a document changes, or for as long as edits may take. */
function waitForChange(document: vscode.TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(finish, editLimitMs);
    const subscription = vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
      if (changed === document && contentChanges.length > 0) {
        finish();
      }
    });
  });
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
