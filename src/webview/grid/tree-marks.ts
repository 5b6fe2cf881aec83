import type { TreeNode } from "../../protocol/data-worker.ts";

/** Marker of a level cell: the row's member, expanded or collapsed, or an ancestor of it. */
type TreeMark = "open" | "closed" | "above";

/** Returns the marker of a cell; the column of level 1 has position 0. */
export function treeMark({ level, isOpen }: TreeNode, position: number): TreeMark | undefined {
  if (position < 0 || position >= level) {
    return undefined;
  }
  if (position < level - 1) {
    return "above";
  }
  return isOpen === undefined ? undefined : isOpen ? "open" : "closed";
}

/** Whether a cell is a value of a member that has children. */
export function isParentValue({ level, isOpen }: TreeNode, position: number): boolean {
  return isOpen !== undefined && position >= level;
}
