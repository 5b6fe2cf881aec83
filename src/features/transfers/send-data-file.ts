import path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { checkTenantZip } from "../../client/zip/tenant-zip.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import { formatPlural, formatRows } from "../../host/amounts.ts";
import { describeUnavailableOperations } from "../../host/availability.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { chooseFile } from "../../host/file-dialogs.ts";
import type { Log } from "../../host/log.ts";
import { showError, showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { createDelivery } from "./create-delivery.ts";
import type { Delivery, DeliveryOutcome } from "./delivery.ts";
import { problemsReport } from "./inspect-tenant-zip.ts";
import { askIntake, IntakeChoiceCache } from "./intake-input.ts";
import {
  availableKinds,
  type IntakeDraft,
  type IntakeKind,
  intakeKindsOf,
  missingOperations,
} from "./intake-kind-model.ts";
import { checkCsvBeforeSending } from "./load-check.ts";
import type { LoadMarks } from "./load-marks.ts";
import { draftForAgain, type SentFile, type SentFiles } from "./sent-files-model.ts";
import { continueButtonLabel, discardButtonLabel, stoppedText } from "./stopped-text.ts";
import { withTransferProgress } from "./transfer-progress.ts";
import type { TransferServices, TransferTarget } from "./transfer-services.ts";

/** Dependencies of sending a data file, besides its target. */
export interface SendParts {
  readonly services: TransferServices;
  readonly reports: TextDocuments;
  readonly marks: LoadMarks;
  readonly sent: SentFiles;
}

/**
 * Sends a data file: that of the context menu which `item` is, or else one that the user chooses. First asks the user how
 * to send it, and afterwards polls the job that the service starts.
 */
export async function sendDataFile(target: TransferTarget, parts: SendParts, item: unknown): Promise<void> {
  requireKinds(target);
  const file = await chooseFile(item, {
    title: vscode.l10n.t("Send Data File"),
    openLabel: vscode.l10n.t("Send"),
    filters: {
      [vscode.l10n.t("Data Files")]: ["csv", "jsonl", "ndjson", "zip", "xls", "xlsx", "pgp", "gpg", "asc"],
    },
  });
  const name = path.basename(file);
  const kinds = intakeKindsOf(name);
  if (kinds.length === 0) {
    throw new Error(
      vscode.l10n.t(
        'The service does not accept a file such as "{0}". Choose a CSV, JSON Lines, ZIP, XLS or XLSX file.',
        name,
      ),
    );
  }
  const available = requireKinds(target, kinds);
  const title = vscode.l10n.t("Send {0} to {1}", name, targetText(target));
  const { client } = await target.session();
  const lists = new IntakeChoiceCache(client, name, target.availability.known());
  const draft = await askIntake(title, name, available, lists);
  await sendByDraft(target, file, draft, parts);
}

/** Sends a file again in the way in which it was sent before. */
export async function sendAgain(target: TransferTarget, sent: SentFile, parts: SendParts): Promise<void> {
  const draft = draftForAgain(sent.draft);
  requireKinds(target, [draft.kind]);
  await sendByDraft(target, sent.file, draft, parts);
}

/** Checks and sends a file in the way that the user's answers describe, and polls the job that the service starts. */
async function sendByDraft(target: TransferTarget, file: string, draft: IntakeDraft, parts: SendParts): Promise<void> {
  const name = path.basename(file);
  const title = vscode.l10n.t("Send {0} to {1}", name, targetText(target));
  const { client } = await target.session();
  if (!(await checkBeforeSending(file, draft, client, parts))) {
    return;
  }
  const delivery = createDelivery(draft, { client, file, name, tenant: target.tenant });
  const delivered = await deliver(delivery, title, parts.services.log);
  if (delivered) {
    const { connectionId, tenant } = target;
    const jobId = delivered.job && jobIdOf(delivered.job);
    await parts.sent.add({ connectionId, tenant, file, draft, jobId, sentAt: Date.now() });
    parts.services.onSent(target);
    if (delivered.job) {
      await parts.services.watchJob(connectionId, delivered.job, name);
    }
    await notifyDelivered(name, draft, delivered);
  }
}

/** Returns the ways to send data that the connection's service supports. Throws an error if there are none. */
function requireKinds(target: TransferTarget, kinds?: readonly IntakeKind[]): readonly IntakeKind[] {
  const unavailable = target.availability.known();
  const available = availableKinds(unavailable, kinds);
  if (available.length === 0) {
    const flow = vscode.l10n.t("Sending data files");
    throw new Error(describeUnavailableOperations(target, flow, missingOperations(unavailable, kinds)));
  }
  return available;
}

/** Validates a data file and shows its problems before anything is sent. Returns whether the file can be sent. */
async function checkBeforeSending(
  file: string,
  draft: IntakeDraft,
  client: Client,
  { reports, marks, services: { checkLoadFile } }: SendParts,
): Promise<boolean> {
  if (draft.kind === "tenantZip") {
    const { problems } = await checkTenantZip(file);
    if (problems.length > 0) {
      const title = vscode.l10n.t("{0} was not sent: its layout does not fit analytic tenants.", path.basename(file));
      await reports.show(vscode.l10n.t("{0} Layout", path.basename(file)), problemsReport(title, problems));
    }
    return problems.length === 0;
  }
  if (draft.kind !== "upload" && /\.csv$/i.test(file)) {
    return await checkCsvBeforeSending(file, draft, client, { reports, marks, checkLoadFile });
  }
  return true;
}

function targetText({ connection, tenant }: TransferTarget): string {
  return tenant === undefined ? connection : `${connection} · ${tenant}`;
}

/**
 * Runs a transmission to completion. After each interruption, asks the user whether to continue. Returns undefined if
 * the user stops.
 */
async function deliver(delivery: Delivery, title: string, log: Log): Promise<DeliveryOutcome | undefined> {
  for (;;) {
    try {
      return await withTransferProgress(title, (signal, onProgress) => delivery.run(signal, onProgress));
    } catch (error) {
      const choice = await promptAfterStop(delivery, error, log);
      if (choice === "discard") {
        await withProgress("notification", discardButtonLabel(delivery), async (signal) => delivery.discard?.(signal));
      }
      if (choice !== "goOn") {
        return undefined;
      }
    }
  }
}

async function promptAfterStop(delivery: Delivery, error: unknown, log: Log): Promise<"goOn" | "discard" | "leave"> {
  const { state, open } = delivery;
  const isStopped = isCancellation(error);
  if (isStopped && state.kind === "nothing") {
    return "leave";
  }
  const message = stoppedText(delivery, error);
  if (isStopped) {
    log.info(message);
  } else {
    log.error(message);
  }
  const continueLabel = continueButtonLabel(state);
  const discard = open?.wasStartedHere && delivery.discard ? [discardButtonLabel(delivery)] : [];
  const picked = isStopped
    ? await showWarning(message, continueLabel, ...discard)
    : await showError(message, continueLabel, ...discard);
  if (picked === undefined) {
    return "leave";
  }
  return picked === continueLabel ? "goOn" : "discard";
}

/** Notifies the user of the data that was sent and of what happens next. */
async function notifyDelivered(name: string, { objectName }: IntakeDraft, delivered: DeliveryOutcome): Promise<void> {
  const show = vscode.l10n.t("Show Jobs");
  const message = [whatText(name, delivered), nextText(objectName, delivered)].filter(Boolean).join(" ");
  const picked = await showInformation(message, ...(delivered.job ? [show] : []));
  if (picked === show) {
    await vscode.commands.executeCommand("workforce.jobs.focus");
  }
}

function whatText(name: string, { rows, batches }: DeliveryOutcome): string {
  return rows === undefined || batches === undefined
    ? vscode.l10n.t("{0} was sent.", name)
    : formatPlural(
        batches,
        [vscode.l10n.t("{1} was sent: {2} in 1 batch."), vscode.l10n.t("{1} was sent: {2} in {0} batches.")],
        name,
        formatRows(rows),
      );
}

function nextText(objectName: string, { job, openTransaction }: DeliveryOutcome): string {
  if (job) {
    return vscode.l10n.t("The job {0} is followed in Processing Jobs.", jobIdOf(job));
  }
  return openTransaction === undefined
    ? ""
    : vscode.l10n.t("Transaction {0} of {1} is open for more files.", openTransaction, objectName);
}
