import type { TreeNode } from "../../protocol/data-worker.ts";
import type { KeyPress } from "./grid-key.ts";

/** What a key does in the tree of a grid; undefined where it does what it does in any grid. */
export function treeCommandOfKey(
  press: KeyPress,
  { level, isOpen }: TreeNode,
  isFirstCell: boolean,
  isRightToLeft: boolean,
): "turn" | "goToParent" | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) {
    return undefined;
  }
  const [opening, closing] = isRightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const isArrow = isFirstCell && !press.shiftKey;
  if (isOpen === false && (press.key === "+" || (isArrow && press.key === opening))) {
    return "turn";
  }
  if (isOpen === true && (press.key === "-" || (isArrow && press.key === closing))) {
    return "turn";
  }
  return isArrow && press.key === closing && level > 1 ? "goToParent" : undefined;
}
