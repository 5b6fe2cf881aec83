import type { TreeNode } from "../../protocol/data-worker.ts";
import type { GridCursor } from "./grid-cursor.ts";
import { commandForKey, type KeyPress } from "./grid-key.ts";
import type { GridActions } from "./grid-options.ts";
import type { GridScroller } from "./grid-scroller.ts";
import { extendSelectionTo, selectAll, selectCell, selectColumns, selectRows } from "./grid-selection.ts";

/**
 * Handles the grid's keys, which move the cursor or trigger actions. Menus open at the element of `anchorOf`. `nodeOf`
 * returns the tree node of a row.
 */
export function listenToKeys(
  grid: HTMLElement,
  cursor: GridCursor,
  scroller: GridScroller,
  actions: GridActions,
  anchorOf: () => HTMLElement | undefined,
  nodeOf: (row: number) => TreeNode | undefined,
): void {
  grid.addEventListener("keydown", (event) => {
    const { selection, active, size } = cursor;
    const node = nodeOf(active.row);
    const treeCommand = node && treeCommandForKey(event, node, active.column === 0, scroller.isRightToLeft);
    if (treeCommand) {
      event.preventDefault();
      if (treeCommand === "toggle") {
        actions.toggleMember(node);
      } else {
        actions.goToParent(active, node.level);
      }
      return;
    }
    const command = commandForKey(event, active, size, scroller.pageRows, scroller.isRightToLeft);
    if (!command || size.columnCount === 0) {
      return;
    }
    event.preventDefault();
    switch (command.kind) {
      case "move":
        cursor.selectAhead(command.isExtending ? extendSelectionTo(selection, command.to) : selectCell(command.to));
        return;
      case "activate":
        if (active.row < 0) {
          actions.sort(active.column, event.shiftKey);
        } else {
          actions.openValue(active);
        }
        return;
      case "openMenu":
        actions.openMenu(active, anchorOf() ?? grid);
        return;
      case "copy":
        actions.copy();
        return;
      case "toggleExact":
        actions.toggleExact();
        return;
      case "selectRows":
        cursor.select(selectRows(selection, size), true);
        return;
      case "selectColumns":
        cursor.select(selectColumns(selection, size), true);
        return;
      case "selectAll":
        cursor.select(selectAll(selection, size), true);
        return;
      case "openFilter":
        actions.openFilter(active.column, undefined);
        return;
      case "toggleFilters":
        actions.toggleFilters();
        return;
      case "find":
        // VS Code also receives keys that reach the window, and would open the editor's own search as well.
        event.stopPropagation();
        actions.find();
        return;
      case "findNext":
      case "findPrevious":
        actions.findAgain(command.kind === "findNext" ? "next" : "previous");
    }
  });
}

/** Returns the tree command of a key press, or undefined if the key has its usual meaning in a grid. */
function treeCommandForKey(
  press: KeyPress,
  { level, isOpen }: TreeNode,
  isFirstCell: boolean,
  isRightToLeft: boolean,
): "toggle" | "goToParent" | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) {
    return undefined;
  }
  const [opening, closing] = isRightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const isArrow = isFirstCell && !press.shiftKey;
  if (isOpen === false && (press.key === "+" || (isArrow && press.key === opening))) {
    return "toggle";
  }
  if (isOpen === true && (press.key === "-" || (isArrow && press.key === closing))) {
    return "toggle";
  }
  return isArrow && press.key === closing && level > 1 ? "goToParent" : undefined;
}
