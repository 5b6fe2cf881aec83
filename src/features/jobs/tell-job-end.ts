import * as vscode from "vscode";
import { showInformation, showWarning } from "../../host/notifications.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import type { WatchedEnd } from "./watched-jobs-model.ts";

/** Says that a job has ended: it takes minutes, and whoever started it has gone on to something else. */
export async function tellJobEnd(
  { log, state: { phase, message } }: WatchedEnd,
  openLog: (log: JobLogSubject) => Promise<void>,
): Promise<void> {
  const { label } = log;
  const show = vscode.l10n.t("Show Jobs");
  const showLog = vscode.l10n.t("Show Job Log");
  const picked =
    phase === "succeeded"
      ? await showInformation(vscode.l10n.t("{0}: the job succeeded.", label), show, showLog)
      : await showWarning(endText(label, phase, message), show, showLog);
  if (picked === show) {
    await vscode.commands.executeCommand("workforce.jobs.focus");
  } else if (picked === showLog) {
    await openLog(log);
  }
}

function endText(label: string, phase: string, message: string | undefined): string {
  const what =
    phase === "cancelled"
      ? vscode.l10n.t("{0}: the job was cancelled.", label)
      : vscode.l10n.t("{0}: the job failed.", label);
  return message ? `${what} ${message}` : what;
}
