/** Reason why a workbook cannot be read, as the predicate of a sentence. Contains no data but the places of cells. */
export class WorkbookProblem extends Error {
  override readonly name = "WorkbookProblem";
}

/** A row of a worksheet: its number from 1, and the texts of its cells from the first column on. Empty cells are "". */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Most rows and columns that a worksheet has. */
export const maxSheetRows = 1_048_576;
export const maxSheetColumns = 16_384;

/** Returns "B3" for row 3 and column 1, counted from 0. */
export function cellName(row: number, column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
