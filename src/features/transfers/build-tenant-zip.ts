import path from "node:path";
import * as vscode from "vscode";
import { formatBytes, formatPlural } from "../../host/amounts.ts";
import { chooseFolder, chooseSavePath } from "../../host/file-dialogs.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { problemsReport } from "./inspect-tenant-zip.ts";
import { type FolderOfTenants, readFolderOfTenants, tenantFolderProblems } from "./tenant-folder.ts";
import { withTransferProgress } from "./transfer-progress.ts";
import { writeTenantZip } from "./write-tenant-zip.ts";

/**
 * Builds a ZIP file from a folder that contains a subfolder for each analytic tenant, if its layout is valid. Returns
 * the path of the ZIP file if the user chooses to send it. That choice exists only if `canSend` returns true.
 */
export async function buildTenantZip(reports: TextDocuments, canSend: () => boolean): Promise<vscode.Uri | undefined> {
  const folder = await chooseFolder({
    title: vscode.l10n.t("Folder With a Folder for Each Analytic Tenant"),
    openLabel: vscode.l10n.t("Build ZIP"),
  });
  const content = await withProgress("notification", vscode.l10n.t("Reading {0}", folder), (signal) =>
    readFolderOfTenants(folder, signal),
  );
  const problems = tenantFolderProblems(content);
  if (problems.length > 0) {
    const title = vscode.l10n.t("No ZIP file was built of {0}:", folder);
    await reports.show(vscode.l10n.t("{0} Layout", content.name), problemsReport(title, problems));
    return undefined;
  }
  const zip = await chooseSavePath({
    title: vscode.l10n.t("Save the Tenant ZIP"),
    // The ZIP is saved beside the folder; inside, it would become part of the next one.
    name: path.join(path.dirname(folder), `${content.name}.zip`),
    filters: { ZIP: ["zip"] },
  });
  const title = vscode.l10n.t("Build {0}", path.basename(zip));
  const bytes = await withTransferProgress(title, (signal, onProgress) =>
    writeTenantZip(content, zip, signal, onProgress),
  );
  return (await notifyBuilt(content, zip, bytes, canSend())) ? vscode.Uri.file(zip) : undefined;
}

async function notifyBuilt({ files }: FolderOfTenants, zip: string, bytes: number, canSend: boolean): Promise<boolean> {
  const tenants = new Set(files.map(({ path: relative }) => relative.split("/", 1)[0])).size;
  const send = vscode.l10n.t("Send...");
  const reveal = vscode.l10n.t("Show the File");
  const message = vscode.l10n.t(
    "{0}: {1} of {2}, {3}.",
    zip,
    formatPlural(files.length, [vscode.l10n.t("1 file"), vscode.l10n.t("{0} files")]),
    formatPlural(tenants, [vscode.l10n.t("1 tenant"), vscode.l10n.t("{0} tenants")]),
    formatBytes(bytes),
  );
  const picked = await showInformation(message, ...(canSend ? [send] : []), reveal);
  if (picked === reveal) {
    await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(zip));
  }
  return picked === send;
}
