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
