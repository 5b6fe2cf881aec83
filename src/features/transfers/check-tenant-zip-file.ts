import path from "node:path";
import * as vscode from "vscode";
import type { TextDocuments } from "../../host/text-documents.ts";
import { filePath } from "./choose-file.ts";
import { inspectTenantZip } from "./inspect-tenant-zip.ts";
import { withTransferNotice } from "./transfer-notice.ts";
import { zipReport } from "./zip-report-model.ts";

/** Shows what a ZIP file holds for each tenant, and what is wrong with it. */
export async function checkTenantZipFile(reports: TextDocuments, uri: vscode.Uri | undefined): Promise<void> {
  const file = await filePath(uri, {
    title: vscode.l10n.t("Check Tenant ZIP"),
    openLabel: vscode.l10n.t("Check"),
    filters: { ZIP: ["zip"] },
  });
  const name = path.basename(file);
  const inspection = await withTransferNotice(vscode.l10n.t("Check {0}", name), (signal, onProgress) =>
    inspectTenantZip(file, signal, onProgress),
  );
  await reports.show(vscode.l10n.t("{0} Layout", name), zipReport(name, inspection, vscode.env.language));
}
