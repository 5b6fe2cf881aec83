import * as vscode from "vscode";
import type { TransactionItem } from "./transaction-item.ts";

/** What gives the lines of the tree; loaded when somebody looks. */
export interface TransactionLines {
  children(item: TransactionItem | undefined): readonly TransactionItem[];
  treeItem(item: TransactionItem): vscode.TreeItem;
  tooltip(item: TransactionItem): vscode.MarkdownString | undefined;
}

/** Shows the transactions as VS Code's tree; computes nothing. */
export class TransactionsTree implements vscode.TreeDataProvider<TransactionItem>, vscode.Disposable {
  readonly #lines: () => Promise<TransactionLines>;
  readonly #changed = new vscode.EventEmitter<TransactionItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(lines: () => Promise<TransactionLines>) {
    this.#lines = lines;
  }

  /** Draws one line, or all of them, again. */
  refresh(item?: TransactionItem): void {
    this.#changed.fire(item);
  }

  async getChildren(item?: TransactionItem): Promise<TransactionItem[]> {
    return [...(await this.#lines()).children(item)];
  }

  async getTreeItem(item: TransactionItem): Promise<vscode.TreeItem> {
    return (await this.#lines()).treeItem(item);
  }

  /** The tooltip is made when the pointer rests on the line. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: TransactionItem): Promise<vscode.TreeItem> {
    const tooltip = (await this.#lines()).tooltip(item);
    if (tooltip) {
      treeItem.tooltip = tooltip;
    }
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
