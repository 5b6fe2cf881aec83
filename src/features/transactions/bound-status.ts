import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import { commandIds } from "../../host/command-ids.ts";
import { iconFree } from "../../host/link-free.ts";

/** Says in the status bar that the statements of the active editor run inside a transaction, with a way to its page. */
export function showBoundTransaction(
  activeFor: (document: vscode.TextDocument) => { readonly transactionId: string } | undefined,
  labelOf: (transactionId: string) => string | undefined,
  onDidChange: Event<void>,
): vscode.Disposable {
  let item: vscode.StatusBarItem | undefined;
  const update = () => {
    const editor = vscode.window.activeTextEditor;
    const bound = editor && activeFor(editor.document);
    if (!bound) {
      item?.hide();
      return;
    }
    const { transactionId } = bound;
    const name = labelOf(transactionId) ?? transactionId.slice(0, 8);
    item ??= vscode.window.createStatusBarItem("workforce.transaction", vscode.StatusBarAlignment.Left, 98);
    item.name = vscode.l10n.t("Workforce Transaction");
    item.text = `$(unlock) ${vscode.l10n.t("Inside {0}", iconFree(name))}`;
    item.tooltip = vscode.l10n.t(
      "Statements of this editor run inside the transaction {0}. Select to show it.",
      transactionId,
    );
    item.accessibilityInformation = { label: vscode.l10n.t("Statements run inside the transaction {0}", name) };
    item.command = { command: commandIds.showTransaction, title: "", arguments: [transactionId] };
    item.show();
  };
  update();
  return vscode.Disposable.from(vscode.window.onDidChangeActiveTextEditor(update), onDidChange(update), {
    dispose: () => item?.dispose(),
  });
}
