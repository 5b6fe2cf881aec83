import * as vscode from "vscode";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobFileProgress, readTenantJobs } from "../../client/sql/run-job-file.ts";
import { formatBytes, formatCount } from "../../host/amounts.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { withProgress } from "../../host/progress.ts";

/**
 * Shows progress that can be stopped. After a stop, a second notification tells that the transaction is being rolled
 * back, and the status bar when that is done.
 */
export async function withStoppableProgress<Value>(
  title: string,
  name: string,
  work: (signal: AbortSignal, notify: (message: string) => void) => Promise<Value>,
): Promise<Value> {
  return await withProgress("notification", title, async (signal, notify) => {
    const working = work(signal, notify);
    const onAbort = () => void notifyStopping(name, working);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await working;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  });
}

/** Describes what a stop does to a run. */
export function stoppingText(name: string): string {
  return vscode.l10n.t("Stopping {0}: what is not committed is rolled back when the running job ends", name);
}

async function notifyStopping(name: string, working: Promise<unknown>): Promise<void> {
  const ended = working.then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await withProgress("notification", stoppingText(name), () => ended, { isCancellable: false });
  if (error !== undefined && isCancellation(error)) {
    const text = vscode.l10n.t("{0} was stopped and rolled back: nothing has changed", name);
    vscode.window.setStatusBarMessage(`$(discard) ${text}`, 10_000);
  }
}

/** Describes the current step of a run, for its progress notification. */
export function stepProgressText(step: JobFileProgress): string {
  switch (step.kind) {
    case "start":
      return vscode.l10n.t("Starting a transaction");
    case "job":
      return step.state ? jobText(step.state) : vscode.l10n.t("Starting the job");
    case "away":
      return vscode.l10n.t("The service cannot be reached; trying again");
    default: {
      const { name, position, count, bytes, totalBytes } = step;
      const amount =
        totalBytes === undefined
          ? formatBytes(bytes)
          : vscode.l10n.t("{0} of {1}", formatBytes(bytes), formatBytes(totalBytes));
      return step.kind === "upload"
        ? vscode.l10n.t("Uploading {0} of {1}: {2} · {3}", position, count, name, amount)
        : vscode.l10n.t("Downloading {0} of {1}: {2} · {3}", position, count, name, amount);
    }
  }
}

function jobText(state: JobState): string {
  const tenants = readTenantJobs(state);
  if (tenants.length > 0 && tenants.every(({ phase }) => phase === "succeeded") && state.phase === "running") {
    return vscode.l10n.t("Processing what was committed");
  }
  const [only] = tenants;
  if (tenants.length <= 1) {
    return only?.tenant === undefined
      ? vscode.l10n.t("Running the job")
      : vscode.l10n.t("Running the job in {0}", only.tenant);
  }
  const done = tenants.filter(({ phase }) => phase === "succeeded").length;
  const failed = tenants.filter(({ phase }) => phase === "failed").length;
  const text = vscode.l10n.t(
    "Running the job: {0} of {1} tenants done",
    formatCount(done),
    formatCount(tenants.length),
  );
  return failed === 0 ? text : `${text}, ${vscode.l10n.t("{0} failed", formatCount(failed))}`;
}
