/** Name of the bundled program of the worker thread that reads workbooks. */
export const workbookWorkerFile = "workbook-worker.js";

/** A workbook to write as CSV. */
export interface WorkbookTask {
  readonly source: string;
  /** Path of the CSV file to make. What was written to it must be removed unless the outcome is `converted`. */
  readonly target: string;
  /** Most bytes of the unpacked workbook, and of the CSV file. */
  readonly maxBytes: number;
}

export type WorkbookOutcome =
  | { readonly kind: "converted" }
  /** `problem` is the predicate of a sentence. */
  | { readonly kind: "refused"; readonly problem: string };

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
