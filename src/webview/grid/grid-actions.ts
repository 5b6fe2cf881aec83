import type { TreeNode } from "../../protocol/data-worker.ts";
import type { GridPosition } from "./grid-selection.ts";

/** Actions that keyboard and pointer trigger in the owner of the grid. */
export interface GridActions {
  /** Sorts by a column; `isAdding` keeps the existing sort columns. */
  sort(column: number, isAdding: boolean): void;
  openValue(location: GridPosition): void;
  /** Opens a context menu; row -1 means the menu of the column. */
  openMenu(location: GridPosition, anchor: HTMLElement): void;
  copy(): void;
  /** Applies the text of a column's filter field. */
  filter(column: number, text: string): void;
  /** Opens the filter dialog of a column. */
  openFilter(column: number, anchor: HTMLElement): void;
  toggleFilters(): void;
  find(): void;
  findAgain(direction: "next" | "previous"): void;
  /** Switches between exact and localized values. */
  toggleExact(): void;
  /** Expands or collapses a member of a tree. */
  toggleMember(node: TreeNode): void;
  /** Goes to the parent member of a row. */
  goToParent(location: GridPosition, level: number): void;
}
