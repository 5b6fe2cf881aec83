import path from "node:path";
import * as vscode from "vscode";
import { requireOperations } from "../../host/availability.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { chooseFile } from "../../host/file-dialogs.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { isBranchItem } from "../../host/tenant-branch.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { buildTenantZip } from "./build-tenant-zip.ts";
import { encryptChangedFile, encryptForTenant, plainFileOf } from "./encrypt-for-tenant.ts";
import { inspectTenantZip, zipReport } from "./inspect-tenant-zip.ts";
import { IntakeChoiceCache } from "./intake-input.ts";
import { availableKinds } from "./intake-kind-model.ts";
import { checkAgainstObject, chooseCheckedObject } from "./load-check.ts";
import { LoadMarks } from "./load-marks.ts";
import { failedLoadOf, showLoadReport } from "./load-report.ts";
import { type SendParts, sendAgain, sendDataFile } from "./send-data-file.ts";
import { type SentFile, SentFiles } from "./sent-files-model.ts";
import { withTransferProgress } from "./transfer-progress.ts";
import type { TransferServices, TransferTarget } from "./transfer-services.ts";

/** Key of the sent files in the workspace state of VS Code. */
export const sentFilesKey = "workforce.transfers.sent";

/** Controller of the commands that transfer data. Loaded on first use, to keep activation fast. */
export class TransfersController implements vscode.Disposable {
  readonly #services: TransferServices;
  readonly #reports: TextDocuments;
  readonly #marks = new LoadMarks();
  readonly #sent: SentFiles;

