import * as vscode from "vscode";
import { timeLeftText } from "./transaction-text.ts";

/** Status bar item that shows the number of open transactions and when the first of them expires. */
export class OpenTransactionsStatus implements vscode.Disposable {
  #item: vscode.StatusBarItem | undefined;

  /**
   * Updates the status bar item. `leftMs` is the shortest remaining time of the open transactions in milliseconds, or
   * undefined if unknown.
   */
  show(count: number, leftMs: number | undefined): void {
    if (count === 0) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    const open = vscode.l10n.t("{0} open", count);
    const left = leftMs === undefined ? undefined : timeLeftText(leftMs);
    this.#item.text = `$(unlock) ${[open, left].filter((part) => part !== undefined).join(" · ")}`;
    const transactions =
      count === 1 ? vscode.l10n.t("1 open transaction") : vscode.l10n.t("{0} open transactions", count);
    this.#item.tooltip =
      left === undefined ? transactions : vscode.l10n.t("{0}. The first one expires in {1}.", transactions, left);
    this.#item.accessibilityInformation = { label: this.#item.tooltip };
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #create(): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem("workforce.openTransactions", vscode.StatusBarAlignment.Left, 97);
    item.name = vscode.l10n.t("Workforce Open Transactions");
    item.command = "workforce.transactions.focus";
    return item;
  }
}
