import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { chooseSavePath } from "../../host/file-dialogs.ts";
import { saveBody } from "../../host/save-body.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { defaultZipLimits, readZip } from "../../zip/read-zip.ts";
import type { UploadedFile } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService } from "./data-target.ts";

/** Saves an uploaded file as it was sent, under a name that the user chooses. */
export async function downloadOriginal(
  target: TenantTarget,
  file: UploadedFile,
  services: DataServices,
): Promise<void> {
  const name = localNameOf(file);
  const destination = await chooseSavePath({ title: vscode.l10n.t("Download {0}", name), name });
  await inTemporaryFolder((temporary) => saveOriginal(target, file, destination, temporary, services));
}

/** Shows the problems of a load that the service refused as a result. */
export async function openProblemFile(target: TenantTarget, file: UploadedFile, services: DataServices): Promise<void> {
  await inTemporaryFolder(async (temporary) => {
    const problems = path.join(temporary, localNameOf(file));
    await saveOriginal(target, file, problems, temporary, services);
    // The result holds the rows when the command ends.
    await vscode.commands.executeCommand(commandIds.exploreFile, vscode.Uri.file(problems));
  });
}

/** Downloads the ZIP in which the service sends a file, and saves the file in it, whose bytes are verified. */
async function saveOriginal(
  target: TenantTarget,
  { identifier = "", fileName = "", sizeBytes, sha256 }: UploadedFile,
  saved: string,
  temporary: string,
  services: DataServices,
): Promise<void> {
  const title = vscode.l10n.t("Downloading {0}", fileName);
  await callService(target, title, services, async (client, signal) => {
    const zip = path.join(temporary, "download.zip");
    await saveBody(zip, (await client.downloadSourceFile({ path: { identifier } }, { signal })).body);
    // Rows that are alike compress further than those of unknown senders may.
    const limits = { entries: 1, bytes: sizeBytes ?? defaultZipLimits.bytes, ratio: Number.POSITIVE_INFINITY };
    const hash = createHash("sha256");
    const check = async () => {
      if (sha256 !== undefined && hash.digest("hex") !== sha256.toLowerCase()) {
        throw new Error(
          vscode.l10n.t("{0} is not what was uploaded: its digest differs. Download it again.", fileName),
        );
      }
    };
    for await (const entry of readZip(zip, limits)) {
      await saveBody(saved, hashed(entry.open(), hash, signal), undefined, { onWhole: check });
      return;
    }
    throw new Error(vscode.l10n.t("The service sent a ZIP without {0}.", fileName));
  });
}

async function* hashed(
  pieces: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    hash.update(piece);
    yield piece;
  }
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "workforce-download-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The name of an uploaded file, which its sender chose, as a name that is safe on this machine. */
function localNameOf({ fileName = "" }: UploadedFile): string {
  return path.basename(fileName.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_")).replace(/^\.+/, "") || "file";
}
