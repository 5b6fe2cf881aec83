import type { TreeNode } from "../../protocol/data-worker.ts";
import type { GridPosition } from "./grid-selection.ts";

/** What keys and pointer ask of whoever holds the grid. */
export interface GridActions {
  /** `isAdding` keeps the columns that order the rows already. */
  sort(column: number, isAdding: boolean): void;
  openValue(place: GridPosition): void;
  /** Row -1 asks for the column's menu. */
  openMenu(place: GridPosition, anchor: HTMLElement): void;
  copy(): void;
  /** What was written into a column's filter field. */
  filter(column: number, text: string): void;
  /** Every way to filter a column. */
  openFilter(column: number, anchor: HTMLElement): void;
  toggleFilters(): void;
  find(): void;
  findAgain(direction: "next" | "previous"): void;
  /** Changes between values as they came and as the user's language writes them. */
  toggleExact(): void;
  /** Opens a member of a tree that is closed, closes one that is open. */
  turnMember(node: TreeNode): void;
  /** Goes to the member over a row. */
  goToParent(place: GridPosition, level: number): void;
}
