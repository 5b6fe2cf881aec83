import { basename, join, resolve } from "node:path";
import * as vscode from "vscode";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import { showInformation } from "../../host/notifications.ts";
import { startChildProcess } from "../../host/processes/child.ts";
import { withProgress } from "../../host/progress.ts";
import { requireTrust } from "../../host/trust.ts";
import { ChosenFiles, withChosenFiles } from "../../host/workspace-files.ts";
import { createRehearsalStart, type RehearsalEvents, type RehearsalRequests } from "../../lakehouse/process/start.ts";
import { Channel } from "../../protocol/channel.ts";
import { renderDryRunReview } from "./dry-run-review.ts";
import { dryRunText } from "./dry-run-text.ts";
import { failedActionsOf } from "./failed-actions.ts";
import { checkUploads, type JobDocument, readJobDocument } from "./job-document.ts";
import type { JobParts } from "./run-job.ts";
import { readSparkCluster } from "./spark-settings.ts";
import type { SqlServices } from "./sql-services.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;
type RehearsalRequest = RehearsalRequests["rehearse"]["params"];

/** Time limit for a stopped rehearsal to drop its branches, in milliseconds. */
const dropBranchesMs = 60_000;

/** Rehearses a job file on the cluster of the settings, and shows what it would do on the page of its dry run. */
export async function rehearseJob(uri: vscode.Uri, { services, reviews, failedActions }: JobParts): Promise<void> {
  requireTrust(vscode.l10n.t("SQL jobs are not rehearsed in Restricted Mode."));
  const { secrets, workspaceState, globalStorageUri } = services.context;
  const cluster = await readSparkCluster(secrets);
  const chosen = new ChosenFiles(workspaceState);
  const document = await withChosenFiles(chosen, async () => {
    const read = await readJobDocument(uri, chosen);
    await checkUploads(read);
    return read;
  });
  const request: RehearsalRequest = {
    cluster,
    job: document.file.job,
    files: document.file.uploads.map(({ name, path }) => ({ name, path: resolve(document.folder, path) })),
    journalFolder: join(globalStorageUri.fsPath, "rehearsals"),
  };
  const title = vscode.l10n.t("Rehearsing {0} on Spark", document.name);
  const report = await withProgress("notification", title, (signal, notify) =>
    runRehearsal(request, services, signal, notify),
  );
  await failedActions.show(document.uri, failedActionsOf(report));
  await showRehearsal(report, document, request, reviews);
}

async function showRehearsal(
  report: DryRunReport,
  document: JobDocument,
  { cluster: { catalogName, catalog } }: RehearsalRequest,
  reviews: JobParts["reviews"],
): Promise<void> {
  const place = [catalogName, ...catalog.namespace].join(".");
  const tried = { file: document.name, connection: "Spark", tenant: place, isOnSpark: true };
  await reviews.show(`${document.uri.toString()}#spark`, vscode.l10n.t("{0} (rehearsal)", document.name), {
    review: renderDryRunReview(report, { ...tried, role: "test" }, undefined),
    markdown: dryRunText(report, tried),
    document: document.uri,
    showTable: async (table) => {
      await showInformation(vscode.l10n.t("{0} is a table of {1}, whose rows are not shown here.", table, place));
    },
  });
}

/** Runs a rehearsal in a process of its own, which ends with it. */
async function runRehearsal(
  request: RehearsalRequest,
  { context, log }: SqlServices,
  signal: AbortSignal,
  notify: (message: string) => void,
): Promise<DryRunReport> {
  const start = createRehearsalStart(context.extensionPath);
  const { child } = await startChildProcess({ name: "Rehearsal", readiness: "channel", ...start }, log);
  const channel: Channel<RehearsalRequests, NoRequests, NoEvents, RehearsalEvents> = new Channel({
    port: { post: (packet) => child.post(packet) },
    handlers: {},
    listeners: {
      action: ({ action, count }: RehearsalEvents["action"]) =>
        notify(vscode.l10n.t("Action {0} of {1}: {2}", action.index + 1, count, action.kind)),
    },
  });
  child.onMessage((message) => channel.receive(message));
  child.onDidExit(({ code, signal: killedBy }) => {
    const message = vscode.l10n.t(
      "The rehearsal ended unexpectedly ({0}). The main branches of its tables are as they were; the next rehearsal drops what it left.",
      killedBy ?? String(code),
    );
    channel.close({ code: "rehearsalLost", message });
  });
  notify(vscode.l10n.t("Connecting to the cluster"));
  try {
    return await channel.request("rehearse", request, signal);
  } finally {
    // After a stop it drops its branches before it ends, which nobody has to wait for.
    child.stop(dropBranchesMs).catch((error: unknown) => log.error(`${basename(start.modulePath)}: ${String(error)}`));
  }
}
