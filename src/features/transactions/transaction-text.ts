import * as vscode from "vscode";
import { isEndedPhase, jobPhaseOf } from "../../contract/job-status.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import { countdownOf } from "./countdown-model.ts";
import type { StoredTransaction } from "./stored-transaction.ts";
import type { TransactionPhase } from "./transaction-details-model.ts";

/** Returns the display name of a transaction: its label, or else the beginning of its id. */
export function transactionName({ label, transactionId }: Pick<StoredTransaction, "label" | "transactionId">): string {
  return label ?? vscode.l10n.t("Transaction {0}", shortId(transactionId));
}

/** Returns the beginning of a transaction id that is long enough to distinguish it. */
function shortId(id: string): string {
  return id.length > 12 ? id.slice(0, 8) : id;
}

export function phaseText(phase: TransactionPhase | undefined): string {
  switch (phase) {
    case "open":
      return vscode.l10n.t("Open");
    case "resolving":
      return vscode.l10n.t("Committing or rolling back");
    case "committed":
      return vscode.l10n.t("Committed");
    case "rolledBack":
      return vscode.l10n.t("Rolled back");
    case "expired":
      return vscode.l10n.t("Expired, rolled back");
    case "mixed":
      return vscode.l10n.t("Committed in some tenants, rolled back in others");
    case "gone":
      return vscode.l10n.t("Not known to the service any more");
    case undefined:
      return vscode.l10n.t("Not read yet");
  }
}

/** Formats the remaining time of a transaction, such as `1 h 20 min` for 4,800,000 milliseconds. */
export function timeLeftText(remainingMs: number): string {
  const { hours, minutes, seconds } = countdownOf(remainingMs);
  if (hours > 0) {
    return vscode.l10n.t("{0} h {1} min", hours, minutes);
  }
  if (minutes > 0) {
    return vscode.l10n.t("{0} min", minutes);
  }
  return seconds > 0 ? vscode.l10n.t("{0} s", seconds) : vscode.l10n.t("a few seconds");
}

/** Formats the expiry of a transaction, such as `expires in 1 h 20 min` for 4,800,000 milliseconds. */
export function expiryText(remainingMs: number): string {
  return remainingMs > 0
    ? vscode.l10n.t("expires in {0}", timeLeftText(remainingMs))
    : vscode.l10n.t("its time is over");
}

/**
 * Formats the expiry time of a transaction in the user's time zone. Used for screen readers, which cannot follow a
 * countdown.
 */
export function expiryTimeText(expiryMs: number): string {
  return vscode.l10n.t("expires at {0}", timeText(expiryMs));
}

export function timeText(atMs: number): string {
  return new Date(atMs).toLocaleString(vscode.env.language);
}

export function jobStatusText(status: SqlJobStatus | undefined): string {
  switch (jobPhaseOf(status?.status)) {
    case "waiting":
      return status ? vscode.l10n.t("Waiting") : vscode.l10n.t("Not read yet");
    case "running":
      return vscode.l10n.t("Running");
    case "succeeded":
      return vscode.l10n.t("Succeeded");
    case "failed":
      return vscode.l10n.t("Failed");
    case "cancelled":
      return vscode.l10n.t("Cancelled");
  }
}

/** Formats the number of tenants in which a job is finished. Empty if the job runs in fewer than two tenants. */
export function jobCountText(status: SqlJobStatus | undefined): string {
  const { pending = 0, running = 0, succeeded = 0, failed = 0 } = status?.summary ?? {};
  const total = pending + running + succeeded + failed;
  if (total < 2) {
    return "";
  }
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  return status && isEndedPhase(jobPhaseOf(status.status)) && failed > 0
    ? vscode.l10n.t("{0} of {1} tenants failed", number(failed), number(total))
    : vscode.l10n.t("{0} of {1} tenants done", number(succeeded + failed), number(total));
}
