import * as vscode from "vscode";

/** Item of the transactions tree. Its content is looked up by key when VS Code renders it. */
export type TransactionItem =
  | { readonly kind: "transaction"; readonly key: string }
  | { readonly kind: "table" | "input"; readonly key: string; readonly name: string }
  | { readonly kind: "job"; readonly key: string; readonly jobId: string };

/** Returns the id of a tree item, which stays the same after a refresh. */
export function itemId(item: TransactionItem): string {
  switch (item.kind) {
    case "transaction":
      return item.key;
    case "job":
      return `${item.key} job ${item.jobId}`;
    default:
      return `${item.key} ${item.kind} ${item.name}`;
  }
}

/** Cache of tree item objects by key. VS Code identifies the items to refresh by object identity. */
export class TransactionItems {
  readonly #items = new Map<string, TransactionItem>();

  of(item: TransactionItem): TransactionItem {
    const id = itemId(item);
    const known = this.#items.get(id) ?? item;
    this.#items.set(id, known);
    return known;
  }
}

/** Source of the content of the transactions tree. Loaded when the tree is first shown. */
export interface TransactionTreeContent {
  children(item: TransactionItem | undefined): readonly TransactionItem[];
  treeItem(item: TransactionItem): vscode.TreeItem;
  tooltip(item: TransactionItem): vscode.MarkdownString | undefined;
}

/** VS Code tree data provider of the transactions. Contains no logic of its own. */
export class TransactionsTree implements vscode.TreeDataProvider<TransactionItem>, vscode.Disposable {
  readonly #content: () => Promise<TransactionTreeContent>;
  readonly #changed = new vscode.EventEmitter<TransactionItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(content: () => Promise<TransactionTreeContent>) {
    this.#content = content;
  }

  /** Redraws one item of the transactions tree, or all items if none is given. */
  refresh(item?: TransactionItem): void {
    this.#changed.fire(item);
  }

  async getChildren(item?: TransactionItem): Promise<TransactionItem[]> {
    return [...(await this.#content()).children(item)];
  }

  async getTreeItem(item: TransactionItem): Promise<vscode.TreeItem> {
    return (await this.#content()).treeItem(item);
  }

  /** Adds the tooltip of a tree item when the pointer rests on it. */
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
