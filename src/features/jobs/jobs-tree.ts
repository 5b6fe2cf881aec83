import * as vscode from "vscode";
import type { JobItem } from "./job-item.ts";

/** What gives the lines of the tree; loaded when somebody looks. */
export interface JobLines {
  children(item: JobItem | undefined): Promise<readonly JobItem[]>;
  treeItem(item: JobItem): vscode.TreeItem;
  tooltip(item: JobItem, label: string): vscode.MarkdownString | undefined;
}

/** Shows the jobs as VS Code's tree; computes nothing. */
export class JobsTree implements vscode.TreeDataProvider<JobItem>, vscode.Disposable {
  readonly #lines: () => Promise<JobLines>;
  readonly #changed = new vscode.EventEmitter<JobItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(lines: () => Promise<JobLines>) {
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

  /** The tooltip is made when the pointer rests on the line. */
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
