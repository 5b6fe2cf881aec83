import path from "node:path";
import * as vscode from "vscode";
import { checkTenantZip } from "../../client/zip/tenant-zip.ts";
import { unavailableText } from "../../host/availability.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { checkLoadHeader } from "./check-load-header.ts";
import { filePath } from "./choose-file.ts";
import { createDelivery } from "./create-delivery.ts";
import { deliver } from "./deliver.ts";
import { askIntake } from "./intake-input.ts";
import {
  availableKinds,
  type IntakeDraft,
  type IntakeKind,
  intakeKindsOf,
  missingOperations,
} from "./intake-kind-model.ts";
import { IntakeLists } from "./intake-lists.ts";
import { tellDelivered } from "./tell-delivered.ts";
import type { TransferPlace, TransferServices } from "./transfer-services.ts";
import { problemsReport } from "./zip-report-model.ts";

/** Asks what a data file is for, sends it, and watches the job that it begins. */
export async function sendDataFile(
  { currentPlace, log, watchJob }: TransferServices,
  reports: TextDocuments,
  uri: vscode.Uri | undefined,
): Promise<void> {
  const place = currentPlace();
  await requireKinds(place);
  const file = await filePath(uri, {
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
      vscode.l10n.t('The service takes no file such as "{0}". Choose a CSV, JSON Lines, ZIP, XLS or XLSX file.', name),
    );
  }
  const available = await requireKinds(place, kinds);
  const title = vscode.l10n.t("Send {0} to {1}", name, placeText(place));
  const { client } = await place.session();
  const lists = new IntakeLists(client, name);
  const draft = await askIntake(title, name, available, lists);
  if (!(await isRight(file, draft, client, reports))) {
    return;
  }
  const delivery = createDelivery(draft, { client, file, name, tenant: place.tenant });
  const delivered = await deliver(delivery, title, log);
  if (delivered) {
    if (delivered.job) {
      await watchJob(place.connectionId, delivered.job, name);
    }
    await tellDelivered(name, draft, delivered);
  }
}

/** The kinds of intake that the service of the place acts on. Throws where it acts on none, before anything is asked. */
async function requireKinds(place: TransferPlace, kinds?: readonly IntakeKind[]): Promise<readonly IntakeKind[]> {
  const unavailable = await place.availability.read();
  const available = availableKinds(unavailable, kinds);
  if (available.length === 0) {
    const flow = vscode.l10n.t("Sending data files");
    throw new Error(unavailableText(place, flow, missingOperations(unavailable, kinds)));
  }
  return available;
}

/** Says what is wrong before anything is sent. */
async function isRight(
  file: string,
  draft: IntakeDraft,
  client: Parameters<typeof checkLoadHeader>[0],
  reports: TextDocuments,
): Promise<boolean> {
  if (draft.kind === "tenantZip") {
    const { problems } = await checkTenantZip(file);
    if (problems.length > 0) {
      const title = vscode.l10n.t("{0} was not sent: its layout is not that of analytic tenants.", path.basename(file));
      await reports.show(vscode.l10n.t("{0} Layout", path.basename(file)), problemsReport(title, problems));
    }
    return problems.length === 0;
  }
  if (draft.kind === "object") {
    const problems = await checkLoadHeader(client, file, draft.objectName);
    if (problems.length > 0) {
      const title = vscode.l10n.t(
        "{0} was not sent: its columns are not those of {1}.",
        path.basename(file),
        draft.objectName,
      );
      await reports.show(vscode.l10n.t("{0} Columns", path.basename(file)), problemsReport(title, problems));
    }
    return problems.length === 0;
  }
  return true;
}

function placeText({ connection, tenant }: TransferPlace): string {
  return tenant === undefined ? connection : `${connection} · ${tenant}`;
}
