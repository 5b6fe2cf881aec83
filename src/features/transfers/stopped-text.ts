import * as vscode from "vscode";
import { isCancellation } from "../../host/cancellation.ts";
import { countText } from "./amounts-model.ts";
import type { Delivery, Standing } from "./delivery.ts";

/** What stopped a delivery and what of it is at the service, for the question how to go on. */
export function stoppedText({ standing, openId }: Delivery, error: unknown): string {
  const reason = isCancellation(error)
    ? vscode.l10n.t("The sending was cancelled.")
    : error instanceof Error
      ? error.message
      : vscode.l10n.t("The sending failed for an unknown reason.");
  return [...beforeReason(standing), reason, ...afterReason(standing, openId)].join(" ");
}

/** The button that goes on where it stopped. */
export function goOnText(standing: Standing): string {
  switch (standing.kind) {
    case "rows":
      return vscode.l10n.t("Continue From Row {0}", count(standing.sentRows + 1));
    case "sent":
      return vscode.l10n.t("Complete Again");
    default:
      return vscode.l10n.t("Send Again");
  }
}

/** The button, and the title, of giving up what was sent. */
export function discardText({ openId = "" }: Delivery): string {
  return vscode.l10n.t("Discard {0}", openId);
}

function beforeReason(standing: Standing): readonly string[] {
  if (standing.kind !== "rows" || standing.lastRow === undefined) {
    return [];
  }
  const { batch, sentRows, lastRow } = standing;
  return [
    vscode.l10n.t("Batch {0}, rows {1} to {2}, did not arrive:", count(batch), count(sentRows + 1), count(lastRow)),
  ];
}

function afterReason(standing: Standing, openId: string | undefined): readonly string[] {
  if (openId === undefined) {
    return [];
  }
  switch (standing.kind) {
    case "nothing":
      return [];
    case "rows":
      return [
        standing.sentRows === 0
          ? vscode.l10n.t("{0} is open, and no row is in it.", openId)
          : vscode.l10n.t("{0} is open, with rows 1 to {1} in it.", openId, count(standing.sentRows)),
      ];
    case "file":
      return [vscode.l10n.t("{0} is open, without the file.", openId)];
    case "sent":
      return [vscode.l10n.t("{0} is open, with everything in it.", openId)];
  }
}

function count(value: number): string {
  return countText(value, vscode.env.language);
}
