import * as vscode from "vscode";
import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobFileStep } from "../../client/sql/run-job-file.ts";
import { bytesText, countText } from "../../host/amounts.ts";

/** Describes the current step of a run, for its progress notification. */
export function stepProgressText(step: JobFileStep): string {
  switch (step.kind) {
    case "start":
      return vscode.l10n.t("Starting a transaction");
    case "job":
      return step.state ? tenantsText(step.state.children) : vscode.l10n.t("Starting the job");
    case "away":
      return vscode.l10n.t("The service cannot be reached; trying again");
    default: {
      const { name, position, count, bytes, totalBytes } = step;
      const amount =
        totalBytes === undefined
          ? bytesText(bytes)
          : vscode.l10n.t("{0} of {1}", bytesText(bytes), bytesText(totalBytes));
      return step.kind === "upload"
        ? vscode.l10n.t("Uploading {0} of {1}: {2} · {3}", position, count, name, amount)
        : vscode.l10n.t("Downloading {0} of {1}: {2} · {3}", position, count, name, amount);
    }
  }
}

function tenantsText(children: readonly ChildJob[]): string {
  const tenants = children.filter(({ jobType }) => jobType === "SQL");
  const [only] = tenants;
  if (tenants.length <= 1) {
    return only?.tenant === undefined
      ? vscode.l10n.t("Running the job")
      : vscode.l10n.t("Running the job in {0}", only.tenant);
  }
  const done = tenants.filter(({ phase }) => phase === "succeeded").length;
  const failed = tenants.filter(({ phase }) => phase === "failed").length;
  const text = vscode.l10n.t("Running the job: {0} of {1} tenants done", countText(done), countText(tenants.length));
  return failed === 0 ? text : `${text}, ${vscode.l10n.t("{0} failed", countText(failed))}`;
}
