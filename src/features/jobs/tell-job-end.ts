import * as vscode from "vscode";
import type { JobState } from "../../client/jobs/job-state.ts";

/** Says that a job has ended: it takes minutes, and whoever started it has gone on to something else. */
export async function tellJobEnd({
  label,
  state: { phase, message },
}: {
  readonly label: string;
  readonly state: JobState;
}): Promise<void> {
  const show = vscode.l10n.t("Show Jobs");
  const picked =
    phase === "succeeded"
      ? await vscode.window.showInformationMessage(vscode.l10n.t("{0}: the job succeeded.", label), show)
      : await vscode.window.showWarningMessage(endText(label, phase, message), show);
  if (picked === show) {
    await vscode.commands.executeCommand("workforce.jobs.focus");
  }
}

function endText(label: string, phase: string, message: string | undefined): string {
  const what =
    phase === "cancelled"
      ? vscode.l10n.t("{0}: the job was cancelled.", label)
      : vscode.l10n.t("{0}: the job failed.", label);
  return message ? `${what} ${message}` : what;
}
