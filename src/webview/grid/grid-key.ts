import type { GridDimensions, GridPosition } from "./grid-selection.ts";

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Command of a key press (the grid pattern of the ARIA authoring practices). */
type GridCommand =
  | { readonly kind: "move"; readonly to: GridPosition; readonly isExtending: boolean }
  | {
      readonly kind: "activate" | "selectRows" | "selectColumns" | "selectAll" | "copy" | "openMenu" | "toggleExact";
    }
  | { readonly kind: "openFilter" | "toggleFilters" | "find" | "findNext" | "findPrevious" };

/**
 * Returns the grid command of a key press. `pageRows` is the number of rows per page. `isRightToLeft` swaps the left
 * and right arrows.
 */
export function commandForKey(
  press: KeyPress,
  { row, column }: GridPosition,
  { rowCount, columnCount }: GridDimensions,
  pageRows: number,
  isRightToLeft: boolean,
): GridCommand | undefined {
  const isControl = press.ctrlKey || press.metaKey;
  const lastRow = rowCount - 1;
  const lastColumn = columnCount - 1;
  const move = (toRow: number, toColumn: number): GridCommand => ({
    kind: "move",
    to: { row: clamp(toRow, press.shiftKey ? 0 : -1, lastRow), column: clamp(toColumn, 0, lastColumn) },
    isExtending: press.shiftKey && row >= 0,
  });
  const forward = isRightToLeft ? -1 : 1;
  if (press.altKey && press.key === "ArrowDown") {
    return { kind: "openFilter" };
  }
  switch (press.altKey ? "" : press.key) {
    case "ArrowDown":
      return move(isControl ? lastRow : row + 1, column);
    case "ArrowUp":
      return move(isControl ? 0 : row - 1, column);
    case "ArrowRight":
      return move(row, isControl ? (forward > 0 ? lastColumn : 0) : column + forward);
    case "ArrowLeft":
      return move(row, isControl ? (forward > 0 ? 0 : lastColumn) : column - forward);
    case "Home":
      return isControl ? move(0, 0) : move(row, 0);
    case "End":
      return isControl ? move(lastRow, lastColumn) : move(row, lastColumn);
    case "PageDown":
      // With Control, the key shows the next result.
      return isControl ? undefined : move(row + pageRows, column);
    case "PageUp":
      return isControl ? undefined : move(Math.max(row >= 0 ? 0 : -1, row - pageRows), column);
    case "Enter":
    case "F2":
      return { kind: "activate" };
    case "F10":
      return press.shiftKey ? { kind: "openMenu" } : undefined;
    case "ContextMenu":
      return { kind: "openMenu" };
    case " ":
      if (row < 0) {
        return { kind: isControl ? "selectColumns" : "activate" };
      }
      return isControl ? { kind: "selectColumns" } : press.shiftKey ? { kind: "selectRows" } : undefined;
    case "a":
    case "A":
      return isControl ? { kind: "selectAll" } : undefined;
    case "c":
    case "C":
      return isControl && !press.shiftKey ? { kind: "copy" } : undefined;
    case "e":
    case "E":
      return isControl || press.shiftKey ? undefined : { kind: "toggleExact" };
    case "f":
      return isControl ? { kind: "find" } : undefined;
    case "F3":
      return { kind: press.shiftKey ? "findPrevious" : "findNext" };
    case "L":
      return isControl && press.shiftKey ? { kind: "toggleFilters" } : undefined;
    default:
      return undefined;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(most, least)));
}
