import path from "node:path";
import * as vscode from "vscode";
import { isBranchItem } from "../../host/tenant-branch.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { buildTenantZip } from "./build-tenant-zip.ts";
import { chooseFilePath, contextMenuUri } from "./choose-file.ts";
import { inspectTenantZip, zipReport } from "./inspect-tenant-zip.ts";
import { availableKinds } from "./intake-kind-model.ts";
import { sendDataFile } from "./send-data-file.ts";
import { withTransferProgress } from "./transfer-progress.ts";
import type { TransferServices, TransferTarget } from "./transfer-services.ts";

/** Controller of the commands that transfer data. Loaded on first use, to keep activation fast. */
export class TransfersController {
  readonly #services: TransferServices;
  readonly #reports: TextDocuments;

  constructor(services: TransferServices, reports: TextDocuments) {
    this.#services = services;
    this.#reports = reports;
  }

  /** Sends a data file. `item` is the file of a menu of VS Code's file explorer, or the tenant's item in the tree. */
  async sendDataFile(item: unknown): Promise<void> {
    const { targetFor, currentTarget } = this.#services;
    const target = isBranchItem(item) ? targetFor(item.target) : currentTarget();
    await sendDataFile(target, this.#services, this.#reports, contextMenuUri(item));
  }

  async buildTenantZip(): Promise<void> {
    // Building does not need the service. Sending is offered if the service accepts tenant ZIPs.
    const canSend = () => canSendTenantZip(this.#services.currentTarget());
    const zip = await buildTenantZip(this.#reports, canSend);
    if (zip) {
      await sendDataFile(this.#services.currentTarget(), this.#services, this.#reports, zip);
    }
  }

  /** Checks a ZIP file. `item` is the argument that a menu of VS Code's file explorer passes. */
  async checkTenantZip(item: unknown): Promise<void> {
    await checkTenantZipFile(this.#reports, contextMenuUri(item));
  }
}

async function canSendTenantZip({ availability }: TransferTarget): Promise<boolean> {
  return availableKinds(await availability.read(), ["tenantZip"]).length > 0;
}

/** Shows the content of a ZIP file by tenant, and its problems. */
export async function checkTenantZipFile(reports: TextDocuments, uri: vscode.Uri | undefined): Promise<void> {
  const file = await chooseFilePath(uri, {
    title: vscode.l10n.t("Check Tenant ZIP"),
    openLabel: vscode.l10n.t("Check"),
    filters: { ZIP: ["zip"] },
  });
  const name = path.basename(file);
  const inspection = await withTransferProgress(vscode.l10n.t("Check {0}", name), (signal, onProgress) =>
    inspectTenantZip(file, signal, onProgress),
  );
  await reports.show(vscode.l10n.t("{0} Layout", name), zipReport(name, inspection, vscode.env.language));
}
