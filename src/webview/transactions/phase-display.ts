import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { CellPhase } from "../../protocol/transaction-view.ts";

/** Icons of job phases. A phase must not be conveyed by colour alone. */
export const phaseIcons: Readonly<Record<CellPhase, string>> = {
  waiting: "clock",
  running: "sync",
  succeeded: "pass",
  failed: "error",
  cancelled: "circle-slash",
  open: "unlock",
  resolving: "sync",
  ended: "lock",
};

export function translatePhase(phase: CellPhase, strings: TransactionStrings): string {
  const names: Readonly<Record<CellPhase, string>> = {
    failed: strings.phaseFailed,
    running: strings.phaseRunning,
    waiting: strings.phaseWaiting,
    succeeded: strings.phaseSucceeded,
    cancelled: strings.phaseCancelled,
    open: strings.phaseOpen,
    resolving: strings.phaseResolving,
    ended: strings.phaseEnded,
  };
  return names[phase];
}
