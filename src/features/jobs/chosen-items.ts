import { isTreeItem } from "../../base/guards.ts";
import type { JobItem } from "./job-item.ts";

/**
 * Items that a tree command acts on. VS Code passes the clicked item and, if it is one of several selected items, all
 * of them.
 */
export function chosenItems(item: unknown, selected: unknown, selection: readonly JobItem[]): readonly JobItem[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return selected.filter((one) => isTreeItem<JobItem>(one));
  }
  return isTreeItem<JobItem>(item) ? [item] : selection;
}
