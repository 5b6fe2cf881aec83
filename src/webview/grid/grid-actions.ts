import type { GridPlace } from "./grid-selection.ts";

/** What keys and pointer ask of whoever holds the grid. */
export interface GridActions {
  sort(column: number): void;
  openValue(place: GridPlace): void;
  /** Row -1 asks for the column's menu. */
  openMenu(place: GridPlace, anchor: HTMLElement): void;
  copy(): void;
}
