import * as vscode from "vscode";
import type { CallOutcome } from "../../protocol/operations-view.ts";

/** Short text of an outcome for the history; contains nothing of the answer, which may hold data. */
export function outcomeText(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "cancelled":
      return vscode.l10n.t("cancelled");
    case "failed":
      return outcome.status === undefined
        ? vscode.l10n.t("failed")
        : vscode.l10n.t("failed, status {0}", outcome.status);
    default: {
      const { status, elapsedMs } = outcome.metadata;
      const time = vscode.l10n.t("{0} ms", Math.round(elapsedMs));
      return status === undefined ? time : `${status}, ${time}`;
    }
  }
}
