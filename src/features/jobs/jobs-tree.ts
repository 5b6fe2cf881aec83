import * as vscode from "vscode";
import { isTreeItem } from "../../base/guards.ts";
import type { JobItem } from "./job-item.ts";

/** Source of the items in the jobs tree. Loaded on first use. */
export interface JobTreeSource {
  children(item: JobItem | undefined): Promise<readonly JobItem[]>;
  treeItem(item: JobItem): vscode.TreeItem;
  tooltip(item: JobItem, label: string): vscode.MarkdownString | undefined;
}

/** VS Code tree data provider of the jobs. Contains no logic beyond the conversion of items. */
export class JobsTree implements vscode.TreeDataProvider<JobItem>, vscode.Disposable {
  readonly #lines: () => Promise<JobTreeSource>;
  readonly #changed = new vscode.EventEmitter<JobItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(lines: () => Promise<JobTreeSource>) {
    this.#lines = lines;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(item?: JobItem): Promise<JobItem[]> {
    const lines = await this.#lines();
    return [...(await lines.children(item))];
  }

  async getTreeItem(item: JobItem): Promise<vscode.TreeItem> {
    return (await this.#lines()).treeItem(item);
  }

  /** Adds the tooltip of a tree item when the pointer rests on it. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: JobItem): Promise<vscode.TreeItem> {
    const tooltip = (await this.#lines()).tooltip(item, String(treeItem.label));
    if (tooltip) {
      treeItem.tooltip = tooltip;
    }
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/**
 * Returns the tree items that a command acts on. VS Code passes the clicked item and, if it is one of several selected
 * items, all of them.
 */
export function chosenItems(item: unknown, selected: unknown, selection: readonly JobItem[]): readonly JobItem[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return selected.filter((one) => isTreeItem<JobItem>(one));
  }
  return isTreeItem<JobItem>(item) ? [item] : selection;
}
