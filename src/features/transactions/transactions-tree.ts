import * as vscode from "vscode";
import type { TransactionItem } from "./transaction-item.ts";

/** Provides the content of the tree. Loaded when the tree is first shown. */
export interface TransactionTreeContent {
  children(item: TransactionItem | undefined): readonly TransactionItem[];
  treeItem(item: TransactionItem): vscode.TreeItem;
  tooltip(item: TransactionItem): vscode.MarkdownString | undefined;
}

/** Shows the transactions in a VS Code tree; delegates all computation. */
export class TransactionsTree implements vscode.TreeDataProvider<TransactionItem>, vscode.Disposable {
  readonly #content: () => Promise<TransactionTreeContent>;
  readonly #changed = new vscode.EventEmitter<TransactionItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(content: () => Promise<TransactionTreeContent>) {
    this.#content = content;
  }

  /** Redraws one item, or all of them. */
  refresh(item?: TransactionItem): void {
    this.#changed.fire(item);
  }

  async getChildren(item?: TransactionItem): Promise<TransactionItem[]> {
    return [...(await this.#content()).children(item)];
  }

  async getTreeItem(item: TransactionItem): Promise<vscode.TreeItem> {
    return (await this.#content()).treeItem(item);
  }

  /** Adds the tooltip when the pointer rests on the item. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: TransactionItem): Promise<vscode.TreeItem> {
    const tooltip = (await this.#content()).tooltip(item);
    if (tooltip) {
      treeItem.tooltip = tooltip;
    }
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
