import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { formatBytes } from "../../host/amounts.ts";
import { callTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { chooseFolder } from "../../host/file-dialogs.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { saveBody } from "../../host/save-body.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { downloadFiles, folderNameOf, isThere, localNameOf } from "./download-export-model.ts";
import type { ExportFile, VersionExport } from "./exports-entry.ts";
import type { ExportsServices } from "./exports-services.ts";
import { filesText, nameOfExport } from "./exports-tree-item.ts";

/** Key of the folder in which the exports of a workspace were saved last. */
const folderKey = "workforce.exports.folder";

/**
 * Downloads the files of an export to a folder of its own in a folder that the user chooses. A download that was cancelled
 * or failed is continued by doing it again with the same folder, which is suggested.
 */
export async function downloadExport(
  target: TenantTarget,
  found: VersionExport,
  services: ExportsServices,
): Promise<void> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const last = services.context.workspaceState.get<string>(folderKey);
  const suggested = last === undefined ? workspace?.uri : vscode.Uri.file(last);
  const parent = await chooseFolder({
    title: vscode.l10n.t("Folder for the Files of Export {0}", nameOfExport(found)),
    openLabel: vscode.l10n.t("Download Here"),
    ...(suggested && { defaultUri: suggested }),
  });
  await services.context.workspaceState.update(folderKey, parent);
  await downloadInto(path.join(parent, folderNameOf(found)), target, found, services);
}

async function downloadInto(
  folder: string,
  target: TenantTarget,
  found: VersionExport,
  services: ExportsServices,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const title = vscode.l10n.t("Downloading export {0}", nameOfExport(found));
  let done = 0;
  try {
    await withProgress("notification", title, async (signal, report) => {
      const { client } = await services.connections.sessionFor(target.connectionId, target.tenant);
      let shown = 0;
      await downloadFiles(
        found,
        folder,
        (file, savedAs, onBytes, fileSignal) => saveFile(client, found, file, savedAs, onBytes, fileSignal),
        (progress) => {
          done = progress.done;
          const percent = Math.floor(progress.share * 100);
          report(vscode.l10n.t("{0}, file {1} of {2}", progress.file.filename, progress.done + 1, progress.total), {
            increment: percent - shown,
          });
          shown = percent;
        },
        signal,
      );
    });
  } catch (error) {
    await offerToContinue(error, done, folder, target, found, services);
    return;
  }
  const bytes = found.files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
  const what = filesText(found) + (bytes > 0 ? `, ${formatBytes(bytes)},` : "");
  const show = vscode.l10n.t("Show in Folder");
  const text = vscode.l10n.t("The export {0} is downloaded: {1} in {2}.", nameOfExport(found), what, folder);
  void showInformation(text, show).then(
    (pressed) => pressed && vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder)),
  );
}

async function offerToContinue(
  error: unknown,
  done: number,
  folder: string,
  target: TenantTarget,
  found: VersionExport,
  services: ExportsServices,
): Promise<void> {
  const isCancelled = error instanceof CancelledError || (error instanceof Error && error.name === "AbortError");
  const again = vscode.l10n.t("Continue");
  const text = vscode.l10n.t("{0} of {1} files are there.", done, found.files.length);
  const reason = isCancelled || !(error instanceof Error) ? "" : ` ${error.message}`;
  const pressed = await showWarning(`${text}${reason}`, again);
  if (pressed === again) {
    await downloadInto(folder, target, found, services);
  }
}

/** Opens a file of an export as a result: the downloaded one if it is there, else one that is downloaded for it. */
export async function openExportFile(
  target: TenantTarget,
  found: VersionExport,
  file: ExportFile,
  services: ExportsServices,
): Promise<void> {
  const open = (local: string) => vscode.commands.executeCommand(commandIds.exploreFile, vscode.Uri.file(local));
  const last = services.context.workspaceState.get<string>(folderKey);
  const downloaded = last === undefined ? undefined : path.join(last, folderNameOf(found), localNameOf(file));
  if (downloaded !== undefined && (await isThere(downloaded, file))) {
    await open(downloaded);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "workforce-export-"));
  try {
    const local = path.join(folder, localNameOf(file));
    const title = vscode.l10n.t("Downloading {0}", file.filename);
    await callTenant(target, title, services.connections, (client, signal) =>
      saveFile(client, found, file, local, () => undefined, signal),
    );
    // The result holds the rows when the command ends.
    await open(local);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function saveFile(
  client: Client,
  { uuid }: VersionExport,
  { fileId, filename, sizeBytes }: ExportFile,
  savedAs: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = { exportUuid: uuid, fileId };
  const { body } = await client.downloadDataVersionExportFile({ path }, { signal });
  let received = 0;
  const onWhole = async () => {
    if (sizeBytes !== undefined && received !== sizeBytes) {
      throw new Error(
        vscode.l10n.t("{0} has {1} bytes instead of {2}. Download it again.", filename, received, sizeBytes),
      );
    }
  };
  await saveBody(
    savedAs,
    body,
    (bytes) => {
      received = bytes;
      onBytes(bytes);
    },
    { onWhole },
  );
}
