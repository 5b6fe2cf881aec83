import type { TreeNode } from "../../protocol/data-worker.ts";

/** What the cell of a level says of its row: the member that can be opened or closed, or one over it. */
type TreeMark = "open" | "closed" | "above";

/** The column of level 1 has position 0. */
export function treeMark({ level, isOpen }: TreeNode, position: number): TreeMark | undefined {
  if (position < 0 || position >= level) {
    return undefined;
  }
  if (position < level - 1) {
    return "above";
  }
  return isOpen === undefined ? undefined : isOpen ? "open" : "closed";
}

/** Whether a cell is one of the values of a member that others are under. */
export function isOfParent({ level, isOpen }: TreeNode, position: number): boolean {
  return isOpen !== undefined && position >= level;
}
