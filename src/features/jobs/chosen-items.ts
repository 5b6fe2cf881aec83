import { isTreeItem } from "../../base/guards.ts";
import type { JobItem } from "./job-item.ts";

/** The lines that a command of the tree is for: VS Code gives the one that was clicked and, when it is among several selected ones, all. */
export function chosenItems(item: unknown, selected: unknown, selection: readonly JobItem[]): readonly JobItem[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return selected.filter((one) => isTreeItem<JobItem>(one));
  }
  return isTreeItem<JobItem>(item) ? [item] : selection;
}