  constructor(services: TransferServices, reports: TextDocuments) {
    this.#services = services;
    this.#reports = reports;
    const { workspaceState } = services.context;
    this.#sent = new SentFiles({
      read: () => workspaceState.get<readonly SentFile[]>(sentFilesKey, []),
      write: async (files) => workspaceState.update(sentFilesKey, files),
    });
  }

  get #programFolder(): string {
    return path.join(this.#services.context.extensionPath, "dist");
  }

  get #parts(): SendParts {
    return { services: this.#services, reports: this.#reports, marks: this.#marks, sent: this.#sent };
  }

  /** Sends a data file. `item` is the file of a menu of VS Code's file explorer, or the tenant's item in the tree. */
  async sendDataFile(item: unknown): Promise<void> {
    const { targetFor, currentTarget } = this.#services;
    const target = isBranchItem(item) ? targetFor(item.target) : currentTarget();
    await sendDataFile(target, this.#parts, item);
  }

  /**
   * Encrypts a data file. `item` is the file of a menu of VS Code's file explorer, or a PGP key's item in the tree, whose
   * name is the key's id.
   */
  async encryptFile(item: unknown): Promise<void> {
    const { targetFor, currentTarget } = this.#services;
    const key = isBranchItem(item) ? item : undefined;
    const target = key ? targetFor(key.target) : currentTarget();
    const parts = { keyID: key?.entry.name, programFolder: this.#programFolder };
    const encrypted = await encryptForTenant(target, item, parts);
    if (encrypted) {
      await sendDataFile(target, this.#parts, encrypted);
    }
  }

  /** Sends a file again that was sent from this workspace. Asks which one if there are several. */
  async sendAgain(): Promise<void> {
    const sent = this.#sent.list();
    if (sent.length === 0) {
      throw new Error(vscode.l10n.t("No file was sent from this workspace yet. Run Send Data File."));
    }
    await this.#sendAgain(sent.length === 1 ? sent[0] : await chooseSentFile(sent));
  }

  /** Checks a CSV file against the load schema of an object. `item` is the file of VS Code's file explorer. */
  async checkLoadFile(item: unknown): Promise<void> {
    const { currentTarget, checkLoadFile } = this.#services;
    const target = currentTarget();
    requireOperations(target, vscode.l10n.t("Checking data files"), ["getLoadSchema", "listSources"]);
    const file = await chooseFile(item, {
      title: vscode.l10n.t("Check Data File"),
      openLabel: vscode.l10n.t("Check"),
      filters: { CSV: ["csv"] },
    });
    const { client } = await target.session();
    const name = path.basename(file);
    const objects = await new IntakeChoiceCache(client, name, target.availability.known()).objects();
    const objectName = await chooseCheckedObject(
      objects.map((object) => object.name),
      name,
    );
    const services = { marks: this.#marks, reports: this.#reports, checkLoadFile };
    await checkAgainstObject(file, objectName, client, services);
  }

  /** Shows the problems of a failed load on the file that was sent, and returns what can be done about it. */
  async endActions(end: JobChainEnd): Promise<readonly JobEndAction[]> {
    const sent = this.#sent.find(
      end.connectionId,
      end.jobs.map(({ id }) => id),
    );
    if (!sent) {
      return [];
    }
    // Problems of an encrypted file stand on the lines of the file that it was made of.
    const file = plainFileOf(sent.file);
    const failed = failedLoadOf(end, { ...sent, file });
    if (!failed) {
      await this.#marks.show(file, []);
      return [];
    }
    await this.#marks.show(file, failed.problems);
    const { connection } = this.#services.targetFor({
      connectionId: sent.connectionId,
      tenant: sent.tenant ?? end.tenant ?? "",
    });
    return [
      {
        label: vscode.l10n.t("Open Load Report"),
        run: async () => {
          await showLoadReport(failed, connection, this.#reports);
          if (failed.problems.length > 0) {
            await this.#marks.reveal(file, failed.problems);
          }
        },
      },
      { label: vscode.l10n.t("Send Again"), run: () => this.#sendAgain(sent) },
    ];
  }

  dispose(): void {
    this.#marks.dispose();
  }

  async #sendAgain(sent: SentFile | undefined): Promise<void> {
    if (!sent) {
      throw new CancelledError();
    }
    const { targetFor, currentTarget } = this.#services;
    const { connectionId, tenant } = sent;
    const active = currentTarget();
    if (tenant === undefined && active.connectionId !== connectionId) {
      throw new Error(vscode.l10n.t("The file was sent to another connection. Select it in the status bar first."));
    }
    const target = tenant === undefined ? active : targetFor({ connectionId, tenant });
    await encryptChangedFile(sent.file, target, { keyID: undefined, programFolder: this.#programFolder });
    await sendAgain(target, sent, this.#parts);
  }

  async buildTenantZip(): Promise<void> {
    // Building does not need the service. Sending is offered if the service accepts tenant ZIPs.
    const canSend = () => canSendTenantZip(this.#services.currentTarget());
    const zip = await buildTenantZip(this.#reports, canSend);
    if (zip) {
      await sendDataFile(this.#services.currentTarget(), this.#parts, zip);
    }
  }

  /** Checks a ZIP file. `item` is the argument that a menu of VS Code's file explorer passes. */
  async checkTenantZip(item: unknown): Promise<void> {
    await checkTenantZipFile(this.#reports, item);
  }
}

/** Asks for one of the sent files. Undefined if the user cancels. */
async function chooseSentFile(all: readonly SentFile[]): Promise<SentFile | undefined> {
  const picked = await vscode.window.showQuickPick(
    all.map((sent) => ({
      label: disableIcons(path.basename(sent.file)),
      description: disableIcons([sent.draft.objectName || sent.draft.source, sent.tenant].filter(Boolean).join(" · ")),
      detail: disableIcons(sent.file),
      sent,
    })),
    { title: vscode.l10n.t("Send Again"), placeHolder: vscode.l10n.t("File to send as it was sent before") },
  );
  return picked?.sent;
}

function canSendTenantZip({ availability }: TransferTarget): boolean {
  return availableKinds(availability.known(), ["tenantZip"]).length > 0;
}

/** Shows the content of a ZIP file by tenant, and its problems. */
export async function checkTenantZipFile(reports: TextDocuments, item: unknown): Promise<void> {
  const file = await chooseFile(item, {
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
