import * as vscode from "vscode";
import type { TransactionItem } from "./transaction-item.ts";

/** Provides the content of the tree. Loaded when the tree is first shown. */
export interface TransactionLines {
  children(item: TransactionItem | undefined): readonly TransactionItem[];
  treeItem(item: TransactionItem): vscode.TreeItem;
  tooltip(item: TransactionItem): vscode.MarkdownString | undefined;
}

/** Shows the transactions in a VS Code tree; delegates all computation. */
export class TransactionsTree implements vscode.TreeDataProvider<TransactionItem>, vscode.Disposable {
  readonly #lines: () => Promise<TransactionLines>;
  readonly #changed = new vscode.EventEmitter<TransactionItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(lines: () => Promise<TransactionLines>) {
    this.#lines = lines;
  }

  /** Redraws one item, or all of them. */
  refresh(item?: TransactionItem): void {
    this.#changed.fire(item);
  }

  async getChildren(item?: TransactionItem): Promise<TransactionItem[]> {
    return [...(await this.#lines()).children(item)];
  }

  async getTreeItem(item: TransactionItem): Promise<vscode.TreeItem> {
    return (await this.#lines()).treeItem(item);
  }

  /** Adds the tooltip when the pointer rests on the item. */
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
