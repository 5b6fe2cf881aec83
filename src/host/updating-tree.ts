import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";

/** Source of the items of a tree. */
export interface TreeSource<Item> {
  children(item: Item | undefined): readonly Item[] | Promise<readonly Item[]>;
  treeItem(item: Item): vscode.TreeItem;
  tooltip(item: Item, label: string): vscode.MarkdownString | undefined;
  /** Returns what an item shows, which is compared to find the items that have changed. By default, the item itself. */
  appearance?(item: Item): unknown;
}

/**
 * VS Code tree data provider that redraws only items that have changed. A redrawn item loses its open menu, and a click on
 * it in that moment. Contains no logic beyond the conversion of items.
 */
export class UpdatingTree<Item> implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  readonly #source: () => Promise<TreeSource<Item>>;
  readonly #idOf: (item: Item) => string;
  readonly #changed = new vscode.EventEmitter<Item | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Items that VS Code has, by their id. It knows an item only by the object that it was given last. */
  readonly #given = new Map<string, Item>();
  /** Current content of these items, by their id. */
  readonly #current = new Map<string, { readonly item: Item; readonly appearance: unknown }>();
  /** Ids of the children that VS Code has, by the id of their parent. */
  readonly #children = new Map<string, readonly string[]>();
  #isStale = false;
  #updating: Promise<void> | undefined;

  /** `source` is loaded on first use. `idOf` returns the id of an item, which stays the same after a refresh. */
  constructor(source: () => Promise<TreeSource<Item>>, idOf: (item: Item) => string) {
    this.#source = source;
    this.#idOf = idOf;
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
    const source = await this.#source();
    while (this.#isStale) {
      this.#isStale = false;
      await this.#updateChildren(undefined, source);
    }
  }

  async #updateChildren(parent: Item | undefined, source: TreeSource<Item>): Promise<void> {
    const known = this.#children.get(this.#parentId(parent));
    if (!known && parent) {
      return;
    }
    const items = await source.children(parent);
    if (!isDeepStrictEqual(items.map(this.#idOf), known)) {
      this.#redraw(parent);
      return;
    }
    for (const item of items) {
      const former = this.#current.get(this.#idOf(item));
      const current = this.#keep(item, source);
      if (isDeepStrictEqual(current.appearance, former?.appearance)) {
        await this.#updateChildren(item, source);
      } else {
        this.#redraw(item);
      }
    }
  }

  #keep(item: Item, source: TreeSource<Item>) {
    const current = { item, appearance: source.appearance ? source.appearance(item) : item };
    this.#current.set(this.#idOf(item), current);
    return current;
  }

  /** Redraws an item, whose children VS Code then reads again, or all items. */
  #redraw(item: Item | undefined): void {
    const given = item && this.#given.get(this.#idOf(item));
    if (given || !item) {
      this.#changed.fire(given);
    }
  }

  /** Returns the current content of an item, of which VS Code may have an older object. */
  current(item: Item): Item {
    return this.#current.get(this.#idOf(item))?.item ?? item;
  }

  async getChildren(parent?: Item): Promise<Item[]> {
    const source = await this.#source();
    const items = await source.children(parent && this.current(parent));
    if (!parent) {
      this.#given.clear();
      this.#current.clear();
      this.#children.clear();
    }
    for (const item of items) {
      this.#given.set(this.#idOf(item), item);
      this.#keep(item, source);
    }
    this.#children.set(this.#parentId(parent), items.map(this.#idOf));
    return [...items];
  }

  async getTreeItem(item: Item): Promise<vscode.TreeItem> {
    return (await this.#source()).treeItem(this.current(item));
  }

  /** Adds the tooltip of a tree item when the pointer rests on it. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: Item): Promise<vscode.TreeItem> {
    const tooltip = (await this.#source()).tooltip(this.current(item), String(treeItem.label));
    if (tooltip) {
      treeItem.tooltip = tooltip;
    }
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Returns the id of an item; the id of the root is empty. */
  #parentId(item: Item | undefined): string {
    return item ? this.#idOf(item) : "";
  }
}
