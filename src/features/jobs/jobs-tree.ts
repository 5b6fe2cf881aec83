import { isDeepStrictEqual } from "node:util";
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
  /** Items that VS Code has, by their key. It knows an item only by the object that it was given last. */
  readonly #given = new Map<string, JobItem>();
  /** Current content of these items, by their key. */
  readonly #current = new Map<string, JobItem>();
  /** Keys of the children that VS Code has, by the key of their parent. */
  readonly #children = new Map<string, readonly string[]>();
  #isStale = false;
  #updating: Promise<void> | undefined;

  constructor(lines: () => Promise<JobTreeSource>) {
    this.#lines = lines;
  }

  /** Redraws all items. VS Code knows none of them until they are loaded. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** Reads the items again and redraws those that have changed. VS Code keeps the others, with their menus. */
  update(): Promise<void> {
    this.#isStale = true;
    this.#updating ??= this.#updateAll().finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #updateAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      await this.#updateChildren(undefined);
    }
  }

  async #updateChildren(parent: JobItem | undefined): Promise<void> {
    const known = this.#children.get(keyOf(parent));
    if (!known && parent) {
      return;
    }
    const items = await (await this.#lines()).children(parent);
    if (!isDeepStrictEqual(items.map(keyOf), known)) {
      this.#redraw(parent);
      return;
    }
    for (const item of items) {
      const isChanged = !isDeepStrictEqual(item, this.#current.get(item.key));
      this.#current.set(item.key, item);
      if (isChanged) {
        this.#redraw(item);
      } else {
        await this.#updateChildren(item);
      }
    }
  }

  /** Redraws an item, whose children VS Code then reads again, or all items. */
  #redraw(item: JobItem | undefined): void {
    const given = item && this.#given.get(item.key);
    if (given || !item) {
      this.#changed.fire(given);
    }
  }

  /** Returns the current content of an item, of which VS Code may have an older object. */
  current(item: JobItem): JobItem {
    return this.#current.get(item.key) ?? item;
  }

  async getChildren(item?: JobItem): Promise<JobItem[]> {
    const lines = await this.#lines();
    const items = await lines.children(item && this.current(item));
    if (!item) {
      this.#given.clear();
      this.#current.clear();
      this.#children.clear();
    }
    for (const one of items) {
      this.#given.set(one.key, one);
      this.#current.set(one.key, one);
    }
    this.#children.set(keyOf(item), items.map(keyOf));
    return [...items];
  }

  async getTreeItem(item: JobItem): Promise<vscode.TreeItem> {
    return (await this.#lines()).treeItem(this.current(item));
  }

  /** Adds the tooltip of a tree item when the pointer rests on it. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: JobItem): Promise<vscode.TreeItem> {
    const tooltip = (await this.#lines()).tooltip(this.current(item), String(treeItem.label));
    if (tooltip) {
      treeItem.tooltip = tooltip;
    }
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Returns the key of an item; the key of the root is empty. */
function keyOf(item: JobItem | undefined): string {
  return item?.key ?? "";
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
