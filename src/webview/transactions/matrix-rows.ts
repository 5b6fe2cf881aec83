import type { CellPhase, MatrixRow } from "../../protocol/transaction-view.ts";

/** What of the matrix is shown. */
interface MatrixFilter {
  /** Part of a tenant's code or of a message, in any case; empty for all. */
  readonly text: string;
  /** A phase that one of the cells must have. */
  readonly phase: CellPhase | undefined;
}

/** The rows that fit; their cells stay as they are. */
export function filterRows(rows: readonly MatrixRow[], { text, phase }: MatrixFilter): readonly MatrixRow[] {
  const part = text.trim().toLowerCase();
  if (part === "" && phase === undefined) {
    return rows;
  }
  return rows.filter(
    ({ tenant, cells }) =>
      (phase === undefined || cells.some((cell) => cell?.phase === phase)) &&
      (part === "" ||
        tenant.toLowerCase().includes(part) ||
        cells.some((cell) => cell?.message?.toLowerCase().includes(part))),
  );
}

/** Phases that some cell has, for the choice of the filter. */
export function phasesIn(rows: readonly MatrixRow[]): ReadonlySet<CellPhase> {
  const found = new Set<CellPhase>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (cell) {
        found.add(cell.phase);
      }
    }
  }
  return found;
}
