import { maximumWindowRows, type TreeNode } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { maximumPivotLevels } from "../../protocol/pivot.ts";
import { maximumToggledMembers, type TreeView } from "../../protocol/row-view.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridActions } from "../grid/grid-options.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import { isRequestedBlock } from "../grid/window-loader.ts";
import type { MenuItem } from "../menu.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import type { PaneRows } from "./pane-rows.ts";
import { formatRowCount } from "./result-header.ts";
import { createIconButton } from "./toolbar.ts";

/** Expands and collapses the members of a result whose rows form a tree. */
export class PaneTree {
  /** Buttons for the toolbar. They are hidden if the rows do not form a tree. */
  readonly buttons: readonly HTMLButtonElement[];
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #rows: PaneRows;
  readonly #grid: () => Grid;

  constructor(context: PageContext, content: Readonly<PaneContent>, rows: PaneRows, grid: () => Grid) {
    this.#context = context;
    this.#content = content;
    this.#rows = rows;
    this.#grid = grid;
    const { strings } = context;
    this.buttons = [
      createIconButton("expand-all", strings.expandAll, () => void this.#toggleAll(true)),
      createIconButton("collapse-all", strings.collapseAll, () => void this.#toggleAll(false)),
    ];
  }

  show(): void {
    for (const button of this.buttons) {
      button.hidden = !this.#content.view.tree;
    }
  }

  get actions(): Pick<GridActions, "toggleMember" | "goToParent"> {
    return {
      toggleMember: (node) => void this.#toggle(node),
      goToParent: (location, level) => void this.#goToParent(location, level),
    };
  }

  /** Returns a cell's menu items for expanding and collapsing its member. */
  menuItems({ row }: GridPosition): MenuItem[] {
    const { strings } = this.#context;
    if (!this.#content.view.tree) {
      return [];
    }
    const node = this.#grid().node(row);
    return [
      ...(node?.isOpen === undefined
        ? []
        : [{ label: node.isOpen ? strings.collapse : strings.expand, run: () => void this.#toggle(node) }]),
      { label: strings.expandAll, icon: "expand-all", run: () => void this.#toggleAll(true) },
      { label: strings.collapseAll, icon: "collapse-all", run: () => void this.#toggleAll(false) },
    ];
  }

  #toggleAll(isOpen: boolean): Promise<void> {
    return this.#show({ depth: isOpen ? maximumPivotLevels : 0, toggled: [] }, isOpen);
  }

  #toggle({ id, isOpen }: TreeNode): Promise<void> {
    const { tree } = this.#content.view;
    if (!tree || id === undefined) {
      return Promise.resolve();
    }
    const others = tree.toggled.filter((other) => other !== id);
    const toggled = others.length < tree.toggled.length ? others : [...others, id].slice(-maximumToggledMembers);
    return this.#show({ ...tree, toggled }, !isOpen);
  }

  async #show(tree: TreeView, isOpening: boolean): Promise<void> {
    const { strings, formatNumber, announce } = this.#context;
    const { element: grid, navigation } = this.#grid();
    const hasFocus = grid.contains(document.activeElement);
    if (await this.#rows.showTree(tree)) {
      if (hasFocus) {
        // The node that had the focus may now belong to another row.
        navigation.focus();
      }
      const rows = formatRowCount(this.#rows.rowCount ?? 0, strings, formatNumber);
      announce(fillText(isOpening ? strings.expanded : strings.collapsed, rows));
    }
  }

  /** Activates the parent member. Searches upwards window by window, because any number of rows may be in between. */
  async #goToParent({ row, column }: GridPosition, level: number): Promise<void> {
    const { host } = this.#context;
    const { resultId, view } = this.#content;
    for (let end = row; end > 0; ) {
      const first = Math.max(0, end - maximumWindowRows);
      const range = { first, count: end - first, columns: [0], view };
      const block = await host.requestRows(resultId, range, new AbortController().signal).catch(() => undefined);
      if (!isRequestedBlock(block, range) || view !== this.#content.view) {
        return;
      }
      const found = block.tree?.findLastIndex((node) => node.level === level - 1 && node.isOpen) ?? -1;
      if (found >= 0) {
        this.#grid().navigation.goTo({ row: first + found, column });
        return;
      }
      end = first;
    }
  }
}
