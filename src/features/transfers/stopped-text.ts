import * as vscode from "vscode";
import { formatCount } from "../../base/amounts.ts";
import { isCancellation } from "../../host/cancellation.ts";
import type { Delivery, DeliveryState, OpenSessionOrTransaction } from "./delivery.ts";

/**
 * Returns the message why a transmission was interrupted and what the service has received, for the prompt that
 * follows.
 */
export function stoppedText({ state, open }: Delivery, error: unknown): string {
  const left = open ? [remainingText(state, openDeliveryText(open))] : [];
  return [...(isCancellation(error) ? cancelledText(state) : failedText(state, error)), ...left].join(" ");
}

/** Returns the label of the button that continues an interrupted transmission. */
export function continueButtonLabel(state: DeliveryState): string {
  switch (state.kind) {
    case "rows":
      return vscode.l10n.t("Continue From Row {0}", count(state.sentRows + 1));
    case "sent":
      return vscode.l10n.t("Complete Again");
    default:
      return vscode.l10n.t("Send Again");
  }
}

/** Returns the label of the button that discards the data sent so far. */
export function discardButtonLabel({ open }: Delivery): string {
  return open?.kind === "transaction"
    ? vscode.l10n.t("Roll Back the Transaction")
    : vscode.l10n.t("Cancel the Session");
}

function cancelledText(state: DeliveryState): readonly string[] {
  return [
    state.kind === "rows"
      ? vscode.l10n.t("The sending was cancelled at row {0}.", count(state.sentRows + 1))
      : vscode.l10n.t("The sending was cancelled."),
  ];
}

function failedText(state: DeliveryState, error: unknown): readonly string[] {
  const reason = error instanceof Error ? error.message : vscode.l10n.t("The sending failed for an unknown reason.");
  if (state.kind !== "rows" || state.lastRow === undefined) {
    return [reason];
  }
  const { batch, sentRows, lastRow } = state;
  return [
    vscode.l10n.t("Batch {0}, rows {1} to {2}, did not arrive:", count(batch), count(sentRows + 1), count(lastRow)),
    reason,
  ];
}

function remainingText(state: DeliveryState, target: string): string {
  switch (state.kind) {
    case "rows":
      return state.sentRows === 0
        ? vscode.l10n.t("{0} is open, and no row is in it.", target)
        : vscode.l10n.t("{0} is open, with rows 1 to {1} in it.", target, count(state.sentRows));
    case "sent":
      return vscode.l10n.t("{0} is open, with everything in it.", target);
    default:
      return vscode.l10n.t("{0} is open, without the file.", target);
  }
}

function openDeliveryText({ kind, id }: OpenSessionOrTransaction): string {
  return kind === "transaction" ? vscode.l10n.t("Transaction {0}", id) : vscode.l10n.t("Session {0}", id);
}

function count(value: number): string {
  return formatCount(value, vscode.env.language);
}
